// SPDX-License-Identifier: GPL-2.0
// What is measured of filters, each a function that can be called and counted alone.
// All are compiled as kernel code is (filter_bench.mk): indirect calls and returns go
// through thunks.
#pragma once

#include "filter/filter.hh"

namespace spile::bench {

// The event: four integers.
struct Hit {
    i32 pid;
    u32 prio;
    u64 state;
    u16 flags;
};
struct Entry {
    u16 type;
    u8 common_flags, preempt_count;
    i32 common_pid;
    i32 pid;
    u32 prio;
    u64 state;
    u16 flags;
};
constexpr spile_event_field fields[] = {
    {"int", "pid", 8, 4, 1, SPILE_FIELD_OTHER, 0},
    {"u32", "prio", 12, 4, 0, SPILE_FIELD_OTHER, 0},
    {"u64", "state", 16, 8, 0, SPILE_FIELD_OTHER, 0},
    {"u16", "flags", 24, 2, 0, SPILE_FIELD_OTHER, 0},
};

// --- Two loops over the same predicates, joined by "&&", for comparison: one calls each
// by its address, one by a switch.
enum class Test : u32 { s32_eq, u32_lt, u64_ne, u16_and, count };
struct Pred {
    bool (*function)(const Pred &pred, const u8 *entry);
    u64 value;
    Test test;
    u32 offset;
};
struct Preds {
    const Pred *preds[5]; // ends with null
};
extern const Pred four_preds[4];

} // namespace spile::bench

extern "C" {
bool bench_by_address(const spile::bench::Preds *preds, const spile::u8 *entry);
bool bench_by_switch(const spile::bench::Preds *preds, const spile::u8 *entry);
// spile's, over an entry, and as a probe runs it.
bool bench_entry(const spile::Filter *filter, const spile::u8 *entry);
bool bench_lazy(const spile::Filter *filter, const spile::bench::Hit *hit);
}
