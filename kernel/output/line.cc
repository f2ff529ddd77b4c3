// SPDX-License-Identifier: GPL-2.0
#include "output/line.hh"

#include "output/context.hh"
#include "output/forms.hh"
#include "output/records.hh"

namespace spile {

namespace {

void print_lost(Printer &out, const Entry &entry)
{
    if (!entry.lost)
        return;
    out.text("CPU:").dec(entry.cpu).text(" [LOST ").dec(entry.lost).text(" EVENTS]\n");
}

} // namespace

Result<Box<LinePrinter>> LinePrinter::create(AnnotateCpus annotate, LineFormat format)
{
    Box<LinePrinter> printer = TRY(make_box<LinePrinter>());
    printer->annotate_ = annotate;
    printer->format_ = format;
    if (annotate == AnnotateCpus::yes) {
        unsigned cpus = spile_cpu_limit();
        TRY(printer->started_.reserve(cpus));
        for (unsigned i = 0; i < cpus; ++i)
            printer->started_.push_reserved(0);
    }
    return printer;
}

// Not in front of the first two records, as in the kernel.
void LinePrinter::print_started(Printer &out, unsigned cpu)
{
    if (annotate_ == AnnotateCpus::no || started_[cpu])
        return;
    started_[cpu] = 1;
    if (index_ > 1)
        out.text("##### CPU ").dec(cpu).text(" buffer started ####\n");
}

void LinePrinter::print(Printer &out, const Entry &entry, const OutputOptions &options)
{
    stamp_bytes_ = 0;
    print_lost(out, entry);
    if (entry.type() == SPILE_RECORD_TEXT && options.printk_msg_only)
        print_text_only(out, entry);
    else if (options.bin)
        print_bin_form(out, entry, options);
    else if (options.hex)
        print_hex_form(out, entry, options);
    else if (options.raw)
        print_raw_form(out, entry, options);
    else
        print_words(out, entry, options);
    ++index_;
}

void LinePrinter::print_words(Printer &out, const Entry &entry, const OutputOptions &options)
{
    if (options.annotate)
        print_started(out, entry.cpu);
    if (options.context_info && format_ == LineFormat::latency) {
        print_latency_context(out, entry, index_, options);
        stamp_at_ = out.size();
        stamp_time_ = entry.time_ns;
        print_latency_stamp(out, stamp_time_, stamp_time_, options);
        stamp_bytes_ = out.size() - stamp_at_;
    } else if (options.context_info) {
        print_context(out, entry, options);
    }
    if (options.fields) {
        print_fields(out, entry);
        return;
    }
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
    case SPILE_RECORD_USER_STACK:
        print_user_stack(out, entry, options);
        return;
    case SPILE_RECORD_FUNC_REPEATS:
        print_func_repeats(out, entry, symbols_, options);
        return;
    case SPILE_RECORD_RAW:
        print_raw_marker(out, entry);
        return;
    case SPILE_RECORD_SCHED_SWITCH:
        print_sched_switch(out, entry);
        return;
    default:
        out.text("Unknown type ").dec(entry.type()).ch('\n');
    }
}

void LinePrinter::print_fields(Printer &out, const Entry &entry)
{
    switch (entry.type()) {
    case SPILE_RECORD_FUNCTION:
        print_function_fields(out, entry, symbols_);
        return;
    case SPILE_RECORD_STACK:
        print_stack_fields(out, entry, symbols_);
        return;
    case SPILE_RECORD_TEXT:
        print_text_fields(out, entry, symbols_);
        return;
    case SPILE_RECORD_USER_STACK:
        print_user_stack_fields(out, entry);
        return;
    case SPILE_RECORD_FUNC_REPEATS:
        print_func_repeats_fields(out, entry, symbols_);
        return;
    case SPILE_RECORD_RAW:
        print_raw_marker_fields(out, entry);
        return;
    case SPILE_RECORD_SCHED_SWITCH:
        print_sched_switch_fields(out, entry);
        return;
    default:
        out.text("UNKNOWN TYPE ").dec(entry.type()).ch('\n');
    }
}

void LinePrinter::follow(Printer &out, u64 next_time, const OutputOptions &options) const
{
    if (!stamp_bytes_)
        return;
    Printer stamp;
    print_latency_stamp(stamp, stamp_time_, next_time, options);
    if (!stamp.failed() && stamp.view() != out.view().from(stamp_at_).first(stamp_bytes_))
        out.replace(stamp_at_, stamp_bytes_, stamp.view());
}

} // namespace spile
