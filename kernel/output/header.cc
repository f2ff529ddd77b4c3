// SPDX-License-Identifier: GPL-2.0
#include "output/header.hh"

namespace spile {

namespace {

// The legend of the context's five columns, drawn above them.
void print_legend(Printer &out, unsigned indent)
{
    constexpr Text rows[] = {
        "  _-----=> irqs-off/BH-disabled", " / _----=> need-resched",    "| / _---=> hardirq/softirq",
        "|| / _--=> preempt-depth",        "||| / _-=> migrate-disable", "|||| /     delay",
    };
    for (Text row : rows)
        out.ch('#').fill(' ', indent).text(row).ch('\n');
}

} // namespace

void print_header(Printer &out, const HeaderFacts &facts, const OutputOptions &options)
{
    out.text("# tracer: ").text(facts.tracer).text("\n#\n");
    if (!options.context_info || options.verbose)
        return;
    out.text("# entries-in-buffer/entries-written: ").dec(facts.entries).ch('/');
    out.dec(facts.entries + facts.overrun).text("   #P:").dec(facts.cpus_online).text("\n#\n");
    if (options.irq_info)
        print_legend(out, options.record_tgid ? 40 : 30);
    out.text("#           TASK-PID  ").text(options.record_tgid ? "     TGID    " : "   ");
    out.text("CPU#  ").text(options.irq_info ? "|||||  " : "   ").text("TIMESTAMP  FUNCTION\n");
    out.text("#              | |  ").text(options.record_tgid ? "         |       " : "       ");
    out.text("|   ").text(options.irq_info ? "|||||  " : "   ").text("   |         |\n");
}

} // namespace spile
