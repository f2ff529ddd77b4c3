// SPDX-License-Identifier: GPL-2.0
#include "glue/kernel.h"

#include "fakes.hh"
#include "parts.hh"

namespace spile::fakes {
namespace {

constexpr spile_kernel_facts initially = {.release = "6.1.0-fake",
                                          .preemption = "desktop",
                                          .marker_bytes = 1024,
                                          .raw_marker_bytes = 1024,
                                          .raw_marker_refused = 3072,
                                          .marker_ip = 0xffffffff81777770,
                                          .has_fields = 0,
                                          .has_trace_printk_dest = 0};
constinit spile_kernel_facts facts = initially;

} // namespace

spile_kernel_facts &kernel() { return facts; }
void reset_kernel() { facts = initially; }

} // namespace spile::fakes

extern "C" const spile_kernel_facts *spile_kernel(void) { return &spile::fakes::kernel(); }
