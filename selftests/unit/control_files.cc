// SPDX-License-Identifier: GPL-2.0
// Control files of an instance, as users write them.
#include "control/files/files.hh"

#include "control_user.hh"
#include "trace_rig.hh"

namespace spile::trace_test {
namespace {

// One file of an instance in the tree.
struct At {
    Box<Rig> rig = Rig::create(4);
    Box<Instance> instance;

    explicit At(Result<Box<File>> (*make)(Instance &))
    {
        fakes::reset();
        instance = Instance::create(rig->registry, "one").take();
        EXPECT(Node::root().add_file("file", 0640, make(*instance).take()));
    }
    ~At()
    {
        Node::root().remove();
        instance.reset();
        fakes::reset();
    }
    bool refuses(Text text) { return put("file", text) == -22; }
    bool takes(Text text) { return put("file", text) == static_cast<long>(text.size()); }
    bool shows(Text text)
    {
        Printer out;
        read_all("file", out);
        return out.view() == text;
    }
};

SPILE_TEST(control_files, a_cpumask_is_hexadecimal_digits)
{
    At at(make_tracing_cpumask);
    EXPECT(at.takes("00000000,00000001\n"));
    for (Text text : (Text[]){"0x1", "+1", "1\n,1", "-1", "", ",", "1,", "123456789", "g"})
        if (!at.refuses(text))
            EXPECT_EQ(text, Text("to be refused"));
    EXPECT(!at.instance->target().is_blocked(0, Block::mask));
}

SPILE_TEST(control_files, pids_end_at_white_space_and_nul)
{
    At at(make_set_ftrace_pid);
    EXPECT(at.takes({"12\0", 3}));
    EXPECT(at.shows("12\n"));
    EXPECT(at.takes({"1\0 3\n4", 6}));
    EXPECT(at.shows("1\n3\n4\n"));
    EXPECT(at.refuses("5 x"));
    EXPECT(at.shows("no pid\n")); // emptied by the open
}

SPILE_TEST(control_files, a_trace_that_is_read_may_stand_still)
{
    At at(make_trace);
    TraceTarget &target = at.instance->target();
    auto paused = [&] { return target.is_blocked(first_cpu(), Block::pause); };
    User plain, first, second, writer;
    EXPECT_EQ(plain.open("file", SPILE_OPEN_READ), 0);
    EXPECT(at.instance->set_option(Option::pause_on_trace, true));
    EXPECT(!paused()); // the open is what counts
    EXPECT_EQ(writer.open("file", SPILE_OPEN_WRITE), 0);
    EXPECT(!paused());
    EXPECT_EQ(first.open("file", SPILE_OPEN_READ), 0);
    EXPECT(paused());
    EXPECT(!target.admits(spile_cpu_offset(first_cpu())));
    EXPECT(!target.admits_any_task(spile_cpu_offset(first_cpu())));
    EXPECT_EQ(target.filtered(first_cpu()).off, 2u);
    EXPECT(target.is_on());
    EXPECT_EQ(second.open("file", SPILE_OPEN_READ | SPILE_OPEN_WRITE), 0);
    EXPECT(at.instance->set_option(Option::pause_on_trace, false));
    first.close();
    plain.close();
    EXPECT(paused());
    second.close();
    EXPECT(!paused());
}

} // namespace

SPILE_SUITE(control_files, a_cpumask_is_hexadecimal_digits, pids_end_at_white_space_and_nul,
            a_trace_that_is_read_may_stand_still)

} // namespace spile::trace_test
