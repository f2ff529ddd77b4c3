// SPDX-License-Identifier: GPL-2.0
#include "event/values.hh"

#include "selftests/fakes/fakes.hh"
#include "selftests/unit/test.hh"

namespace spile
{
namespace
{

constexpr NamedValue values[] = {
    {"XDP_PASS", 2}, {"XDP_PASSED", 3}, {"ENOSPC_", -28}, {"A", 65}, {"sizeof(struct page)", 64},
};

struct Written {
    Printer out;
    explicit Written(Text text) { print_with_values(out, text, values); }
    bool is(Text wanted) const { return out.view() == wanted; }
};

SPILE_TEST(event_values, whole_names_only)
{
    EXPECT(Written("\"x\", {XDP_PASS, 1}").is("\"x\", {2, 1}"));
    EXPECT(Written("XDP_PASSED").is("3"));
    EXPECT(Written("XDP_PASS_ XXDP_PASS AXDP_PASS XDP_PASS2")
               .is("XDP_PASS_ XXDP_PASS AXDP_PASS XDP_PASS2"));
    EXPECT(Written("(ENOSPC_)").is("(-28)"));
    EXPECT(Written("A").is("65"));
    EXPECT(Written("A,A").is("65,65"));
    EXPECT(Written("AA").is("AA"));
    EXPECT(Written("").is(""));
}

SPILE_TEST(event_values, strings_stay)
{
    EXPECT(Written("\"A\", A, \"\\\"A\", A").is("\"A\", 65, \"\\\"A\", 65"));
    EXPECT(Written("\"unterminated A").is("\"unterminated A"));
    EXPECT(Written("\"ends in a backslash\\").is("\"ends in a backslash\\"));
}

SPILE_TEST(event_values, members_and_numbers_stay)
{
    EXPECT(Written("REC->A").is("REC->A"));
    EXPECT(Written("x.A.A->A + A").is("x.A.A->A + 65"));
    EXPECT(Written("0xA 10A 1A").is("0xA 10A 1A"));
    EXPECT(Written("A->x").is("65->x"));
    EXPECT(Written("REC->").is("REC->"));
    EXPECT(Written("x - A").is("x - 65"));
}

SPILE_TEST(event_values, sizes)
{
    EXPECT(Written("1 * sizeof(struct page)").is("1 * 64"));
    EXPECT(Written("sizeof(struct pages)").is("sizeof(struct pages)"));
}

SPILE_TEST(event_values, of_a_system)
{
    constexpr fakes::EventValue all[] = {{"xdp", "A", 1}, {"net", "B", 2}, {"xdp", "C", -3}};
    fakes::set_event_values(all);
    Vec<NamedValue> found = values_of("xdp").take();
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].name, Text("A"));
    EXPECT_EQ(found[1].name, Text("C"));
    EXPECT_EQ(found[1].value, -3);
    EXPECT_EQ(values_of("none").take().size(), 0u);
    if (fakes::memory_is_fake) {
        fakes::fail_allocation(1);
        EXPECT_EQ(values_of("xdp").error(), Errno::no_memory);
    }
    fakes::reset();
}

SPILE_SUITE(event_values, whole_names_only, strings_stay, members_and_numbers_stay, sizes,
            of_a_system)

} // namespace
} // namespace spile
