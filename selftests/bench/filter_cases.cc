// SPDX-License-Identifier: GPL-2.0
#include "filter_cases.hh"

namespace spile::bench {

namespace {

template <typename T> T field(const Pred &pred, const u8 *entry)
{
    return *reinterpret_cast<const T *>(entry + pred.offset);
}
bool s32_eq(const Pred &pred, const u8 *entry)
{
    return field<i32>(pred, entry) == static_cast<i32>(pred.value);
}
bool u32_lt(const Pred &pred, const u8 *entry)
{
    return field<u32>(pred, entry) < static_cast<u32>(pred.value);
}
bool u64_ne(const Pred &pred, const u8 *entry) { return field<u64>(pred, entry) != pred.value; }
bool u16_and(const Pred &pred, const u8 *entry)
{
    return field<u16>(pred, entry) & static_cast<u16>(pred.value);
}

[[gnu::noinline]] bool call(const Pred &pred, const u8 *entry)
{
    switch (pred.test) {
    case Test::s32_eq:
        return s32_eq(pred, entry);
    case Test::u32_lt:
        return u32_lt(pred, entry);
    case Test::u64_ne:
        return u64_ne(pred, entry);
    case Test::u16_and:
        return u16_and(pred, entry);
    case Test::count:
        break;
    }
    return false;
}

} // namespace

const Pred four_preds[4] = {
    {s32_eq, 42, Test::s32_eq, 8},
    {u32_lt, 130, Test::u32_lt, 12},
    {u64_ne, 7, Test::u64_ne, 16},
    {u16_and, 2, Test::u16_and, 24},
};

} // namespace spile::bench

using namespace spile;
using namespace spile::bench;

extern "C" {

bool bench_by_address(const Preds *preds, const u8 *entry)
{
    for (const Pred *const *pred = preds->preds; *pred; ++pred)
        if (!(*pred)->function(**pred, entry))
            return false;
    return true;
}

bool bench_by_switch(const Preds *preds, const u8 *entry)
{
    for (const Pred *const *pred = preds->preds; *pred; ++pred)
        if (!call(**pred, entry))
            return false;
    return true;
}

bool bench_entry(const Filter *filter, const u8 *entry)
{
    return filter->matches({entry, sizeof(Entry)});
}

bool bench_lazy(const Filter *filter, const Hit *hit)
{
    const FilterStep *at = filter->start();
    while (at->ask >= 0) {
        u64 value;
        if (at->ask == 0)
            value = static_cast<u64>(hit->pid);
        else if (at->ask == 1)
            value = hit->prio;
        else if (at->ask == 2)
            value = hit->state;
        else
            value = hit->flags;
        at = Filter::next(at, value);
    }
    return at->ask == SPILE_FILTER_ACCEPT;
}

} // extern "C"
