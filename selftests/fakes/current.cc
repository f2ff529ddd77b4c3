// SPDX-License-Identifier: GPL-2.0
#include "glue/current.h"

#include "fakes.hh"
#include "parts.hh"

namespace spile::fakes
{
namespace
{
constinit unsigned cpu_now = 0;
constinit char comm_now[SPILE_COMM_ROOM] = {};
} // namespace

void set_current(unsigned cpu, const char *comm)
{
    cpu_now = cpu;
    unsigned i = 0;
    for (; i < SPILE_COMM_ROOM && comm[i]; ++i)
        comm_now[i] = comm[i];
    for (; i < SPILE_COMM_ROOM; ++i)
        comm_now[i] = '\0';
}

void reset_current() { set_current(0, "task"); }

} // namespace spile::fakes

extern "C" {

unsigned int spile_current_cpu(void) { return spile::fakes::cpu_now; }
const char *spile_current_comm(void) { return spile::fakes::comm_now; }

} // extern "C"
