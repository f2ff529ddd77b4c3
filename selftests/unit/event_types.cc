// SPDX-License-Identifier: GPL-2.0
#include "event/event_types.hh"

#include "selftests/fakes/fakes.hh"
#include "selftests/unit/test.hh"

namespace spile
{
namespace
{

constexpr spile_event_field one_field[] = {
    {"int", "n", 8, 4, 1, SPILE_FIELD_OTHER, 0},
};
const fakes::EventShape shape{"\"%d\", REC->n, VALUE", one_field};

int points[4];

struct Types : EventTypes {
    explicit Types(u16 first = 20) : EventTypes(first) {}
    Result<EventType *> came(const char *system, const char *name, int point)
    {
        return EventTypes::came(fakes::make_event(system, name, shape), &points[point], nullptr);
    }
};

SPILE_TEST(event_types, found_by_name_and_id)
{
    Types types;
    EventType &first = *types.came("sched", "sched_switch", 0).take();
    EventType &second = *types.came("irq", "irq_entry", 1).take();
    EventType &third = *types.came("sched", "sched_waking", 2).take();
    EXPECT_EQ(first.id(), 20);
    EXPECT_EQ(second.id(), 21);
    EXPECT_EQ(third.id(), 22);
    EXPECT(types.find("sched", "sched_waking") == &third);
    EXPECT(!types.find("irq", "sched_waking"));
    EXPECT(!types.find("irqs", "irq_entry"));
    EXPECT(types.by_id(21) == &second);
    EXPECT(!types.by_id(19));
    EXPECT(!types.by_id(23));
    EXPECT(!types.by_id(65535));
    EXPECT(!types.by_id(1u << 31));
    EXPECT_EQ(first.fields().size(), 1u);
    EXPECT_EQ(Text(first.fields()[0].name), Text("n"));

    // By system, in the order of their coming.
    Printer order;
    for (EventSystem &system : types.systems())
        system.for_each_present([&](EventType &type) { order.text(type.name()).ch(' '); });
    EXPECT_EQ(order.view(), Text("sched_switch sched_waking irq_entry "));
}

SPILE_TEST(event_types, keeps_its_id_when_it_comes_again)
{
    Types types;
    EventType *type = types.came("kvm", "kvm_exit", 0).take();
    EXPECT_EQ(types.came("kvm", "kvm_exit", 1).error(), Errno::exists);
    EXPECT(types.went(&points[0]) == type);
    EXPECT(!types.went(&points[0]));
    EXPECT(!type->point());
    EXPECT(!types.find_system("kvm")->any_present());
    EXPECT(types.by_id(20) == type); // for what was recorded
    EXPECT_EQ(types.came("kvm", "kvm_entry", 1).take()->id(), 21);
    EXPECT(types.came("kvm", "kvm_exit", 2).take() == type);
    EXPECT_EQ(type->id(), 20);
    EXPECT(type->point() == &points[2]);
}

SPILE_TEST(event_types, ids_run_out)
{
    Types types(65534);
    EXPECT_EQ(types.came("a", "b", 0).take()->id(), 65534);
    EXPECT_EQ(types.came("a", "c", 1).take()->id(), 65535);
    EXPECT_EQ(types.came("a", "d", 2).error(), Errno::no_space);
    EXPECT(types.by_id(65535));
}

SPILE_TEST(event_types, format_has_values)
{
    constexpr fakes::EventValue values[] = {{"kvm", "VALUE", 7}};
    fakes::set_event_values(values);
    Types types;
    Printer out;
    EXPECT(types.came("kvm", "kvm_exit", 0).take()->print_format(out));
    EXPECT(out.view().starts_with("name: kvm_exit\nID: 20\nformat:\n"));
    EXPECT(out.view().ends_with("\tfield:int n;\toffset:8;\tsize:4;\tsigned:1;\n"
                                "\nprint fmt: \"%d\", REC->n, 7\n"));
    fakes::reset();
}

SPILE_TEST(event_types, every_allocation_may_fail)
{
    if (!fakes::memory_is_fake)
        SKIP("memory of the kernel does not fail on demand");
    bool done = false;
    for (usize nth = 1; !done; ++nth) {
        Types types;
        fakes::fail_allocation(nth);
        Result<EventType *> came = types.came("kvm", "kvm_exit", 0);
        fakes::fail_allocation(0);
        done = came.ok();
        if (!done) {
            EXPECT_EQ(came.error(), Errno::no_memory);
            EXPECT(!types.find("kvm", "kvm_exit"));
            EXPECT(!types.by_id(20));
            EXPECT_EQ(types.came("kvm", "kvm_exit", 0).take()->id(), 20);
        }
        ASSERT(nth < 100);
    }
}

SPILE_SUITE(event_types, found_by_name_and_id, keeps_its_id_when_it_comes_again, ids_run_out,
            format_has_values, every_allocation_may_fail)

} // namespace
} // namespace spile
