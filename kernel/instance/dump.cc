// SPDX-License-Identifier: GPL-2.0
// The function commands dump and cpudump: the ring, as text, in the kernel log.
#include "instance.hh"

#include "glue/log.h"
#include "output/line.hh"
#include "tracer/reading.hh"

namespace spile {

namespace {

void log_lines(Text lines)
{
    while (!lines.empty()) {
        usize end = lines.find('\n');
        Text line = lines.first(end);
        spile_log(line.data(), line.size());
        if (end == Text::npos)
            break;
        lines = lines.from(end + 1);
    }
}

constexpr Text rule = "---------------------------------";

} // namespace

void Instance::dump(unsigned ring_cpu)
{
    Result<Box<EntryReader>> made = read_trace(target_->buffers(), Which::live, ring_cpu);
    Result<Box<LinePrinter>> printer = LinePrinter::create(AnnotateCpus::no);
    if (!made || !printer) {
        log_lines("no memory to dump the trace buffer");
        return;
    }
    EntryReader &reader = *made.value();
    log_lines("Dumping the trace buffer:");
    log_lines(rule);
    bool any = false;
    Printer text;
    for (; const Entry *entry = reader.peek(); reader.advance()) {
        any = true;
        text.clear();
        printer.value()->print(text, *entry, output_options());
        log_lines(text.view());
    }
    log_lines(any ? rule : Text("   (the trace buffer is empty)"));
}

} // namespace spile
