// SPDX-License-Identifier: GPL-2.0
// The lines before the records, as a stock 6.1 kernel prints them.
#include "output/header.hh"

#include "output/latency_flags.hh"
#include "output/ring_stats.hh"
#include "selftests/unit/test.hh"

namespace spile {
namespace {

const HeaderFacts facts{"function", 430, 384830, 2};

SPILE_TEST(output_header, default_form)
{
    Printer out;
    print_header(out, facts, {});
    EXPECT_EQ(out.view(), Text("# tracer: function\n"
                              "#\n"
                              "# entries-in-buffer/entries-written: 430/385260   #P:2\n"
                              "#\n"
                              "#                                _-----=> irqs-off/BH-disabled\n"
                              "#                               / _----=> need-resched\n"
                              "#                              | / _---=> hardirq/softirq\n"
                              "#                              || / _--=> preempt-depth\n"
                              "#                              ||| / _-=> migrate-disable\n"
                              "#                              |||| /     delay\n"
                              "#           TASK-PID     CPU#  |||||  TIMESTAMP  FUNCTION\n"
                              "#              | |         |   |||||     |         |\n"));
}

SPILE_TEST(output_header, with_thread_groups)
{
    OutputOptions options;
    options.record_tgid = true;
    Printer out;
    print_header(out, facts, options);
    EXPECT(out.view().ends_with(
        Text("#                                          _-----=> irqs-off/BH-disabled\n"
             "#                                         / _----=> need-resched\n"
             "#                                        | / _---=> hardirq/softirq\n"
             "#                                        || / _--=> preempt-depth\n"
             "#                                        ||| / _-=> migrate-disable\n"
             "#                                        |||| /     delay\n"
             "#           TASK-PID       TGID    CPU#  |||||  TIMESTAMP  FUNCTION\n"
             "#              | |           |       |   |||||     |         |\n")));
}

SPILE_TEST(output_header, without_irq_information)
{
    OutputOptions options;
    options.irq_info = false;
    Printer out;
    print_header(out, facts, options);
    EXPECT_EQ(out.view(), Text("# tracer: function\n"
                              "#\n"
                              "# entries-in-buffer/entries-written: 430/385260   #P:2\n"
                              "#\n"
                              "#           TASK-PID     CPU#     TIMESTAMP  FUNCTION\n"
                              "#              | |         |         |         |\n"));
    out.clear();
    options.record_tgid = true;
    print_header(out, facts, options);
    EXPECT(out.view().ends_with(
        Text("#           TASK-PID       TGID    CPU#     TIMESTAMP  FUNCTION\n"
             "#              | |           |       |         |         |\n")));
}

SPILE_TEST(output_header, short_form)
{
    OutputOptions options;
    options.context_info = false;
    Printer out;
    print_header(out, facts, options);
    EXPECT_EQ(out.view(), Text("# tracer: function\n#\n"));
    options = OutputOptions();
    options.verbose = true;
    out.clear();
    print_header(out, facts, options);
    EXPECT_EQ(out.view(), Text("# tracer: function\n#\n"));
}

SPILE_TEST(output_header, latency_format)
{
    HeaderFacts facts{"function", 38, 2, 2};
    facts.kernel_release = "6.1.0-57-amd64";
    facts.preemption = "desktop";
    facts.cpu = 1;
    const Text head =
        "# tracer: function\n"
        "#\n"
        "# function latency trace v1.1.5 on 6.1.0-57-amd64\n"
        "# --------------------------------------------------------------------\n"
        "# latency: 0 us, #38/40, CPU#1 | (M:desktop VP:0, KP:0, SP:0 HP:0 #P:2)\n"
        "#    -----------------\n"
        "#    | task: -0 (uid:0 nice:0 policy:0 rt_prio:0)\n"
        "#    -----------------\n"
        "#\n";
    Printer out;
    OutputOptions options;
    print_header(out, facts, options, LineFormat::latency);
    EXPECT(out.view().starts_with(head));
    EXPECT_EQ(out.view().from(head.size()),
              Text("#                    _------=> CPU#            \n"
                   "#                   / _-----=> irqs-off/BH-disabled\n"
                   "#                  | / _----=> need-resched    \n"
                   "#                  || / _---=> hardirq/softirq \n"
                   "#                  ||| / _--=> preempt-depth   \n"
                   "#                  |||| / _-=> migrate-disable \n"
                   "#                  ||||| /     delay           \n"
                   "#  cmd     pid     |||||| time  |   caller     \n"
                   "#     \\   /        ||||||  \\    |    /       \n"));
    out.clear();
    options.verbose = true;
    print_header(out, facts, options, LineFormat::latency);
    EXPECT_EQ(out.view(), head);
    out.clear();
    facts.empty = true;
    print_header(out, facts, options, LineFormat::latency);
    EXPECT_EQ(out.view(), Text("# tracer: function\n#\n"));
}

SPILE_TEST(output_header, context_flags)
{
    struct {
        u64 flags, preempt, migrate;
        const char *text;
    } rows[] = {
        {0x00, 0, 0, "....."},  {0x01, 2, 0, "d..2."},  {0x81, 0, 0, "D...."},
        {0x80, 0, 1, "b...1"},  {0x02, 0, 0, "X...."},  {0x24, 0, 0, ".N..."},
        {0x04, 0, 0, ".n..."},  {0x20, 0, 0, ".p..."},  {0x29, 1, 0, "dph1."},
        {0x18, 0, 0, "..H.."},  {0x10, 10, 0, "..sa."}, {0x08, 15, 15, "..hff"},
        {0x40, 0, 0, "..z.."},  {0x48, 0, 0, "..Z.."},
    };
    for (auto &row : rows) {
        u64 context = row.flags << 16 | row.preempt << 24 | row.migrate << 28 | u64{99} << 32 | 1;
        EXPECT(Text(latency_flags(context).text, 5) == Text(row.text));
    }
}

SPILE_TEST(output_header, ring_stats)
{
    RingStats stats;
    stats.entries = 48;
    stats.overrun = 1;
    stats.commit_overrun = 2;
    stats.bytes = 1344;
    stats.oldest_ns = 3765640123;
    stats.now_ns = 4445456500;
    stats.dropped = 3;
    stats.refused = 4;
    stats.read = 5;
    Printer out;
    print_ring_stats(out, stats, true);
    EXPECT_EQ(out.view(), Text("entries: 48\n"
                              "overrun: 1\n"
                              "commit overrun: 2\n"
                              "bytes: 1344\n"
                              "oldest event ts:     3.765640\n"
                              "now ts:     4.445457\n"
                              "dropped events: 7\n"
                              "read events: 5\n"));
}

} // namespace

SPILE_SUITE(output_header, default_form, with_thread_groups, without_irq_information, short_form,
            latency_format,            context_flags, ring_stats)

} // namespace spile
