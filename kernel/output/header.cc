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

void print_plain(Printer &out, const HeaderFacts &facts, const OutputOptions &options)
{
    if (options.verbose)
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

// The task is of tracers that measure one; so are the priorities that are always 0.
void print_latency(Printer &out, const HeaderFacts &facts, const OutputOptions &options)
{
    if (facts.empty)
        return;
    constexpr Text rule = "#    -----------------\n";
    out.text("# ").text(facts.tracer).text(" latency trace v1.1.5 on ");
    out.text(facts.kernel_release).text("\n# ").fill('-', 68);
    out.text("\n# latency: 0 us, #").dec(facts.entries).ch('/').dec(facts.entries + facts.overrun);
    out.text(", CPU#").dec(facts.cpu).text(" | (M:").text(facts.preemption);
    out.text(" VP:0, KP:0, SP:0 HP:0 #P:").dec(facts.cpus_online).text(")\n").text(rule);
    out.text("#    | task: -0 (uid:0 nice:0 policy:0 rt_prio:0)\n").text(rule).text("#\n");
    if (options.verbose)
        return;
    out.text("#                    _------=> CPU#            \n"
             "#                   / _-----=> irqs-off/BH-disabled\n"
             "#                  | / _----=> need-resched    \n"
             "#                  || / _---=> hardirq/softirq \n"
             "#                  ||| / _--=> preempt-depth   \n"
             "#                  |||| / _-=> migrate-disable \n"
             "#                  ||||| /     delay           \n"
             "#  cmd     pid     |||||| time  |   caller     \n"
             "#     \\   /        ||||||  \\    |    /       \n");
}

} // namespace

void print_header(Printer &out, const HeaderFacts &facts, const OutputOptions &options,
                  LineFormat format)
{
    out.text("# tracer: ").text(facts.tracer).text("\n#\n");
    if (!options.context_info)
        return;
    if (format == LineFormat::latency)
        print_latency(out, facts, options);
    else
        print_plain(out, facts, options);
}

} // namespace spile
