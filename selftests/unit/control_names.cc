// SPDX-License-Identifier: GPL-2.0
// saved_cmdlines, saved_tgids, and who has them noted.
#include "instance/name_keeping.hh"

#include "control/top.hh"
#include "control_user.hh"
#include "trace_rig.hh"

namespace spile::trace_test {
namespace {

SPILE_TEST(control_names, noted_while_something_needs_them)
{
    fakes::reset();
    {
        NameKeeping names;
        EXPECT(names.events_run(true));
        EXPECT_EQ(fakes::name_users(), 0u); // record-cmd is off
        EXPECT(names.record_names(true));
        EXPECT_EQ(fakes::name_users(), 1u);
        EXPECT(names.tracer_runs(true));
        EXPECT_EQ(fakes::name_users(), 1u);
        EXPECT(names.record_names(false)); // a tracer has them noted all the same
        EXPECT_EQ(fakes::name_users(), 1u);
        EXPECT_EQ(fakes::tgid_users(), 0u);
        EXPECT(names.record_tgids(true));
        EXPECT_EQ(fakes::tgid_users(), 1u);
        EXPECT(names.tracer_runs(false));
        EXPECT_EQ(fakes::name_users(), 0u);
        EXPECT_EQ(fakes::tgid_users(), 1u); // of the events
        EXPECT(names.events_run(false));
        EXPECT_EQ(fakes::tgid_users(), 0u);
        EXPECT(names.tracer_runs(true));
    }
    EXPECT_EQ(fakes::name_users(), 0u);
    EXPECT_EQ(fakes::tgid_users(), 0u);
    EXPECT_EQ(fakes::sched_hooks(), 0u);
    fakes::reset();
}

SPILE_TEST(control_names, without_hooks_all_is_as_before)
{
    fakes::reset();
    {
        NameKeeping names;
        EXPECT(names.record_tgids(true));
        fakes::fail_sched_hooks(-12);
        EXPECT_EQ(names.tracer_runs(true).error(), Errno::no_memory);
        EXPECT_EQ(fakes::sched_hooks(), 0u);
        fakes::fail_sched_hooks(0);
        EXPECT(names.tracer_runs(true));
        EXPECT_EQ(fakes::sched_hooks(), 2u);
        EXPECT(names.record_tgids(false));
        fakes::fail_sched_hooks(-12);
        EXPECT_EQ(names.record_tgids(true).error(), Errno::no_memory);
        EXPECT_EQ(fakes::tgid_users(), 0u);
        EXPECT_EQ(fakes::name_users(), 1u);
    }
    EXPECT_EQ(fakes::sched_hooks(), 0u);
    fakes::reset();
}

// Of the two that an instance asks for the second fails: the first is given back.
SPILE_TEST(control_names, of_an_instance)
{
    fakes::reset();
    Box<Rig> rig = Rig::create(4);
    {
        Box<Instance> instance = Instance::create(rig->registry, "one").take();
        EXPECT(instance->set_tracer("function"));
        EXPECT_EQ(fakes::name_users(), 1u);
        EXPECT(instance->set_option(Option::record_tgid, true));
        EXPECT_EQ(fakes::tgid_users(), 1u);
        EXPECT(instance->set_tracer("nop"));
        EXPECT_EQ(fakes::sched_hooks(), 0u);
        EXPECT(instance->enable_sched_switch(true));
        EXPECT_EQ(fakes::name_users(), 1u);
        EXPECT(instance->set_option(Option::record_cmd, false));
        EXPECT_EQ(fakes::name_users(), 0u);
        EXPECT(!instance->output_options().find_names);
        EXPECT(instance->enable_sched_switch(false));
        EXPECT_EQ(fakes::sched_hooks(), 0u);
        fakes::fail_sched_hooks(-12);
        EXPECT(instance->set_option(Option::record_tgid, false));
        EXPECT(instance->set_option(Option::record_tgid, true)); // nothing runs
        EXPECT_EQ(instance->set_tracer("function").error(), Errno::no_memory);
        EXPECT_EQ(instance->tracer_name(), Text("nop"));
    }
    fakes::reset();
}

struct At {
    Box<Rig> rig = Rig::create(4);
    Instances instances;
    Instance *top = nullptr;
    EventTypes types{20};
    EventTree events{types};

    At()
    {
        fakes::reset();
        top = instances.add(rig->registry, "").take();
        EXPECT(make_top(Top{rig->registry, instances, *top, events}));
    }
    ~At()
    {
        remove_top();
        instances.remove(*top);
        fakes::reset();
    }
    bool shows(Text file, Text text)
    {
        Printer out;
        read_all(file, out, 7);
        return out.view() == text;
    }
};

SPILE_TEST(control_names, files)
{
    At at;
    EXPECT(at.shows("saved_cmdlines", ""));
    EXPECT(at.shows("saved_tgids", ""));
    fakes::name_task(20, "cat", true, 19);
    fakes::name_task(7, "unseen", false);
    fakes::name_task(3, "a_longest_comm0", true, 3);
    EXPECT(at.shows("saved_cmdlines", "20 cat\n3 a_longest_comm0\n"));
    EXPECT(at.shows("saved_tgids", "3 3\n20 19\n"));

    EXPECT(at.shows("saved_cmdlines_size", "6552\n"));
    for (Text wrong : (Text[]){"0", "32769", "-1", "x", "", "0x10", "1 2"})
        EXPECT_EQ(put("saved_cmdlines_size", wrong), -22);
    EXPECT_EQ(put("saved_cmdlines_size", "99999999999999999999"), -34);
    EXPECT_EQ(put("saved_cmdlines_size", "32768\n"), 6);
    EXPECT(at.shows("saved_cmdlines_size", "32768\n"));
    if (!fakes::memory_is_fake)
        return;
    fakes::fail_allocation(2); // the first is the opened file
    EXPECT_EQ(put("saved_cmdlines_size", "5"), -12);
    fakes::fail_allocation(0);
    EXPECT(at.shows("saved_cmdlines_size", "32768\n"));
}

} // namespace

SPILE_SUITE(control_names, noted_while_something_needs_them, without_hooks_all_is_as_before,
            of_an_instance, files)

} // namespace spile::trace_test
