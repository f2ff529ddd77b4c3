// SPDX-License-Identifier: GPL-2.0
// The text of a `format` file.
#pragma once

#include "base/print.hh"
#include "base/span.hh"
#include "glue/event_field.h"

namespace spile
{

struct FormatText {
    Text name;
    u32 id;
    Span<const spile_event_field> fields; // without the common ones
    Text print_fmt;
};

// Source: the kernel's Documentation/trace/events.rst, "Event formats".
void print_format(Printer &out, const FormatText &format);

} // namespace spile
