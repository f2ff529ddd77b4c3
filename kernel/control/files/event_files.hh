// SPDX-License-Identifier: GPL-2.0
// The files below `events`, by the function that makes each.
#pragma once

#include "control/event_directory.hh"
#include "files.hh"

namespace spile
{

// Of an event.
Result<Box<File>> make_event_format(EventOf &of);
Result<Box<File>> make_event_id(EventOf &of);

// Of an entry that is no event.
Result<Box<File>> make_ftrace_format(const FormatText &entry);
Result<Box<File>> make_ftrace_id(const FormatText &entry);

// Of the directory `events` itself.
Result<Box<File>> make_header_page(Instance &instance);
Result<Box<File>> make_header_event(Instance &instance);

constexpr FileRow<Instance> events_rows[] = {
    {"enable", 0640, make_events_enable},
    {"header_event", 0440, make_header_event},
    {"header_page", 0440, make_header_page},
};

} // namespace spile
