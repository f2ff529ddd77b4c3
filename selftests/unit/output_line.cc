// SPDX-License-Identifier: GPL-2.0
// Lines of trace and trace_pipe. The expected ones were printed by a stock 6.1 kernel.
#include "output/line.hh"

#include "output/records.hh"
#include "selftests/fakes/fakes.hh"
#include "selftests/unit/test.hh"

namespace spile {
namespace {

// A record with room for a payload.
struct Made {
    alignas(8) u8 bytes[256] = {};
    Entry entry;

    Made(u32 type, u32 payload_bytes, u64 context, u64 time_ns)
    {
        auto *record = reinterpret_cast<spile_entry *>(bytes);
        record->word = context | type;
        entry.record = record;
        entry.bytes = (sizeof(spile_entry) + payload_bytes + 3) / 4 * 4;
        entry.time_ns = time_ns;
        entry.cpu = 1;
    }
    Made(const Made &) = delete;
    template <typename T> T *payload()
    {
        return reinterpret_cast<T *>(bytes + sizeof(spile_entry));
    }
    void set_text(const char *text)
    {
        auto *record = payload<spile_record_text>();
        for (u32 i = 0; i < Text(text).size(); ++i)
            record->text[i] = text[i];
    }
};

constexpr u64 hard_irq_off = u64{0x09} << 16 | u64{1} << 24;

SPILE_TEST(output_line, context_columns)
{
    Box<LinePrinter> line = LinePrinter::create(AnnotateCpus::no).take();
    Made made(SPILE_RECORD_FUNCTION, 16, hard_irq_off, 3765640499);
    OutputOptions options;
    Printer out;
    line->print(out, made.entry, options);
    EXPECT_EQ(out.view(), Text("          <idle>-0       [001] d.h1.     3.765640: 0\n"));

    out.clear();
    options.irq_info = false;
    line->print(out, made.entry, options);
    EXPECT_EQ(out.view(), Text("          <idle>-0       [001]      3.765640: 0\n"));

    out.clear();
    options.record_tgid = true;
    line->print(out, made.entry, options);
    EXPECT_EQ(out.view(), Text("          <idle>-0       (-------) [001]      3.765640: 0\n"));

    out.clear();
    fakes::name_task(40, "thread", true, 39);
    fakes::name_task(41, "unseen", false, 1234567);
    Made of_a_group(SPILE_RECORD_FUNCTION, 16, u64{40} << 32, 0);
    Made of_another(SPILE_RECORD_FUNCTION, 16, u64{41} << 32, 0);
    line->print(out, of_a_group.entry, options);
    line->print(out, of_another.entry, options);
    options.find_names = false;
    line->print(out, of_another.entry, options);
    EXPECT_EQ(out.view(), Text("          thread-40      (     39) [001]      0.000000: 0\n"
                              "          unseen-41      (1234567) [001]      0.000000: 0\n"
                              "           <...>-41      (1234567) [001]      0.000000: 0\n"));
    fakes::reset();

    out.clear();
    options.context_info = false;
    line->print(out, made.entry, options);
    EXPECT_EQ(out.view(), Text("0\n"));

    out.clear();
    options = OutputOptions();
    options.clock_in_ns = false;
    line->print(out, made.entry, options);
    EXPECT_EQ(out.view(), Text("          <idle>-0       [001] d.h1.   3765640499: 0\n"));
}

SPILE_TEST(output_line, time_is_rounded_to_microseconds)
{
    Box<LinePrinter> line = LinePrinter::create(AnnotateCpus::no).take();
    struct {
        u64 ns;
        const char *text;
    } rows[] = {
        {0, "     0.000000: "},
        {499, "     0.000000: "},
        {500, "     0.000001: "},
        {999999499, "     0.999999: "},
        {999999500, "     1.000000: "},
        {123456789012345678, " 123456789.012346: "},
    };
    for (auto &row : rows) {
        Made made(SPILE_RECORD_FUNCTION, 16, 0, row.ns);
        Printer out;
        line->print(out, made.entry, {});
        EXPECT(out.view().find(Text(row.text)) != Text::npos);
    }
}

SPILE_TEST(output_line, losses_stand_before_the_record)
{
    Box<LinePrinter> line = LinePrinter::create(AnnotateCpus::no).take();
    Made made(SPILE_RECORD_FUNCTION, 16, 0, 0);
    OutputOptions options;
    options.context_info = false;
    Printer out;
    made.entry.lost = 237220;
    line->print(out, made.entry, options);
    EXPECT_EQ(out.view(), Text("CPU:1 [LOST 237220 EVENTS]\n0\n"));
}

SPILE_TEST(output_line, cpu_starts_are_annotated)
{
    OutputOptions options;
    options.context_info = false;
    Made made(SPILE_RECORD_FUNCTION, 16, 0, 0);
    const unsigned cpus[] = {1, 1, 0, 1, 0};
    auto print_cpus = [&](AnnotateCpus when, Printer &out) {
        Box<LinePrinter> line = LinePrinter::create(when).take();
        for (unsigned cpu : cpus) {
            made.entry.cpu = cpu;
            line->print(out, made.entry, options);
        }
    };
    Printer out;
    print_cpus(AnnotateCpus::yes, out);
    EXPECT_EQ(out.view(), Text("0\n0\n##### CPU 0 buffer started ####\n0\n0\n0\n"));
    out.clear();
    print_cpus(AnnotateCpus::no, out);
    EXPECT_EQ(out.view(), Text("0\n0\n0\n0\n0\n"));
    out.clear();
    options.annotate = false;
    print_cpus(AnnotateCpus::yes, out);
    EXPECT_EQ(out.view(), Text("0\n0\n0\n0\n0\n"));
}

SPILE_TEST(output_line, markers)
{
    Box<LinePrinter> line = LinePrinter::create(AnnotateCpus::no).take();
    OutputOptions options;
    options.context_info = false;
    Printer out;
    const char *const texts[] = {"hello\n", "no newline", "", "a\n\n"};
    for (const char *text : texts) {
        Made made(SPILE_RECORD_TEXT, 40, 0, 0);
        made.set_text(text);
        line->print(out, made.entry, options);
    }
    EXPECT_EQ(out.view(), Text("tracing_mark_write: hello\ntracing_mark_write: no newline\n"
                              "tracing_mark_write: \ntracing_mark_write: a\n\n"));
    out.clear();
    options = OutputOptions();
    options.printk_msg_only = true;
    Made made(SPILE_RECORD_TEXT, 40, 0, 0);
    made.set_text("hello\n");
    line->print(out, made.entry, options);
    EXPECT_EQ(out.view(), Text("hello\n"));
}

SPILE_TEST(output_line, raw_markers)
{
    Made made(SPILE_RECORD_RAW, 11, 0, 0);
    auto *raw = made.payload<spile_record_raw>();
    raw->id = 0x201;
    for (u32 i = 0; i < 7; ++i)
        raw->data[i] = static_cast<u8>("abcd\x01\xff"[i]);
    Printer out;
    print_raw(out, made.entry);
    EXPECT_EQ(out.view(), Text("# 201 buf: 61 62 63 64 01 ff 00 00\n"));
}

SPILE_TEST(output_line, sched_switch)
{
    Made made(SPILE_RECORD_SCHED_SWITCH, sizeof(spile_record_sched_switch), 0, 0);
    auto *what = made.payload<spile_record_sched_switch>();
    *what = {"bash", 108, 120, 1, "a_longest_comm0", 1234567, -1};
    Printer out;
    print_sched_switch(out, made.entry);
    what->prev_state = 0x102;
    print_sched_switch(out, made.entry);
    what->prev_state = 0;
    what->prev_comm[15] = 'x';
    print_sched_switch(out, made.entry);
    EXPECT_EQ(out.view(),
              Text("sched_switch: prev_comm=bash prev_pid=108 prev_prio=120 prev_state=S ==> "
                   "next_comm=a_longest_comm0 next_pid=1234567 next_prio=-1\n"
                   "sched_switch: prev_comm=bash prev_pid=108 prev_prio=120 prev_state=D+ ==> "
                   "next_comm=a_longest_comm0 next_pid=1234567 next_prio=-1\n"
                   "sched_switch: prev_comm=bash prev_pid=108 prev_prio=120 prev_state=R ==> "
                   "next_comm=a_longest_comm0 next_pid=1234567 next_prio=-1\n"));
}

SPILE_TEST(output_line, counts_reach_no_further_than_the_record)
{
    SymbolPrinter *symbols = new (spile_alloc(sizeof(SymbolPrinter)), Place{}) SymbolPrinter;
    Printer out;
    Made text(SPILE_RECORD_TEXT, 12, 0, 0);
    text.set_text("abcdX"); // without an end
    print_text(out, text.entry, *symbols, {});
    EXPECT_EQ(out.view(), Text("tracing_mark_write: abcd\n"));

    out.clear();
    Made raw(SPILE_RECORD_RAW, 4, 0, 0);
    print_raw(out, raw.entry);
    EXPECT_EQ(out.view(), Text("# 0 buf:\n"));

    out.clear();
    Made stack(SPILE_RECORD_STACK, 24, 0, 0);
    stack.payload<spile_record_stack>()->depth = 77;
    print_stack(out, stack.entry, *symbols, {});
    EXPECT_EQ(out.view(), Text("<stack trace>\n => 0\n => 0\n"));

    out.clear();
    Made function(SPILE_RECORD_FUNCTION, 0, 0, 0);
    print_function(out, function.entry, *symbols, {});
    EXPECT_EQ(out.view(), Text("\n"));
    spile_free(symbols);
}

SPILE_TEST(output_line, functions_stacks_and_tasks)
{
    const fakes::Symbol table[] = {{0xffffffff81000000, 64, "ksys_read"},
                                   {0xffffffff81000040, 64, "vfs_read"}};
    fakes::set_symbols(table);
    fakes::name_task(1234, "cat");
    fakes::name_task(1234567, "a_longest_comm0");
    Box<LinePrinter> line = LinePrinter::create(AnnotateCpus::no).take();
    OutputOptions options;
    Printer out;
    Made call(SPILE_RECORD_FUNCTION, 16, u64{1234} << 32, 3774335000);
    *call.payload<spile_record_function>() = {0xffffffff81000040, 0xffffffff81000011};
    line->print(out, call.entry, options);
    options.print_parent = false;
    line->print(out, call.entry, options);
    Made stack(SPILE_RECORD_STACK, 24, u64{1234567} << 32, 3774335000);
    stack.payload<spile_record_stack>()->depth = 2;
    stack.payload<spile_record_stack>()->ips[0] = 0xffffffff81000044;
    stack.payload<spile_record_stack>()->ips[1] = 0xffffffff81000011;
    options.sym_offset = true;
    line->print(out, stack.entry, options);
    EXPECT_EQ(out.view(), Text("             cat-1234    [001] .....     3.774335: vfs_read <-ksys_read\n"
                               "             cat-1234    [001] .....     3.774335: vfs_read\n"
                               " a_longest_comm0-1234567 [001] .....     3.774335: <stack trace>\n"
                               " => vfs_read+0x4/0x40\n"
                               " => ksys_read+0x11/0x40\n"));
    fakes::reset();
}

SPILE_TEST(output_line, unknown_type)
{
    Box<LinePrinter> line = LinePrinter::create(AnnotateCpus::no).take();
    Made made(63, 0, 0, 0);
    OutputOptions options;
    options.context_info = false;
    Printer out;
    line->print(out, made.entry, options);
    EXPECT_EQ(out.view(), Text("Unknown type 63\n"));
}

} // namespace

SPILE_SUITE(output_line, context_columns, time_is_rounded_to_microseconds,
            losses_stand_before_the_record, cpu_starts_are_annotated, markers, raw_markers,
            sched_switch, counts_reach_no_further_than_the_record, functions_stacks_and_tasks,
            unknown_type)

} // namespace spile
