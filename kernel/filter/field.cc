// SPDX-License-Identifier: GPL-2.0
#include "filter/field.hh"

namespace spile
{

namespace
{

FieldKind kind_of(u8 kind)
{
    switch (static_cast<spile_field_kind>(kind)) {
    case SPILE_FIELD_STATIC_STRING:
        return FieldKind::static_string;
    case SPILE_FIELD_DYN_STRING:
        return FieldKind::dyn_string;
    case SPILE_FIELD_REL_DYN_STRING:
        return FieldKind::rel_string;
    case SPILE_FIELD_PTR_STRING:
        return FieldKind::ptr_string;
    case SPILE_FIELD_TRACE_FN:
        return FieldKind::trace_fn;
    case SPILE_FIELD_CPUMASK:
        return FieldKind::cpumask;
    case SPILE_FIELD_OTHER:
        break;
    }
    return FieldKind::number;
}

// Whether C could convert a field of this type to an integer. Arrays, places of
// dynamic arrays and structures are compared, too, as the bytes that they are.
bool converts(Text type, FieldKind kind)
{
    if (kind == FieldKind::ptr_string)
        return true;
    if (kind != FieldKind::number && kind != FieldKind::trace_fn)
        return false;
    if (type.find('[') != Text::npos || type.find("__data_loc") != Text::npos ||
        type.find("__rel_loc") != Text::npos)
        return false;
    bool structure = type.starts_with("struct ") || type.starts_with("union ");
    return !structure || type.find('*') != Text::npos;
}

bool can_be_given(const FilterTarget &target, usize index, FieldKind kind)
{
    switch (kind) {
    case FieldKind::static_string:
    case FieldKind::dyn_string:
    case FieldKind::rel_string:
        return FilterTarget::has(target.strings, index);
    default:
        return FilterTarget::has(target.values, index) &&
               converts(target.fields[index].type, kind);
    }
}

FilterField own_field(const FilterTarget &target, usize index)
{
    const spile_event_field &from = target.fields[index];
    FilterField field;
    field.kind = kind_of(from.kind);
    field.is_signed = from.is_signed;
    field.is_scalar = can_be_given(target, index, field.kind);
    field.offset = from.offset;
    field.size = from.size;
    field.ask = static_cast<i32>(index);
    return field;
}

struct NamedField {
    const char *name;
    FilterField field;
};

constexpr FilterField cpu_field = {FieldKind::cpu, true, true, 0, 0, SPILE_FILTER_CPU};
constexpr FilterField comm_field = {FieldKind::comm, false, false, 0, 0, 0};

constexpr FilterField common(bool is_signed, u16 offset, u16 size, i32 ask)
{
    return {FieldKind::number, is_signed, true, offset, size, ask};
}

constexpr NamedField names_of_all_events[] = {
    {"CPU", cpu_field},
    {"cpu", cpu_field},
    {"common_cpu", cpu_field},
    {"COMM", comm_field},
    {"comm", comm_field},
    {"common_type", common(false, 0, 2, SPILE_FILTER_COMMON_TYPE)},
    {"common_flags", common(false, 2, 1, SPILE_FILTER_COMMON_FLAGS)},
    {"common_preempt_count", common(false, 3, 1, SPILE_FILTER_COMMON_PREEMPT_COUNT)},
    {"common_pid", common(true, 4, 4, SPILE_FILTER_COMMON_PID)},
};

} // namespace

bool find_field(const FilterTarget &target, Text name, FilterField &found)
{
    // Of two with one name the kernel finds the last.
    for (usize i = target.fields.size(); i-- > 0;)
        if (name == target.fields[i].name) {
            found = own_field(target, i);
            return true;
        }
    for (const NamedField &one : names_of_all_events)
        if (name == one.name) {
            found = one.field;
            return true;
        }
    return false;
}

} // namespace spile
