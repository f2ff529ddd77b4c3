// SPDX-License-Identifier: GPL-2.0
#include "output/context.hh"

#include "glue/names.h"
#include "output/latency_flags.hh"
#include "output/time.hh"

namespace spile {

namespace {

struct Comm {
    char bytes[SPILE_COMM_ROOM] = {};

    Comm(u32 pid, const OutputOptions &options)
    {
        spile_task_comm(pid, bytes, options.find_names);
    }
    Text text() const
    {
        Text all(bytes, sizeof(bytes));
        return all.first(all.find('\0'));
    }
};

// Left-aligned in seven columns.
void print_pid(Printer &out, u32 pid)
{
    usize before = out.size();
    out.dec(pid);
    usize digits = out.size() - before;
    out.fill(' ', digits < 7 ? static_cast<unsigned>(7 - digits) : 0);
}

// Above these delays, in ns, a line of latency-format is marked.
char mark_of(u64 delay_ns)
{
    constexpr struct {
        u64 above_ns;
        char mark;
    } marks[] = {{1000000000, '$'}, {100000000, '@'}, {10000000, '*'},
                 {1000000, '#'},    {100000, '!'},    {10000, '+'}};
    for (auto &row : marks)
        if (delay_ns > row.above_ns)
            return row.mark;
    return ' ';
}

// "24.168ms"
void print_ms(Printer &out, u64 us) { out.dec(us / 1000).ch('.').dec(us % 1000, 3, '0').text("ms"); }

} // namespace

void print_context(Printer &out, const Entry &entry, const OutputOptions &options)
{
    out.right(Comm(entry.pid(), options).text(), 16).ch('-');
    print_pid(out, entry.pid());
    out.ch(' ');
    if (options.record_tgid) {
        if (u32 tgid = spile_task_tgid(entry.pid()))
            out.ch('(').dec(tgid, 7).text(") ");
        else
            out.text("(-------) ");
    }
    out.ch('[').dec(entry.cpu, 3, '0').text("] ");
    if (options.irq_info)
        out.text(Text(latency_flags(entry.context()).text, 5));
    print_time(out, entry.time_ns, options.clock_in_ns);
    out.text(": ");
}

void print_latency_context(Printer &out, const Entry &entry, u64 index,
                           const OutputOptions &options)
{
    Comm comm(entry.pid(), options);
    if (options.verbose) {
        ContextBits bits = context_bits(entry.context());
        out.right(comm.text(), 16).ch(' ').dec(entry.pid(), 7).ch(' ').dec(entry.cpu, 3).ch(' ');
        out.dec(bits.flags).ch(' ').hex(bits.preempt_depth, 8).ch(' ').hex(index, 8).ch(' ');
        return;
    }
    out.right(comm.text().first(8), 8).ch('-');
    print_pid(out, entry.pid());
    out.ch(' ').dec(entry.cpu, 3).text(Text(latency_flags(entry.context()).text, 5));
}

void print_latency_stamp(Printer &out, u64 time, u64 next_time, const OutputOptions &options)
{
    u64 since = time - options.time_start;
    u64 delay = next_time - time;
    if (!options.clock_in_ns) {
        if (options.verbose) {
            out.ch('[').hex(time, 16).text("] ").sdec(static_cast<i64>(since));
            out.text(" (+").sdec(static_cast<i64>(delay)).text("): ");
        } else {
            out.ch(' ').sdec(static_cast<i64>(since), 4).text(": ");
        }
        return;
    }
    since = ns_to_us(since);
    delay = ns_to_us(delay);
    if (options.verbose) {
        out.ch('[').hex(ns_to_us(time), 8).text("] ");
        print_ms(out, since);
        out.text(" (+");
        print_ms(out, delay);
        out.text("): ");
    } else {
        out.ch(' ').sdec(static_cast<i64>(since), 4).text("us").ch(mark_of(delay * 1000));
        out.text(": ");
    }
}

} // namespace spile
