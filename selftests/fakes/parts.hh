// SPDX-License-Identifier: GPL-2.0
// What reset() calls of each fake.
#pragma once

namespace spile::fakes {

void reset_clock();
void reset_current();
void reset_defer();
void reset_events();
void reset_gate();
void reset_grace();
void reset_kernel();
void reset_log();
void reset_module_ref();
void reset_names();
void reset_sched();
void reset_strings();
void reset_symbols();
void reset_task();
void reset_wait();

} // namespace spile::fakes
