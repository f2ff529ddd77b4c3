// SPDX-License-Identifier: GPL-2.0
// Events as the glue would have made them.
#include "glue/events.h"

#include "fakes.hh"
#include "parts.hh"

namespace spile::fakes
{
namespace
{

constinit Span<const EventValue> values{};
constinit Span<const char *const> strings{};

} // namespace

spile_event make_event(const char *system, const char *name, const EventShape &shape)
{
    return {system,      name,         shape.print_fmt, static_cast<unsigned>(shape.fields.size()),
            shape.bytes, shape.values, shape.strings,   &shape};
}

void set_event_values(Span<const EventValue> all) { values = all; }
void set_printk_formats(Span<const char *const> all) { strings = all; }

void reset_events()
{
    values = {};
    strings = {};
}

} // namespace spile::fakes

using namespace spile;

extern "C" {

void spile_event_fields(const struct spile_event *event, struct spile_event_field *fields)
{
    for (const spile_event_field &field :
         static_cast<const fakes::EventShape *>(event->row)->fields)
        *fields++ = field;
}

int spile_event_values(const char *system, int (*each)(void *context, const char *name, long value),
                       void *context)
{
    int rc = 0;
    for (const fakes::EventValue &value : fakes::values)
        if (!rc && Text(value.system) == Text(system))
            rc = each(context, value.name, value.value);
    return rc;
}

int spile_printk_formats(int (*each)(void *context, const char *string), void *context)
{
    int rc = 0;
    for (const char *string : fakes::strings)
        if (!rc)
            rc = each(context, string);
    return rc;
}

} // extern "C"
