/* SPDX-License-Identifier: GPL-2.0 */
/*
 * In place of the kernel's: a trace header includes it at its end, to define the
 * header's tracepoints. They are defined in the kernel already; what is made of the
 * header here is made by ../../stages.h.
 */
