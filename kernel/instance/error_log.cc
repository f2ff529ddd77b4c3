// SPDX-License-Identifier: GPL-2.0
#include "error_log.hh"

#include "base/box.hh"
#include "glue/clock.h"

namespace spile {

namespace {

constexpr usize longest_command = 255; // as the kernel keeps of one

} // namespace

void ErrorLog::add(Text where, Text what, Text command, usize caret)
{
    Result<Box<Entry>> made = make_box<Entry>();
    if (!made)
        return;
    Box<Entry> entry = made.take();
    entry->time_ns = spile_clock_local();
    command = command.first(longest_command);
    entry->caret = min(caret, command.size());
    entry->head.text(where).text(": error: ").text(what);
    entry->command.text(command);
    if (entry->head.failed() || entry->command.failed())
        return;
    Locked lock(mutex_);
    if (count_ == most_entries)
        Box<Entry> oldest(entries_.pop_front());
    else
        ++count_;
    entries_.push_back(*entry.release());
}

void ErrorLog::clear()
{
    Locked lock(mutex_);
    while (Entry *entry = entries_.pop_front())
        Box<Entry> owned(entry);
    count_ = 0;
}

Result<void> ErrorLog::print(Printer &out)
{
    Locked lock(mutex_);
    for (Entry &entry : entries_) {
        u64 us = entry.time_ns / 1000;
        out.ch('[').dec(us / 1000000, 5).ch('.').dec(us % 1000000, 6, '0').text("] ");
        out.text(entry.head.view()).text("\n  Command: ").text(entry.command.view()).ch('\n');
        out.fill(' ', static_cast<unsigned>(Text("  Command: ").size() + entry.caret));
        out.text("^\n");
    }
    return out.status();
}

} // namespace spile
