// SPDX-License-Identifier: GPL-2.0
#include "output/line.hh"

#include "glue/names.h"
#include "output/latency_flags.hh"
#include "output/records.hh"
#include "output/time.hh"

namespace spile {

namespace {

void print_lost(Printer &out, const Entry &entry)
{
    if (!entry.lost)
        return;
    out.text("CPU:").dec(entry.cpu).text(" [LOST ").dec(entry.lost).text(" EVENTS]\n");
}

} // namespace

Result<Box<LinePrinter>> LinePrinter::create(AnnotateCpus annotate)
{
    Box<LinePrinter> printer = TRY(make_box<LinePrinter>());
    printer->annotate_ = annotate;
    if (annotate == AnnotateCpus::yes) {
        unsigned cpus = spile_cpu_limit();
        TRY(printer->started_.reserve(cpus));
        for (unsigned i = 0; i < cpus; ++i)
            printer->started_.push_reserved(0);
    }
    return printer;
}

void LinePrinter::print(Printer &out, const Entry &entry, const OutputOptions &options)
{
    print_lost(out, entry);
    bool first = first_;
    first_ = false;
    if (entry.type() == SPILE_RECORD_TEXT && options.printk_msg_only) {
        print_text_only(out, entry);
        return;
    }
    if (annotate_ == AnnotateCpus::yes && options.annotate && !started_[entry.cpu]) {
        started_[entry.cpu] = 1;
        if (!first)
            out.text("##### CPU ").dec(entry.cpu).text(" buffer started ####\n");
    }
    if (options.context_info)
        print_context(out, entry, options);

    switch (entry.type()) {
    case SPILE_RECORD_FUNCTION:
        print_function(out, entry, symbols_, options);
        return;
    case SPILE_RECORD_STACK:
        print_stack(out, entry, symbols_, options);
        return;
    case SPILE_RECORD_TEXT:
        print_text(out, entry, symbols_, options);
        return;
    case SPILE_RECORD_RAW:
        print_raw(out, entry);
        return;
    case SPILE_RECORD_SCHED_SWITCH:
        print_sched_switch(out, entry);
        return;
    }
    out.text("Unknown type ").dec(entry.type()).ch('\n');
}

void LinePrinter::print_context(Printer &out, const Entry &entry, const OutputOptions &options)
{
    char comm[16] = {};
    spile_task_comm(entry.pid(), comm, options.find_names);
    usize size = 0;
    while (size < sizeof(comm) && comm[size])
        ++size;
    out.right(Text(comm, size), 16).ch('-');

    usize before = out.size();
    out.dec(entry.pid());
    usize digits = out.size() - before;
    out.fill(' ', digits < 7 ? static_cast<unsigned>(7 - digits) : 0).ch(' ');

    if (options.record_tgid) {
        if (u32 tgid = spile_task_tgid(entry.pid()))
            out.ch('(').dec(tgid, 7).text(") ");
        else
            out.text("(-------) ");
    }
    out.ch('[').dec(entry.cpu, 3, '0').text("] ");
    if (options.irq_info)
        out.text(Text(latency_flags(entry.context()).text, 5));
    out.ch(' ');
    if (options.clock_in_ns)
        print_seconds(out, entry.time_ns);
    else
        out.dec(entry.time_ns, 12);
    out.text(": ");
}

} // namespace spile
