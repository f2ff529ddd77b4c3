// SPDX-License-Identifier: GPL-2.0
#include "event/event_type.hh"

#include "event/format.hh"
#include "event/values.hh"

namespace spile
{

Result<Box<EventType>> EventType::create(const spile_event &event, u16 id)
{
    Box<EventType> type = TRY(make_box<EventType>(event, id));
    TRY(type->fields_.reserve(event.nr_fields));
    for (unsigned n = 0; n < event.nr_fields; ++n)
        type->fields_.push_reserved({});
    spile_event_fields(&event, type->fields_.data());
    return type;
}

Result<void> EventType::print_format(Printer &out) const
{
    Vec<NamedValue> values = TRY(values_of(event_.system));
    Printer print_fmt;
    print_with_values(print_fmt, event_.print_fmt, values.span().as_const());
    TRY(print_fmt.status());
    spile::print_format(out, {name(), id(), fields(), print_fmt.view()});
    return out.status();
}

} // namespace spile
