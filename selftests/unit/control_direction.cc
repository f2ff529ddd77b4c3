// SPDX-License-Identifier: GPL-2.0
// buffer_direction, and what the other files of an instance show of a ring that is written
// backward.
#include "control/files/files.hh"

#include "control_user.hh"
#include "ring/backward_walk.hh"
#include "tracer/marker.hh"
#include "tracer/reading.hh"
#include "tracer/record.hh"
#include "trace_rig.hh"

namespace spile::trace_test {
namespace {

constexpr Names::Row rows[] = {{kernel_site(0), "vfs_read"}, {kernel_site(1), "vfs_write"}};

struct At {
    Box<Rig> rig;
    Box<Instance> instance;

    At()
    {
        fakes::reset();
        rig = Rig::create(10, rows);
        instance = Instance::create(rig->registry, "one").take();
        EXPECT(instance->set_buffer_size(all_cpus, 8));
        add("buffer_direction", make_buffer_direction);
        add("trace", make_trace);
        add("trace_pipe", make_trace_pipe);
        add("trace_stats", make_trace_stats);
        add("error_log", make_error_log);
        const CpuOfInstance of{*instance, first_cpu()};
        EXPECT(Node::root().add_file("raw", 0440, make_trace_backward_of(of).take()));
        EXPECT(Node::root().add_file("cpu_trace", 0640, make_trace_of(of).take()));
    }
    ~At()
    {
        Node::root().remove();
        instance.reset();
        fakes::reset();
    }
    void add(Text name, Result<Box<File>> (*make)(Instance &))
    {
        EXPECT(Node::root().add_file(name, 0640, make(*instance).take()));
    }
    long go(Text direction) { return put("buffer_direction", direction); }
    bool shows(Text path, Text text)
    {
        Printer out;
        read_all(path, out);
        return out.view() == text;
    }
    bool tells(Text path, Text text)
    {
        Printer out;
        read_all(path, out);
        for (Text rest = out.view(); !rest.empty(); rest = rest.from(1))
            if (rest.starts_with(text))
                return true;
        return false;
    }
    void call(u32 i, unsigned cpu)
    {
        if (rig->patcher.patched(kernel_site(i)))
            dispatch<TraceRunner>(rig->registry.call_sites(), address_of(kernel_site(i)), 0,
                                  spile_cpu_offset(cpu), nullptr);
    }
    usize lines(Text path)
    {
        Printer out;
        read_all(path, out);
        usize lines = 0;
        bool start = true;
        for (char c : out.view()) {
            lines += start && c != '#';
            start = c == '\n';
        }
        return lines;
    }
};

SPILE_TEST(control_direction, is_switched_and_shown)
{
    NoLeak leak;
    At at;
    EXPECT(at.shows("buffer_direction", "[forward] backward\n"));
    EXPECT_EQ(at.go("sideways\n"), -22);
    EXPECT_EQ(at.go(""), -22);
    EXPECT(at.tells("error_log", "Neither forward nor backward"));
    EXPECT_EQ(at.go(" backward\n"), 10);
    EXPECT(at.shows("buffer_direction", "forward [backward]\n"));
    EXPECT_EQ(at.go("backward"), 8);
    EXPECT_EQ(at.go("forward"), 7);
    EXPECT(at.shows("buffer_direction", "[forward] backward\n"));
}

SPILE_TEST(control_direction, records_what_a_forward_ring_would)
{
    At at;
    unsigned cpu = first_cpu(), other = second_cpu();
    ASSERT(at.go("backward") > 0);
    ASSERT(at.instance->set_tracer("function"));
    fakes::set_clock(1000);
    at.call(0, cpu);
    at.call(1, cpu);
    if (other < spile_cpu_limit())
        at.call(1, other);
    EXPECT(Markers(at.instance->target(), 0).text("a mark"));
    const u8 raw[] = {1, 0, 0, 0, 5};
    EXPECT(Markers(at.instance->target(), 0).raw({reinterpret_cast<const char *>(raw), 5}));
    const uptr stack[] = {address_of(kernel_site(0)), address_of(kernel_site(1))};
    fakes::set_stack(stack, 2);
    EXPECT(at.instance->change_command(FilterWord::parse("vfs_read:stacktrace")));
    at.call(0, cpu);
    EXPECT(at.instance->enable_sched_switch(true));
    spile_record_sched_switch what{};
    what.next_pid = 77;
    at.instance->sched_switch().record(what, spile_cpu_offset(cpu));

    u64 records = other < spile_cpu_limit() ? 8 : 7;
    RingStats stats = at.instance->target().stats(all_cpus);
    EXPECT_EQ(stats.written, records);
    EXPECT_EQ(stats.entries, records);
    EXPECT_EQ(stats.dropped, 0u);
    // In the order of time, over all CPUs.
    EXPECT_EQ(at.lines("trace"), records + 2); // a stack has lines of its own
    EXPECT(at.tells("trace", "a mark"));
    EXPECT(at.tells("trace", "<stack trace>"));
    EXPECT(at.tells("trace", "next_pid=77"));
    u64 last = 0;
    Box<EntryReader> reader =
        read_trace(at.instance->target().buffers(), Which::live, all_cpus).take();
    for (; const Entry *entry = reader->peek(); reader->advance()) {
        EXPECT(entry->time_ns > last);
        last = entry->time_ns;
    }
    EXPECT(last > 1000);
    if (other < spile_cpu_limit())
        EXPECT_EQ(at.lines("cpu_trace"), records + 1);
    // Emptied.
    EXPECT_EQ(put("trace", "x"), 1);
    EXPECT_EQ(at.lines("trace"), 0u);
    EXPECT_EQ(at.instance->target().stats(all_cpus).written, 0u);
}

SPILE_TEST(control_direction, newest_first)
{
    At at;
    EXPECT_EQ(put("raw", "", SPILE_OPEN_READ), -95);
    EXPECT(at.tells("error_log", "The ring is written forward"));
    ASSERT(at.go("backward") > 0);
    ASSERT(at.instance->set_tracer("function"));
    for (unsigned i = 0; i < 1000; ++i)
        at.call(i % 2, first_cpu());
    Printer bytes;
    read_all("raw", bytes, 777);
    auto *from = reinterpret_cast<const u8 *>(bytes.view().data());
    BackwardWalk walk(from, bytes.size());
    u64 seen = 0, last = ~u64{0};
    while (walk.next()) {
        EXPECT(walk.time() < last);
        EXPECT_EQ(walk.entry_bytes(), sizeof(spile_entry) + sizeof(spile_record_function));
        auto *function = reinterpret_cast<const spile_record_function *>(walk.entry() + 1);
        EXPECT_EQ(function->ip, address_of(kernel_site((seen + 1) % 2)));
        last = walk.time();
        ++seen;
    }
    EXPECT(!walk.malformed());
    EXPECT_EQ(seen, at.instance->target().stats(first_cpu()).entries);
    EXPECT_EQ(seen * 36, bytes.size());
    EXPECT(at.tells("trace_stats", "recorded: 1000\n"));
    EXPECT(seen > 8192 / 36 - 2);
}

SPILE_TEST(control_direction, stays_while_it_is_in_use)
{
    At at;
    ASSERT(at.instance->set_tracer("function"));
    EXPECT_EQ(at.go("backward"), -16);
    EXPECT(at.tells("error_log", "In use by the current tracer"));
    ASSERT(at.instance->set_tracer("nop"));
    ASSERT(at.instance->change_command(FilterWord::parse("vfs_read:stacktrace")));
    EXPECT_EQ(at.go("backward"), -16);
    ASSERT(at.instance->change_command(FilterWord::parse("!vfs_read:stacktrace")));
    ASSERT(at.instance->enable_sched_switch(true));
    EXPECT_EQ(at.go("backward"), -16);
    ASSERT(at.instance->enable_sched_switch(false));
    ASSERT(at.instance->take_snapshot());
    EXPECT_EQ(at.go("backward"), -16);
    EXPECT(at.tells("error_log", "There is a snapshot"));
    ASSERT(at.instance->target().buffers().free_snapshot());
    ASSERT(at.instance->set_option(Option::overwrite, false));
    EXPECT_EQ(at.go("backward"), -22);
    ASSERT(at.instance->set_option(Option::overwrite, true));
    EXPECT(at.go("backward") > 0);

    EXPECT_EQ(at.instance->set_option(Option::overwrite, false).error(), Errno::invalid);
    EXPECT(at.instance->options().get(Option::overwrite));
    EXPECT_EQ(at.instance->take_snapshot().error(), Errno::not_supported);
    EXPECT_EQ(at.instance->target().buffers().set_sub_buffer_kb(8).error(), Errno::not_supported);
    User reader;
    EXPECT_EQ(reader.open("raw", SPILE_OPEN_READ), 0);
    EXPECT_EQ(at.go("forward"), -16);
    EXPECT(at.tells("error_log", "Somebody reads or has mapped"));
    EXPECT_EQ(at.instance->set_buffer_size(all_cpus, 16).error(), Errno::busy);
    reader.close();
    ASSERT(at.instance->set_tracer("function"));
    EXPECT_EQ(at.go("forward"), -16);
    ASSERT(at.instance->set_tracer("nop"));
    EXPECT(at.go("forward") > 0);
}

SPILE_TEST(control_direction, nothing_of_it_is_consumed)
{
    At at;
    User early;
    EXPECT_EQ(early.open("trace_pipe", SPILE_OPEN_READ), 0);
    EXPECT(!early.readable());
    ASSERT(at.go("backward") > 0);
    EXPECT(early.readable());
    char bytes[16];
    EXPECT_EQ(early.fakes::UserFile::read(bytes, sizeof(bytes)), 0);
    EXPECT_EQ(put("trace_pipe", "", SPILE_OPEN_READ), -95);
    EXPECT(at.tells("error_log", "written backward"));
}

SPILE_TEST(control_direction, every_hit_is_accounted)
{
    At at;
    ASSERT(at.go("backward") > 0);
    ASSERT(at.instance->set_tracer("function"));
    TraceTarget &target = at.instance->target();
    unsigned cpu = first_cpu();
    for (unsigned i = 0; i < 700; ++i)
        at.call(0, cpu);
    target.buffers().use_backward()->pause(cpu);
    for (unsigned i = 0; i < 30; ++i)
        at.call(0, cpu);
    target.buffers().use_backward()->resume(cpu);
    target.set_on(false);
    at.call(0, cpu);
    target.set_on(true);
    at.call(0, cpu);
    // One that knows of no direction is lost, and counted so.
    {
        RecordIn<spile_record_function> astray(target, spile_cpu_offset(cpu),
                                               SPILE_RECORD_FUNCTION);
        EXPECT(astray);
    }
    RingStats stats = target.stats(cpu);
    EXPECT_EQ(stats.written, 701u);
    EXPECT_EQ(stats.paused, 30u);
    EXPECT_EQ(stats.dropped, 1u);
    EXPECT_EQ(target.filtered(cpu).off, 1u);
    EXPECT_EQ(stats.entries + stats.overrun, 701u);
    EXPECT(at.tells("trace_stats", "hits: 733\n"));
    EXPECT(at.tells("trace_stats", "lost_paused: 30\n"));
    // And a forward ring begins anew behind it.
    ASSERT(at.instance->set_tracer("nop"));
    ASSERT(at.go("forward") > 0);
    EXPECT_EQ(target.stats(all_cpus).written, 0u);
    EXPECT_EQ(target.stats(all_cpus).paused, 0u);
    EXPECT_EQ(target.ring().geometry(cpu).count, 3u);
}

SPILE_TEST(control_direction, a_size_is_the_power_of_two_below)
{
    At at;
    ASSERT(at.go("backward") > 0);
    ASSERT(at.instance->set_tracer("function"));
    TraceTarget &target = at.instance->target();
    unsigned cpu = first_cpu();
    struct {
        u64 kb, bytes;
    } const cases[] = {{8, 8192}, {1, 4096}, {100, 65536}, {64, 65536}};
    for (auto &each : cases) {
        ASSERT(at.instance->set_buffer_size(all_cpus, each.kb));
        EXPECT_EQ(target.buffers().size_kb(cpu), each.kb);
        EXPECT_EQ(target.buffers().use_backward()->lane(cpu).control.size, each.bytes);
        EXPECT_EQ(target.stats(cpu).written, 0u);
        for (unsigned i = 0; i < 3000; ++i)
            at.call(0, cpu);
        EXPECT_EQ(target.stats(cpu).written, 3000u);
    }
    ASSERT(at.instance->set_buffer_size(cpu, 16));
    EXPECT_EQ(target.buffers().use_backward()->lane(cpu).control.size, 16384u);
    if (second_cpu() < spile_cpu_limit())
        EXPECT_EQ(target.buffers().use_backward()->lane(second_cpu()).control.size, 65536u);
    EXPECT_EQ(at.instance->set_buffer_size(all_cpus, u64{1} << 21).error(), Errno::no_memory);
    EXPECT_EQ(target.buffers().size_kb(cpu), 16u);
    at.call(0, cpu);
    EXPECT_EQ(target.stats(cpu).written, 1u);
}

SPILE_TEST(control_direction, without_memory)
{
    NEEDS_FAILING_MEMORY();
    At at;
    for (Text direction : (Text[]){"backward", "forward"}) {
        Direction before = at.instance->target().direction();
        usize failed = fail_each_allocation([&] {
            usize live = fakes::live_memory();
            long rc = at.go(direction);
            bool changed = at.instance->target().direction() != before;
            EXPECT(changed ? rc > 0 : rc == -12);
            if (!changed) {
                // The log of errors may have grown.
                EXPECT_EQ(put("error_log", ""), 0);
                EXPECT(fakes::live_memory() <= live);
            }
            EXPECT(Markers(at.instance->target(), 0).text("still works"));
        });
        EXPECT(failed > 2);
        EXPECT(at.go(direction) > 0);
        EXPECT(at.instance->target().direction() != before);
    }
}

} // namespace

SPILE_SUITE(control_direction, is_switched_and_shown, records_what_a_forward_ring_would,
            newest_first, stays_while_it_is_in_use, nothing_of_it_is_consumed,
            every_hit_is_accounted, a_size_is_the_power_of_two_below, without_memory)

} // namespace spile::trace_test
