// SPDX-License-Identifier: GPL-2.0
// The directories `events`, as the kernel and its modules bring events and take them away.
#include "control/event_tree.hh"

#include "entry/core.hh"
#include "glue/module.h"
#include "selftests/unit/control_user.hh"
#include "selftests/unit/test.hh"

namespace spile
{
namespace
{

constexpr spile_event_field fields[] = {
    {"int", "n", 8, 4, 1, SPILE_FIELD_OTHER, 0},
};
const fakes::EventShape shape{"\"%d\", REC->n", fields};

char points[8];

int came(const char *system, const char *name, int point)
{
    spile_event event = fakes::make_event(system, name, shape);
    return spile_event_came(&event, &points[point], nullptr);
}

class Loaded
{
  public:
    Loaded()
    {
        fakes::reset();
        EXPECT_EQ(spile_core_start(), 0);
        EXPECT_EQ(came("sched", "sched_switch", 0), 0);
        EXPECT_EQ(came("sched", "sched_waking", 1), 0);
        EXPECT_EQ(came("irq", "irq_entry", 2), 0);
        EXPECT_EQ(spile_core_show(), 0);
    }
    ~Loaded()
    {
        spile_core_stop();
        fakes::reset();
    }
};

bool there(Text path) { return fakes::node_at(path) != nullptr; }
bool shows(Text path, Text wanted)
{
    Printer out;
    read_all(path, out);
    return out.view() == wanted;
}

SPILE_TEST(control_events, files_of_an_event)
{
    Loaded loaded;
    EXPECT(shows("events/sched/sched_waking/id", "22\n"));
    Printer format;
    read_all("events/sched/sched_waking/format", format, 5);
    EXPECT(format.view().starts_with("name: sched_waking\nID: 22\n"));
    EXPECT(format.view().ends_with("print fmt: \"%d\", REC->n\n"));
    EXPECT_EQ(fakes::node_mode(fakes::node_at("events/irq/irq_entry/format")), 0440);
    EXPECT(there("events/sched/sched_switch/enable"));
    EXPECT(there("events/enable"));
    EXPECT(!there("events/irq/sched_switch"));
    EXPECT(!there("events/nonesuch"));
    EXPECT(shows("available_events", "sched:sched_switch\nsched:sched_waking\nirq:irq_entry\n"));
    EXPECT(shows("events/ftrace/function/id", "1\n"));
    EXPECT(!there("events/ftrace/function/enable"));
    EXPECT(!there("events/ftrace/kernel_stack/id"));
    EXPECT_EQ(put("events/irq/irq_entry/id", "5"), -22);
}

SPILE_TEST(control_events, headers)
{
    Loaded loaded;
    Printer page;
    read_all("events/header_page", page);
    EXPECT(page.view().find("field: char data;\toffset:16;\tsize:4080;\tsigned:") != Text::npos);
    Printer event;
    read_all("events/header_event", event);
    EXPECT(event.view().ends_with("\tdata max type_len  == 28\n"));
}

SPILE_TEST(control_events, printk_formats)
{
    Loaded loaded;
    const char *const strings[] = {"rcu \"x\"\t\n"};
    fakes::set_printk_formats(strings);
    Printer out;
    read_all("printk_formats", out);
    EXPECT(out.view().starts_with("0x"));
    EXPECT(out.view().ends_with(" : \"rcu \\\"x\\\"\\t\\n\"\n"));
}

// What was looked into before follows, in every instance; what was not finds it later.
SPILE_TEST(control_events, come_and_go_with_modules)
{
    Loaded loaded;
    EXPECT_EQ(fakes::make_directory("instances/one"), 0);
    EXPECT_EQ(fakes::make_directory("instances/two"), 0);
    EXPECT(there("events/irq/irq_entry"));
    EXPECT(there("instances/one/events/irq"));

    EXPECT_EQ(came("irq", "irq_exit", 3), 0);
    EXPECT_EQ(came("kvm", "kvm_entry", 4), 0);
    EXPECT_EQ(came("kvm", "kvm_exit", 5), 0);
    for (Text at : (Text[]){"", "instances/one/", "instances/two/"})
        for (Text event : (Text[]){"irq/irq_exit", "kvm/kvm_entry", "kvm/kvm_exit"}) {
            Printer path;
            path.text(at).text("events/").text(event).text("/id");
            EXPECT(there(path.view()));
        }

    spile_event_went(&points[3]);
    EXPECT(!there("events/irq/irq_exit"));
    EXPECT(!there("instances/two/events/irq/irq_exit"));
    EXPECT(there("events/irq/irq_entry"));
    spile_event_went(&points[4]);
    EXPECT(!there("events/kvm/kvm_entry"));
    EXPECT(there("events/kvm/kvm_exit"));
    spile_event_went(&points[5]);
    EXPECT(!there("events/kvm"));
    EXPECT(!there("instances/one/events/kvm"));
    spile_event_went(&points[6]); // was never there

    EXPECT_EQ(came("kvm", "kvm_exit", 6), 0);
    EXPECT(shows("events/kvm/kvm_exit/id", "26\n")); // as before
    EXPECT(!there("events/kvm/kvm_entry"));
    EXPECT(there("instances/two/events/kvm/kvm_exit/format"));

    EXPECT_EQ(fakes::remove_directory("instances/one"), 0);
    EXPECT_EQ(came("irq", "softirq_entry", 7), 0);
    EXPECT(there("instances/two/events/irq/softirq_entry"));
}

// A user who holds a file of an event that goes gets ENODEV.
SPILE_TEST(control_events, open_while_it_goes)
{
    Loaded loaded;
    User user;
    ASSERT_EQ(user.open("events/irq/irq_entry/format", SPILE_OPEN_READ), 0);
    spile_event_went(&points[2]);
    Printer out;
    EXPECT_EQ(user.read(out), -19);
    EXPECT(!there("events/irq"));
}

// Nobody has looked: an event costs no node.
SPILE_TEST(control_events, filled_when_looked_into)
{
    if (!fakes::memory_is_fake)
        SKIP("the kernel does not count its memory for us");
    Loaded loaded;
    usize before = fakes::live_memory();
    EXPECT(there("events"));
    EXPECT_EQ(fakes::live_memory(), before);
    EXPECT(there("events/irq"));
    usize systems = fakes::live_memory();
    EXPECT(systems > before);
    EXPECT(there("events/irq/irq_entry"));
    EXPECT(fakes::live_memory() > systems);
}

// A fill that finds no memory says so and is done again.
SPILE_TEST(control_events, every_allocation_may_fail)
{
    if (!fakes::memory_is_fake)
        SKIP("memory of the kernel does not fail on demand");
    bool done = false;
    for (usize nth = 1; !done; ++nth) {
        Loaded loaded;
        fakes::fail_allocation(nth);
        done = there("events/sched/sched_switch/enable");
        fakes::fail_allocation(0);
        EXPECT(there("events/sched/sched_switch/enable"));
        EXPECT(there("events/irq/irq_entry/id"));
        EXPECT(there("events/ftrace/print/format"));
        spile_event_went(&points[2]);
        EXPECT(!there("events/irq"));
        ASSERT(nth < 1000);
    }
}

SPILE_SUITE(control_events, files_of_an_event, headers, printk_formats, come_and_go_with_modules,
            open_while_it_goes, filled_when_looked_into, every_allocation_may_fail)

} // namespace
} // namespace spile
