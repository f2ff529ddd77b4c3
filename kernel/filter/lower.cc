// SPDX-License-Identifier: GPL-2.0
#include "filter/lower.hh"

#include "filter/interval.hh"

namespace spile
{

namespace
{

constexpr LoweredPredicate known(bool verdict)
{
    return {{}, verdict ? Verdict::always : Verdict::never};
}

// Of what is compared as a number; 0: of no width that can be.
unsigned bits_of(const FilterField &field)
{
    if (field.kind == FieldKind::cpu)
        return 32;
    return field.size == 1 || field.size == 2 || field.size == 4 || field.size == 8
               ? 8u * field.size
               : 0;
}

// Most fields have enough of the entry behind them for the widest load, whose upper bytes
// no test looks at. They are the upper ones only if the lowest comes first.
FilterLoad load_of(const FilterField &field, unsigned bits, u32 entry_bytes)
{
    if (field.kind == FieldKind::cpu)
        return FilterLoad::cpu;
    bool little_endian = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
    if (bits == 64 || (little_endian && field.offset + 8u <= entry_bytes))
        return FilterLoad::wide;
    return bits == 32 ? FilterLoad::four : bits == 16 ? FilterLoad::two : FilterLoad::one;
}

// A step about the value of `field`.
FilterStep value_step(const FilterField &field, FilterTest test, u64 mask, const LoweringTo &to)
{
    FilterStep step = {};
    step.set_kind(test);
    step.mask = mask;
    step.ask = field.is_scalar ? field.ask : SPILE_FILTER_ENTRY;
    step.offset = field.offset;
    step.set_load(load_of(field, bits_of(field), to.entry_bytes));
    return step;
}

LoweredPredicate lower_interval(const FilterField &field, const Interval &interval,
                                const LoweringTo &to)
{
    if (interval.empty)
        return known(false);
    if (interval.everything())
        return known(true);
    LoweredPredicate made;
    made.step = value_step(field, FilterTest::range, interval.mask, to);
    made.step.low = interval.low;
    made.step.span = interval.span;
    return made;
}

LoweredPredicate lower_number(const Predicate &from, const LoweringTo &to)
{
    unsigned bits = bits_of(from.field);
    if (!bits)
        return known(false);
    if (from.op != FilterOp::band)
        return lower_interval(
            from.field, Interval::comparison(from.op, from.value, bits, from.field.is_signed), to);
    u64 mask = from.value & (~u64{0} >> (64 - bits));
    if (!mask || from.field.kind == FieldKind::cpu)
        return known(false);
    return {value_step(from.field, FilterTest::any_bit, mask, to), Verdict::open};
}

// One CPU, of a number: an equality. More than one are never equal to a number.
LoweredPredicate lower_cpus(const Predicate &from, const LoweringTo &to)
{
    const CpuMasks &masks = to.masks;
    LoweredPredicate made;
    if (from.field.kind == FieldKind::cpumask) {
        made.step.set_kind(FilterTest::cpumask);
        made.step.set_load(FilterLoad::none);
        made.step.mask = static_cast<u64>(from.op);
        made.step.ask = SPILE_FILTER_ENTRY;
        made.step.offset = from.field.offset;
    } else {
        unsigned bits = bits_of(from.field);
        if (!bits)
            return known(false);
        u64 mask = ~u64{0} >> (64 - bits);
        if (masks.count(from.cpus) == 1) {
            FilterOp op = from.op == FilterOp::ne ? FilterOp::ne : FilterOp::eq;
            return lower_interval(
                from.field, Interval::comparison(op, masks.first(from.cpus), bits, false), to);
        }
        if (from.op == FilterOp::ne) // true of each CPU, and of nothing else
            return lower_interval(
                from.field,
                Interval::comparison(FilterOp::le, min<u64>(masks.cpus() - 1, mask), bits, false),
                to);
        if (from.op == FilterOp::eq || !masks.count(from.cpus))
            return known(false);
        made.step = value_step(from.field, FilterTest::cpu_set, mask, to);
    }
    made.step.set_cpus(masks.mask(from.cpus), masks.cpus());
    return made;
}

FilterTest string_test(FieldKind kind)
{
    switch (kind) {
    case FieldKind::comm:
        return FilterTest::comm;
    case FieldKind::ptr_string:
        return FilterTest::ptr_string;
    case FieldKind::static_string:
        return FilterTest::static_string;
    case FieldKind::dyn_string:
        return FilterTest::dyn_string;
    default:
        return FilterTest::rel_string;
    }
}

LoweredPredicate lower_string(const Predicate &from, const LoweringTo &to)
{
    Glob glob =
        from.op == FilterOp::glob ? Glob::parse(from.pattern) : Glob{GlobKind::exact, from.pattern};
    to.patterns.push_reserved({glob, from.inverted, from.from_user});
    FilterTest test = string_test(from.field.kind);
    FilterStep step = value_step(from.field, test, 0, to);
    if (test == FilterTest::comm)
        step.ask = SPILE_FILTER_NOTHING;
    if (test != FilterTest::ptr_string)
        step.set_load(FilterLoad::none);
    if (test == FilterTest::static_string)
        step.set_room(from.field.size);
    step.set_pattern(&to.patterns.back());
    return {step, Verdict::open};
}

} // namespace

LoweredPredicate lower(const Predicate &from, const LoweringTo &to)
{
    switch (from.kind) {
    case PredicateKind::number:
        return lower_number(from, to);
    case PredicateKind::function:
        return lower_interval(
            from.field, Interval::range(from.value, from.end - from.value, from.op == FilterOp::ne),
            to);
    case PredicateKind::cpus:
        return lower_cpus(from, to);
    case PredicateKind::string:
        return lower_string(from, to);
    case PredicateKind::words:
        break; // what to trace, not what to record
    }
    return known(true);
}

} // namespace spile
