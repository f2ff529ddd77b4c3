// SPDX-License-Identifier: GPL-2.0
// Source: the print format of the kernel's sched:sched_switch.
#include "output/fields.hh"
#include "output/records.hh"

namespace spile {

namespace {

Text comm_of(const char (&comm)[16])
{
    Text text(comm, sizeof(comm));
    return text.first(text.find('\0'));
}

constexpr char states[] = {'S', 'D', 'T', 't', 'X', 'Z', 'P', 'I'};
constexpr u32 state_bits = (1u << sizeof(states)) - 1;

void print_state(Printer &out, u64 state)
{
    bool any = false;
    for (u32 bit = 0; bit < sizeof(states); ++bit)
        if (state >> bit & 1) {
            if (any)
                out.ch('|');
            out.ch(states[bit]);
            any = true;
        }
    if (!any)
        out.ch('R');
    if (state & (state_bits + 1)) // preempted: still wants to run
        out.ch('+');
}

} // namespace

void print_sched_switch(Printer &out, const Entry &entry)
{
    if (entry.payload_bytes() < sizeof(spile_record_sched_switch)) {
        out.text("sched_switch: (record too short)\n");
        return;
    }
    const auto &what = *entry.payload<spile_record_sched_switch>();
    out.text("sched_switch: prev_comm=").text(comm_of(what.prev_comm));
    out.text(" prev_pid=").sdec(what.prev_pid).text(" prev_prio=").sdec(what.prev_prio);
    out.text(" prev_state=");
    print_state(out, static_cast<u64>(what.prev_state));
    out.text(" ==> next_comm=").text(comm_of(what.next_comm));
    out.text(" next_pid=").sdec(what.next_pid).text(" next_prio=").sdec(what.next_prio).ch('\n');
}

void print_sched_switch_fields(Printer &out, const Entry &entry)
{
    out.text("sched_switch:");
    if (entry.payload_bytes() >= sizeof(spile_record_sched_switch)) {
        const auto &what = *entry.payload<spile_record_sched_switch>();
        print_text_field(out, "prev_comm", comm_of(what.prev_comm));
        print_number_field(out, "prev_pid", what.prev_pid, 4);
        print_number_field(out, "prev_prio", what.prev_prio, 4);
        print_number_field(out, "prev_state", what.prev_state, 8);
        print_text_field(out, "next_comm", comm_of(what.next_comm));
        print_number_field(out, "next_pid", what.next_pid, 4);
        print_number_field(out, "next_prio", what.next_prio, 4);
    }
    out.ch('\n');
}

} // namespace spile
