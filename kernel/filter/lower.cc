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

FilterLoad load_of(unsigned bits)
{
    switch (bits) {
    case 8:
        return FilterLoad::one;
    case 16:
        return FilterLoad::two;
    case 32:
        return FilterLoad::four;
    default:
        return FilterLoad::eight;
    }
}

// A step about the value of `field`.
FilterStep value_step(const FilterField &field, FilterTest test, u64 mask)
{
    FilterStep step = {};
    step.test = test;
    step.mask = mask;
    step.ask = field.is_scalar ? field.ask : SPILE_FILTER_ENTRY;
    step.offset = field.offset;
    step.load = load_of(bits_of(field));
    return step;
}

LoweredPredicate lower_interval(const FilterField &field, const Interval &interval)
{
    if (interval.empty)
        return known(false);
    if (interval.everything())
        return known(true);
    LoweredPredicate made;
    made.step = value_step(field, FilterTest::range, interval.mask);
    made.step.low = interval.low;
    made.step.span = interval.span;
    return made;
}

LoweredPredicate lower_number(const Predicate &from)
{
    unsigned bits = bits_of(from.field);
    if (!bits)
        return known(false);
    if (from.op != FilterOp::band)
        return lower_interval(
            from.field, Interval::comparison(from.op, from.value, bits, from.field.is_signed));
    u64 mask = from.value & (~u64{0} >> (64 - bits));
    if (!mask || from.field.kind == FieldKind::cpu)
        return known(false);
    return {value_step(from.field, FilterTest::any_bit, mask), Verdict::open};
}

// One CPU, of a number: an equality. More than one are never equal to a number.
LoweredPredicate lower_cpus(const Predicate &from, const CpuMasks &masks)
{
    LoweredPredicate made;
    if (from.field.kind == FieldKind::cpumask) {
        made.step.test = FilterTest::cpumask;
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
            return lower_interval(from.field,
                                  Interval::comparison(op, masks.first(from.cpus), bits, false));
        }
        if (from.op == FilterOp::ne) // true of each CPU, and of nothing else
            return lower_interval(
                from.field,
                Interval::comparison(FilterOp::le, min<u64>(masks.cpus() - 1, mask), bits, false));
        if (from.op == FilterOp::eq || !masks.count(from.cpus))
            return known(false);
        made.step = value_step(from.field, FilterTest::cpu_set, mask);
    }
    made.step.cpus = masks.mask(from.cpus);
    made.step.cpu_count = masks.cpus();
    return made;
}

LoweredPredicate lower_string(const Predicate &from, Vec<FilterPattern> &patterns)
{
    Glob glob =
        from.op == FilterOp::glob ? Glob::parse(from.pattern) : Glob{GlobKind::exact, from.pattern};
    patterns.push_reserved({glob, from.inverted, from.from_user});
    LoweredPredicate made;
    FilterStep &step = made.step;
    step.pattern = &patterns.back();
    step.offset = from.field.offset;
    step.ask = SPILE_FILTER_ENTRY;
    switch (from.field.kind) {
    case FieldKind::comm:
        step.test = FilterTest::comm;
        step.ask = filter_ask_nothing;
        break;
    case FieldKind::ptr_string:
        step = value_step(from.field, FilterTest::ptr_string, 0);
        step.pattern = &patterns.back();
        break;
    case FieldKind::static_string:
        step.test = FilterTest::static_string;
        step.room = from.field.size;
        break;
    case FieldKind::dyn_string:
        step.test = FilterTest::dyn_string;
        break;
    default:
        step.test = FilterTest::rel_string;
        break;
    }
    return made;
}

} // namespace

LoweredPredicate lower(const Predicate &from, const CpuMasks &masks, Vec<FilterPattern> &patterns)
{
    switch (from.kind) {
    case PredicateKind::number:
        return lower_number(from);
    case PredicateKind::function:
        return lower_interval(from.field, Interval::range(from.value, from.end - from.value,
                                                          from.op == FilterOp::ne));
    case PredicateKind::cpus:
        return lower_cpus(from, masks);
    case PredicateKind::string:
        return lower_string(from, patterns);
    case PredicateKind::words:
        break; // what to trace, not what to record
    }
    return known(true);
}

} // namespace spile
