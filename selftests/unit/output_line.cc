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

constexpr u64 of_pid(u32 pid) { return u64{pid} << 32; }
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
    Made of_a_group(SPILE_RECORD_FUNCTION, 16, of_pid(40), 0);
    Made of_another(SPILE_RECORD_FUNCTION, 16, of_pid(41), 0);
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
    // Not in front of the second record.
    out.clear();
    Box<LinePrinter> line = LinePrinter::create(AnnotateCpus::yes).take();
    for (unsigned cpu : (unsigned[]){0, 1, 1}) {
        made.entry.cpu = cpu;
        line->print(out, made.entry, options);
    }
    EXPECT_EQ(out.view(), Text("0\n0\n0\n"));
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
    print_raw_marker(out, made.entry);
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
    print_raw_marker(out, raw.entry);
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

SPILE_TEST(output_line, latency_format)
{
    fakes::name_task(109, "bash");
    fakes::name_task(15, "rcu_preempt");
    Box<LinePrinter> line = LinePrinter::create(AnnotateCpus::no, LineFormat::latency).take();
    Made first(SPILE_RECORD_FUNCTION, 16, of_pid(109), 4015953539);
    Made second(SPILE_RECORD_FUNCTION, 16, of_pid(15) | u64{1} << 16 | u64{2} << 24, 4016228218);
    OutputOptions options;
    options.time_start = 3991785539;
    Printer out;
    out.text("before\n");
    line->print(out, first.entry, options);
    EXPECT(line->wants_to_know_what_follows());
    EXPECT_EQ(out.view(), Text("before\n    bash-109       1..... 24168us : 0\n"));
    line->follow(out, 4016228218, options);
    EXPECT_EQ(out.view(), Text("before\n    bash-109       1..... 24168us!: 0\n"));
    line->print(out, second.entry, options);
    EXPECT(out.view().ends_with("!: 0\nrcu_pree-15        1d..2. 24443us : 0\n"));

    // The marks: of delays above so many, after rounding.
    struct {
        u64 delay;
        char mark;
    } rows[] = {{10499, ' '},     {10500, '+'},     {100499, '+'},    {100500, '!'},
                {1000500, '#'},   {10000500, '*'},  {100000500, '@'}, {1000000499, '@'},
                {1000000500, '$'}};
    for (auto &row : rows) {
        out.clear();
        line->print(out, first.entry, options);
        line->follow(out, 4015953539 + row.delay, options);
        EXPECT_EQ(out.view()[out.view().size() - 5], row.mark);
    }

    // Numbers that are no times, and lines without context.
    options.clock_in_ns = false;
    out.clear();
    line->print(out, second.entry, options);
    line->follow(out, ~u64{0}, options);
    EXPECT_EQ(out.view(), Text("rcu_pree-15        1d..2. 24442679: 0\n"));
    options.context_info = false;
    out.clear();
    line->print(out, second.entry, options);
    EXPECT(!line->wants_to_know_what_follows());
    line->follow(out, ~u64{0}, options);
    EXPECT_EQ(out.view(), Text("0\n"));
    fakes::reset();
}

SPILE_TEST(output_line, latency_format_verbose)
{
    fakes::name_task(108, "bash");
    Box<LinePrinter> line = LinePrinter::create(AnnotateCpus::no, LineFormat::latency).take();
    Made made(SPILE_RECORD_FUNCTION, 16, of_pid(108), 8336442000);
    OutputOptions options;
    options.verbose = true;
    options.time_start = 8234681000;
    Printer out;
    line->print(out, made.entry, options);
    EXPECT_EQ(out.view(), Text("            bash     108   1 0 00000000 00000000 [007f343a] "
                              "101.761ms (+0.000ms): 0\n"));
    line->follow(out, 8336442000 + 1234567, options);
    EXPECT_EQ(out.view(), Text("            bash     108   1 0 00000000 00000000 [007f343a] "
                              "101.761ms (+1.235ms): 0\n"));
    out.clear();
    options.clock_in_ns = false;
    options.time_start = 4;
    Made counted(SPILE_RECORD_FUNCTION, 16, of_pid(108) | u64{0x19} << 16 | u64{3} << 24, 6);
    line->print(out, counted.entry, options);
    line->follow(out, 7, options);
    EXPECT_EQ(out.view(), Text("            bash     108   1 25 00000003 00000001 "
                              "[0000000000000006] 2 (+1): 0\n"));
    line->count_from(1);
    out.clear();
    line->print(out, counted.entry, options);
    EXPECT(out.view().find(Text(" 00000001 [")) != Text::npos);
    fakes::reset();
}

SPILE_TEST(output_line, forms_for_programs)
{
    Box<LinePrinter> line = LinePrinter::create(AnnotateCpus::no).take();
    Made function(SPILE_RECORD_FUNCTION, 16, of_pid(109), 4015953539);
    *function.payload<spile_record_function>() = {0xffffffff9d567160, 0xffffffff9d567737};
    function.entry.cpu = 0;
    Made text(SPILE_RECORD_TEXT, 40, of_pid(109), 4016228218);
    text.set_text("hi\n");
    Made raw(SPILE_RECORD_RAW, 8, of_pid(109), 4016850605);
    raw.payload<spile_record_raw>()->id = 0x4030201;
    for (u32 i = 0; i < 3; ++i)
        raw.payload<spile_record_raw>()->data[i] = static_cast<u8>("abc"[i]);
    Made stack(SPILE_RECORD_STACK, 24, of_pid(109), 4072448875);
    Made *all[] = {&function, &text, &raw, &stack};
    auto print_all = [&](const OutputOptions &options, Printer &out) {
        for (Made *made : all)
            line->print(out, made->entry, options);
    };

    OutputOptions options;
    options.raw = true;
    Printer out;
    print_all(options, out);
    EXPECT_EQ(out.view(), Text("109 0 4015953539 ffffffff9d567160 ffffffff9d567737\n"
                              "109 1 4016228218 # 0 hi\n"
                              "109 1 4016850605 # 4030201 buf: 61 62 63 00\n"
                              "109 1 4072448875 type: 4\n"));
    out.clear();
    options.hex = true; // goes before raw
    print_all(options, out);
    EXPECT_EQ(out.view(),
              Text("0000006d 00000000 00000000ef5e9683 ffffffff9d567160 ffffffff9d567737 \n"
                   "0000006d 00000001 00000000ef62c77a type: 5\n\n"
                   "0000006d 00000001 00000000ef6c46ad type: 18\n\n"
                   "0000006d 00000001 00000000f2bca36b type: 4\n\n"));
    out.clear();
    options.bin = true; // goes before both
    line->print(out, function.entry, options);
    constexpr char bytes[] = "m\0\0\0\0\0\0\0\x83\x96\x5e\xef\0\0\0\0"
                             "\x60\x71\x56\x9d\xff\xff\xff\xff\x37\x77\x56\x9d\xff\xff\xff\xff";
    EXPECT_EQ(out.view(), Text(bytes, 32));
    out.clear();
    options.context_info = false;
    line->print(out, stack.entry, options);
    EXPECT_EQ(out.view(), Text("type: 4\n"));

    // A message alone goes before all of them.
    options.printk_msg_only = true;
    out.clear();
    line->print(out, text.entry, options);
    EXPECT_EQ(out.view(), Text("hi\n"));
}

SPILE_TEST(output_line, fields)
{
    const fakes::Symbol table[] = {{0xffffffff81000000, 64, "ksys_read"},
                                   {0xffffffff81000040, 64, "vfs_read"}};
    fakes::set_symbols(table);
    Box<LinePrinter> line = LinePrinter::create(AnnotateCpus::no).take();
    OutputOptions options;
    options.fields = true;
    options.context_info = false;
    Printer out;
    Made call(SPILE_RECORD_FUNCTION, 16, 0, 0);
    *call.payload<spile_record_function>() = {0xffffffff81000040, 0xffffffff81000011};
    line->print(out, call.entry, options);
    Made text(SPILE_RECORD_TEXT, 40, 0, 0);
    text.set_text("hi\n");
    text.payload<spile_record_text>()->ip = 0xffffffff81000001;
    line->print(out, text.entry, options);
    Made raw(SPILE_RECORD_RAW, 6, 0, 0);
    raw.payload<spile_record_raw>()->id = 0x201;
    line->print(out, raw.entry, options);
    Made sched(SPILE_RECORD_SCHED_SWITCH, sizeof(spile_record_sched_switch), 0, 0);
    *sched.payload<spile_record_sched_switch>() = {"bash", 163, 120, 1, "swapper/1", 0, -1};
    line->print(out, sched.entry, options);
    Made unknown(63, 0, 0, 0);
    line->print(out, unknown.entry, options);
    EXPECT_EQ(out.view(),
              Text("function: ip=vfs_read+0x0/0x40 parent_ip=ksys_read+0x11/0x40\n"
                   "print: ip=ksys_read+0x1/0x40 buf=hi\n"
                   "raw_data: id=0x201 (513) buf=00,00,00,00\n"
                   "sched_switch: prev_comm=bash prev_pid=0xa3 (163) prev_prio=0x78 (120) "
                   "prev_state=0x1 (1) next_comm=swapper/1 next_pid=0x0 (0) "
                   "next_prio=0xffffffff (-1)\n"
                   "UNKNOWN TYPE 63\n"));
    fakes::reset();
}

SPILE_TEST(output_line, user_stacks)
{
    fakes::set_user_stack(nullptr, 0, 77); // a program
    Box<LinePrinter> line = LinePrinter::create(AnnotateCpus::no).take();
    Made made(SPILE_RECORD_USER_STACK, sizeof(spile_record_user_stack), 0, 0);
    auto *stack = made.payload<spile_record_user_stack>();
    stack->tgid = 77;
    stack->ips[0] = 0x401000;
    stack->ips[1] = 0x7ffff7ab1234;
    OutputOptions options;
    options.context_info = false;
    Printer out;
    line->print(out, made.entry, options);
    EXPECT_EQ(out.view(), Text("<user stack trace>\n =>  <0000000000401000>\n"
                              " =>  <00007ffff7ab1234>\n"));
    out.clear();
    options.sym_userobj = true;
    line->print(out, made.entry, options);
    EXPECT_EQ(out.view(), Text("<user stack trace>\n => /bin/fake[+0x1]\n"
                              " =>  <00007ffff7ab1234>\n"));
    out.clear();
    options.sym_addr = true;
    stack->tgid = 78; // gone
    line->print(out, made.entry, options);
    stack->tgid = 77;
    stack->ips[1] = 0;
    line->print(out, made.entry, options);
    EXPECT_EQ(out.view(), Text("<user stack trace>\n =>  <0000000000401000>\n"
                              " =>  <00007ffff7ab1234>\n"
                              "<user stack trace>\n => /bin/fake[+0x1] <0000000000401000>\n"));
    EXPECT_EQ(fakes::programs(), 0u);
    out.clear();
    options.raw = true;
    line->print(out, made.entry, options);
    Made cut(SPILE_RECORD_USER_STACK, 20, 0, 0);
    options.raw = false;
    line->print(out, cut.entry, options);
    EXPECT_EQ(out.view(), Text("type: 12\n<user stack trace>\n"));
    fakes::reset();
}

SPILE_TEST(output_line, repeats)
{
    const fakes::Symbol table[] = {{0xffffffff81000000, 64, "ksys_read"},
                                   {0xffffffff81000040, 64, "vfs_read"}};
    fakes::set_symbols(table);
    Box<LinePrinter> line = LinePrinter::create(AnnotateCpus::no).take();
    Made made(SPILE_RECORD_FUNC_REPEATS, sizeof(spile_record_func_repeats), 0, 9000000000);
    *made.payload<spile_record_func_repeats>() = {0xffffffff81000040, 0xffffffff81000011, 3, 1, 7};
    OutputOptions options;
    options.context_info = false;
    Printer out;
    line->print(out, made.entry, options);
    options.print_parent = false;
    options.clock_in_ns = false;
    line->print(out, made.entry, options);
    options.raw = true;
    line->print(out, made.entry, options);
    EXPECT_EQ(out.view(), Text("vfs_read <-ksys_read (repeats: 3, last_ts:     4.705033)\n"
                              "vfs_read (repeats: 3, last_ts:   4705032697)\n"
                              "18446744071578845248 18446744071578845201 3 4294967303\n"));
    out.clear();
    options.raw = false;
    options.fields = true;
    line->print(out, made.entry, options);
    EXPECT_EQ(out.view(), Text("func_repeats: ip=vfs_read+0x0/0x40 parent_ip=ksys_read+0x11/0x40 "
                              "count=0x3 (3) top_delta_ts=0x1 (1) bottom_delta_ts=0x7 (7)\n"));
    out.clear();
    Made cut(SPILE_RECORD_FUNC_REPEATS, 16, 0, 0);
    options.fields = false;
    line->print(out, cut.entry, options);
    EXPECT_EQ(out.view(), Text("\n"));
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
            latency_format, latency_format_verbose, forms_for_programs, fields,
            user_stacks, repeats, unknown_type)

} // namespace spile
