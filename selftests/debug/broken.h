/* SPDX-License-Identifier: GPL-2.0 */
/* Between broken_faults.cc and its C glue. */
#ifndef SPILE_SELFTESTS_DEBUG_BROKEN_H
#define SPILE_SELFTESTS_DEBUG_BROKEN_H

#ifdef __cplusplus
extern "C" {
#endif

/* The faults. `n` is a number that makes it one, unknown when broken_faults.cc is compiled. */
void broken_out_of_bounds(unsigned int n);
void broken_on_the_stack(unsigned int n);
void broken_global(unsigned int n);
void broken_use_after_free(unsigned int n);
void broken_index(unsigned int n);
void broken_shift(unsigned int n);
void broken_sleep(unsigned int n);
void broken_lock_order(unsigned int n);
void broken_leak(unsigned int n);

/* Of the glue. */
void broken_preempt_disable(void);
void broken_preempt_enable(void);

#ifdef __cplusplus
}
#endif

#endif
