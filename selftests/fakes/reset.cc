// SPDX-License-Identifier: GPL-2.0
#include "fakes.hh"

#include "parts.hh"

void spile::fakes::reset()
{
    fail_allocation(0);
    reset_clock();
    reset_current();
    reset_defer();
    reset_events();
    reset_gate();
    reset_grace();
    reset_kernel();
    reset_log();
    reset_module_ref();
    reset_names();
    reset_sched();
    reset_strings();
    reset_symbols();
    reset_task();
    reset_wait();
}
