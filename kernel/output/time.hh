// SPDX-License-Identifier: GPL-2.0
// Times as the kernel prints them: seconds and microseconds, rounded to nearest.
#pragma once

#include "base/print.hh"

namespace spile {

constexpr u64 ns_to_us(u64 ns) { return (ns + 500) / 1000; }

// "    3.765640"; the seconds are right-aligned in five columns.
inline void print_seconds(Printer &out, u64 ns)
{
    u64 us = ns_to_us(ns);
    out.dec(us / 1000000, 5).ch('.').dec(us % 1000000, 6, '0');
}

// As a line's context has it: " " and seconds, or a plain number in twelve columns.
inline void print_time(Printer &out, u64 time, bool clock_in_ns)
{
    out.ch(' ');
    if (clock_in_ns)
        print_seconds(out, time);
    else
        out.dec(time, 12);
}

} // namespace spile
