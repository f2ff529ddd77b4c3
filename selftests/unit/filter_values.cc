// SPDX-License-Identifier: GPL-2.0
// What predicates say of values: numbers of all widths, strings, CPUs, functions.
#include "filter/filter.hh"

#include "selftests/unit/filter_rig.hh"

namespace spile {
namespace {

using namespace filter_test;

// --- Numbers.

SPILE_TEST(filter_values, operators)
{
    Entry entry;
    entry.set(u32_field, 10);
    constexpr VerdictRow rows[] = {
        {"u32 == 10", true},  {"u32 == 11", false}, {"u32 != 10", false}, {"u32 != 9", true},
        {"u32 < 10", false},  {"u32 < 11", true},   {"u32 <= 10", true},  {"u32 <= 9", false},
        {"u32 > 10", false},  {"u32 > 9", true},    {"u32 >= 10", true},  {"u32 >= 11", false},
        {"u32 & 2", true},    {"u32 & 5", false},   {"u32 & 0", false},   {"u32==10", true},
        {" u32  ==\t10 ", true},
    };
    check_rows(entry, rows);
}

// Each width at its ends, signed and not.
SPILE_TEST(filter_values, widths)
{
    Entry entry;
    entry.set(u8_field, 0xff);
    entry.set(s8_field, 0x80);
    entry.set(u16_field, 0xffff);
    entry.set(s16_field, 0x8000);
    entry.set(u32_field, 0xffffffff);
    entry.set(s32_field, 0x80000000);
    entry.set(u64_field, ~u64{0});
    entry.set(s64_field, u64{1} << 63);
    constexpr VerdictRow rows[] = {
        {"u8 == 255", true},
        {"u8 > 254", true},
        {"u8 < 255", false},
        {"u8 >= 0", true},
        {"u8 < 0", false},
        {"u8 <= 255", true},
        {"u8 > 255", false},
        {"s8 == -128", true},
        {"s8 < -127", true},
        {"s8 < -128", false},
        {"s8 > 127", false},
        {"s8 <= 127", true},
        {"s8 >= -128", true},
        {"s8 < 0", true},
        {"s8 & 0x80", true},
        {"s8 & 0x7f", false},
        {"u16 == 65535", true},
        {"u16 > 65534", true},
        {"s16 == -32768", true},
        {"s16 < 0", true},
        {"s16 > -32768", false},
        {"u32 == 4294967295", true},
        {"u32 > 0x7fffffff", true},
        {"s32 == -2147483648", true},
        {"s32 < 1", true},
        {"s32 > 1", false},
        {"s32 != -2147483648", false},
        {"u64 == 18446744073709551615", true},
        {"u64 == 0xffffffffffffffff", true},
        {"u64 > 0x8000000000000000", true},
        {"u64 <= 18446744073709551615", true},
        {"s64 == -9223372036854775808", true},
        {"s64 == -0x8000000000000000", true},
        {"s64 < 9223372036854775807", true},
        {"s64 <= -9223372036854775808", true},
        {"s64 > -9223372036854775808", false},
    };
    check_rows(entry, rows);
}

// A constant is cut to the width of the field, as the kernel does.
SPILE_TEST(filter_values, constants_are_cut)
{
    Entry entry;
    entry.set(u8_field, 44);
    entry.set(s32_field, ~u64{0});
    entry.set(s8_field, 1);
    constexpr VerdictRow rows[] = {
        {"u8 == 300", true},           {"u8 == 0x12c", true},         {"u8 < 301", true},
        {"u8 < 256", false},           {"s32 == 0xffffffff", true},   {"s32 == 4294967295", true},
        {"s32 >= 0xffffffff", true},   {"s32 < 0x80000001", false},   {"s8 == 257", true},
        {"s8 > 255", true},            {"u8 & 0x100", false},         {"u8 != 300", false},
    };
    check_rows(entry, rows);
}

SPILE_TEST(filter_values, bases)
{
    Entry entry;
    entry.set(s32_field, 255);
    entry.set(s16_field, static_cast<u64>(-255));
    constexpr VerdictRow rows[] = {
        {"s32 == 0xff", true}, {"s32 == 0xFF", true}, {"s32 == 0XfF", true},  {"s32 == 0377", true},
        {"s32 == 255", true},  {"s16 == -0xff", true}, {"s16 == -0377", true}, {"s32 == 0255", false},
        {"s32 == 000377", true},
    };
    check_rows(entry, rows);
}

SPILE_TEST(filter_values, common_fields)
{
    Entry entry;
    entry.set_common(300, 0x41, 3, -1);
    fakes::set_current(2, "sleep");
    constexpr VerdictRow rows[] = {
        {"common_type == 300", true},       {"common_flags & 0x40", true},
        {"common_flags == 0x40", false},    {"common_preempt_count > 2", true},
        {"common_pid == -1", true},         {"common_pid < 0", true},
        {"CPU == 2", true},                 {"cpu == 3", false},
        {"common_cpu != 2", false},         {"CPU < 3", true},
        {"CPU > -1", true},                 {"CPU >= 3", false},
        {"CPU & 2", false},                 {"CPU <= 2", true},
    };
    check_rows(entry, rows);
    fakes::reset();
}

// The bytes of arrays and structures of a number's width are compared as that number, all
// others with nothing.
SPILE_TEST(filter_values, arrays)
{
    Entry entry;
    entry.set(bytes4_field, 0x0100007f);
    entry.set(pair_field, 7);
    entry.set(ints_field, 144 | 8 << 16);
    entry.set(pointer_field, 0xffff888000000000);
    constexpr VerdictRow rows[] = {
        {"bytes4 == 0x0100007f", true},  {"bytes4 == 1", false},
        {"bytes4 & 0x7f", true},         {"bytes16 == 0", false},
        {"bytes16 != 0", false},         {"bytes16 & 1", false},
        {"!(bytes16 == 0)", true},       {"pair == 7", true},
        {"ints == 0x80090", true},       {"pointer == 0xffff888000000000", true},
    };
    check_rows(entry, rows);
}

// --- Strings.

SPILE_TEST(filter_values, static_strings)
{
    Entry entry;
    entry.set_static(name_field, "bash", 'x'); // rubbish behind the NUL
    constexpr VerdictRow rows[] = {
        {"name == \"bash\"", true},   {"name == 'bash'", true},    {"name != \"bash\"", false},
        {"name == \"bas\"", false},   {"name == \"bashx\"", false}, {"name == \"\"", false},
        {"name != \"\"", true},       {"name ~ \"bash\"", true},   {"name ~ \"*sh\"", true},
        {"name ~ \"ba*\"", true},     {"name ~ \"*as*\"", true},   {"name ~ \"b*h\"", true},
        {"name ~ \"b?sh\"", true},    {"name ~ \"[a-c]ash\"", true}, {"name ~ \"[!b]*\"", false},
        {"name ~ \"*x*\"", false},    {"name ~ \"*x\"", false},    {"name ~ \"*\"", true},
        {"name ~ \"**\"", true},      {"name ~ \"\"", false},      {"name ~ \"!bash\"", false},
        {"name ~ \"!*sh\"", false},   {"name ~ \"!zsh\"", true},   {"name == \"b*\"", false},
        {"name == \"!bash\"", false}, {"name ~ \"bash*\"", true},  {"name ~ \"*bash\"", true},
        {"name ~ \"BASH\"", false},   {"name ~ \"b\\ash\"", true},
    };
    check_rows(entry, rows);
    // All of the field, without a NUL.
    entry.set_static(name_field, "0123456789abcdef");
    constexpr VerdictRow full[] = {
        {"name == \"0123456789abcdef\"", true},  {"name == \"0123456789abcde\"", false},
        {"name == \"0123456789abcdef0\"", false}, {"name ~ \"*def\"", true},
        {"name ~ \"0123456789abcdef*\"", true},  {"name ~ \"0123456789abcdefg*\"", false},
        {"name ~ \"01*\"", true}, // a digit in front makes no number of it
        {"name ~ \"*9a*\"", true},
    };
    check_rows(entry, full);
    entry.set_static(name_field, "");
    constexpr VerdictRow empty[] = {
        {"name == \"\"", true}, {"name ~ \"*\"", true}, {"name ~ \"?\"", false}, {"name ~ \"!\"", false},
    };
    check_rows(entry, empty);
}

SPILE_TEST(filter_values, dynamic_strings)
{
    Entry entry;
    entry.set_dynamic(path_field, "/etc/passwd");
    entry.set_dynamic(rel_field, "relative");
    constexpr VerdictRow rows[] = {
        {"path == \"/etc/passwd\"", true}, {"path ~ \"*passwd\"", true}, {"path ~ \"/etc/*\"", true},
        {"path ~ \"*/pass*\"", true},      {"path != \"/etc\"", true},   {"rel == \"relative\"", true},
        {"rel ~ \"*tive\"", true},         {"rel != \"relative\"", false}, {"path == \"relative\"", false},
        {"path ~ \"/*/p[a-z]*d\"", true},
    };
    check_rows(entry, rows);
}

// Places are not trusted: a string that does not lie within the entry matches nothing.
SPILE_TEST(filter_values, dynamic_strings_outside)
{
    Entry entry;
    entry.set_dynamic(path_field, "abc", false); // no NUL
    constexpr VerdictRow rows[] = {
        {"path == \"abc\"", true}, {"path ~ \"*\"", true}, {"path ~ \"abcd*\"", false},
    };
    check_rows(entry, rows);
    constexpr u64 places[] = {
        fixed_bytes | 4 << 16, 0xffff | 1 << 16, fixed_bytes | u64{0xffff} << 16, 0xffffffff,
        (fixed_bytes + 4) | 1 << 16,
    };
    for (u64 place : places) {
        entry.set(path_field, place);
        entry.set(rel_field, place);
        constexpr VerdictRow none[] = {
            {"path == \"abc\"", false}, {"path != \"abc\"", false}, {"path ~ \"*\"", false},
            {"rel ~ \"*\"", false},     {"!(path == \"abc\")", true},
        };
        check_rows(entry, none);
    }
    entry.set(path_field, fixed_bytes + 3); // nothing, at the very end
    constexpr VerdictRow empty[] = {{"path == \"\"", true}, {"path ~ \"a*\"", false}};
    check_rows(entry, empty);
}

SPILE_TEST(filter_values, pointed_strings)
{
    constexpr fakes::FakeString strings[] = {
        {0x1000, false, "kernel text"}, {0x1000, true, "user text"}, {0x2000, true, "/etc/passwd"}};
    fakes::set_strings(Span<const fakes::FakeString>(strings));
    Entry entry;
    entry.set(kernel_text_field, 0x1000);
    entry.set(user_text_field, 0x2000);
    constexpr VerdictRow rows[] = {
        {"text == \"kernel text\"", true},
        {"text.ustring == \"user text\"", true},
        {"text ~ \"*text\"", true},
        {"utext.ustring ~ \"*passwd\"", true},
        {"utext.ustring != \"/etc/passwd\"", false},
        // It cannot be read: not equal, not unequal.
        {"utext == \"/etc/passwd\"", false},
        {"utext != \"/etc/passwd\"", false},
        {"utext ~ \"*\"", false},
        {"!(utext ~ \"*\")", true},
        // Of other strings the suffix says nothing.
        {"name.ustring == \"\"", true},
    };
    check_rows(entry, rows);
    EXPECT(!make("text == \"x\"")->needs_entry()); // the address is enough
    fakes::reset();
}

// Whoever interrupts a comparison has a room of its own; when all are taken, nothing matches.
struct Nest {
    const Filter *filter = nullptr;
    const Entry *entry = nullptr;
    u32 depth = 0, deepest = 0, passed = 0;

    void enter()
    {
        if (depth == deepest)
            return;
        ++depth;
        passed += filter->matches(entry->bytes());
        --depth;
    }
};

SPILE_TEST(filter_values, pointed_strings_nest)
{
    constexpr fakes::FakeString strings[] = {{0x1000, false, "text"}};
    fakes::set_strings(Span<const fakes::FakeString>(strings));
    Entry entry;
    entry.set(kernel_text_field, 0x1000);
    Box<Filter> filter = make("text == \"text\"");
    ASSERT(filter);
    Nest nest;
    nest.filter = filter.get();
    nest.entry = &entry;
    fakes::on_fetch([](void *context) { static_cast<Nest *>(context)->enter(); }, &nest);
    for (u32 deepest = 0; deepest < 7; ++deepest) {
        nest.deepest = deepest;
        nest.passed = 0;
        EXPECT(filter->matches(entry.bytes()));
        EXPECT_EQ(nest.passed, min(deepest, FilterScratch::levels - 1));
    }
    fakes::reset();
}

SPILE_TEST(filter_values, comm)
{
    Entry entry;
    fakes::set_current(0, "kworker/0:1");
    constexpr VerdictRow rows[] = {
        {"COMM == \"kworker/0:1\"", true}, {"comm ~ \"kworker*\"", true}, {"COMM ~ \"*:1\"", true},
        {"COMM != \"bash\"", true},        {"comm == \"kworker\"", false},
    };
    check_rows(entry, rows);
    EXPECT(!make("comm == \"x\"")->needs_entry());
    fakes::set_current(0, "sixteen_bytes_xx"); // while it changes: no NUL
    check_row(entry, {"COMM == \"sixteen_bytes_xx\"", true});
    check_row(entry, {"COMM ~ \"*xx\"", true});
    fakes::reset();
}

// --- CPUs. There are four.

SPILE_TEST(filter_values, cpus_of_numbers)
{
    Entry entry;
    entry.set(target_cpu_field, 2);
    entry.set(u8_field, 200);
    fakes::set_current(3, "task");
    constexpr VerdictRow rows[] = {
        {"target_cpu & CPUS{1-3}", true},
        {"target_cpu & CPUS{0,1,3}", false},
        {"target_cpu & CPUS{2}", true},
        {"target_cpu == CPUS{2}", true},
        {"target_cpu == CPUS{1}", false},
        {"target_cpu != CPUS{2}", false},
        {"target_cpu != CPUS{1}", true},
        {"target_cpu == CPUS{1-3}", false}, // a number is no set
        {"target_cpu != CPUS{1-3}", true},
        {"target_cpu & CPUS{all}", true},
        {"target_cpu & CPUS{N}", false},
        {"target_cpu & CPUS{0-N:1/2}", true},
        {"target_cpu & CPUS{1-N:1/2}", false},
        {"target_cpu & CPUS{,}", false},
        {"u8 & CPUS{all}", false}, // no CPU
        {"u8 != CPUS{0-1}", false},
        {"CPU & CPUS{1-3}", true},
        {"CPU & CPUS{3}", true},
        {"CPU != CPUS{3}", false},
        {"CPU == CPUS{2-3}", false},
        {"CPU != CPUS{2-3}", true},
        {"cpu&CPUS{0-2}", false},
        {"bytes16 & CPUS{0-1}", false},
    };
    check_rows(entry, rows);
    entry.set(target_cpu_field, static_cast<u64>(-1));
    check_row(entry, {"target_cpu & CPUS{all}", false});
    check_row(entry, {"target_cpu != CPUS{0-1}", false});
    fakes::reset();
}

SPILE_TEST(filter_values, cpumasks)
{
    Entry entry;
    entry.set_mask(mask_field, 0b0110, 2);
    constexpr VerdictRow rows[] = {
        {"mask & CPUS{1}", true},    {"mask & CPUS{0,3}", false}, {"mask == CPUS{1-2}", true},
        {"mask == CPUS{1}", false},  {"mask == CPUS{0-3}", false}, {"mask != CPUS{1-2}", false},
        {"mask != CPUS{1}", true},   {"mask & CPUS{all}", true},  {"mask == CPUS{,}", false},
    };
    check_rows(entry, rows);
    // CPUs that cannot be do not count.
    entry.set_mask(mask_field, 0b10110);
    check_row(entry, {"mask == CPUS{1-2}", true});
    // A mask without bytes is empty, one that is not in the entry is nothing at all.
    entry.set(mask_field, fixed_bytes);
    check_row(entry, {"mask == CPUS{,}", true});
    check_row(entry, {"mask & CPUS{all}", false});
    entry.set(mask_field, 0xffff | 8 << 16);
    check_row(entry, {"mask == CPUS{,}", false});
    check_row(entry, {"mask != CPUS{1}", false});
}

// --- Functions.

SPILE_TEST(filter_values, functions)
{
    Entry entry;
    entry.set(caller_field, 0xffffffff81000110);
    entry.set(ip_field, 0xffffffff8100017f);
    constexpr VerdictRow rows[] = {
        {"caller.function == vfs_read", true},
        {"caller.function != vfs_read", false},
        {"caller.function == vfs_write", false},
        {"caller.function != vfs_write", true},
        {"caller.function == 0xffffffff8100017f", true},
        {"caller.function == 18446744071578845584", false},
        {"(caller.function == vfs_read)&&u8==0", true},
        {"caller.function == vfs_read||u8==1", true},
        {"s64.function == do_exit", false},
        {"ip.function == vfs_read", true},
        {"ip == vfs_read", true},
        {"ip != vfs_read", false},
        {"ip == 0xffffffff8100017f", true},
    };
    check_rows(entry, rows);
    entry.set(caller_field, 0xffffffff81000180); // the first byte behind it
    check_row(entry, {"caller.function == vfs_read", false});
    entry.set(caller_field, 0xffffffff810000ff); // the last one before it
    check_row(entry, {"caller.function == vfs_read", false});
    check_row(entry, {"caller.function != vfs_read", true});
    entry.set(s64_field, 0x1000);
    check_row(entry, {"s64.function == do_exit", true});
    entry.set(s64_field, 0x1001);
    check_row(entry, {"s64.function == do_exit", false});
}

// Own fields come before generic names, and of two with one name the last.
SPILE_TEST(filter_values, names_that_are_twice_there)
{
    constexpr spile_event_field own[] = {
        {"u8", "twice", 8, 1, 0, SPILE_FIELD_OTHER, 0},
        {"u8", "cpu", 9, 1, 0, SPILE_FIELD_OTHER, 0},
        {"u8", "twice", 10, 1, 0, SPILE_FIELD_OTHER, 0},
        {"u8", "common_pid", 11, 1, 0, SPILE_FIELD_OTHER, 0},
    };
    u8 entry[12] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4};
    constexpr const char *passing[] = {"twice == 3", "cpu == 2", "CPU == 0", "common_pid == 4"};
    Functions names;
    for (const char *text : passing) {
        FilterError error;
        Result<Box<Filter>> filter =
            Filter::create(text, {Span<const spile_event_field>(own)}, names, error);
        ASSERT(filter.ok());
        EXPECT(filter.value()->matches(Span<const u8>(entry)));
    }
}

// An entry that ends before a field of the filter does; no byte behind it is looked at.
SPILE_TEST(filter_values, short_entries)
{
    constexpr struct {
        const char *text;
        int last; // of its fields
    } rows[] = {
        {"u64 == 0", u64_field},          {"!(u64 == 1)", u64_field},
        {"u8 == 0 || u64 == 1", u64_field}, {"u8 == 0", u8_field},
        {"u8 & 0xff || u16 == 0", u16_field}, {"name == \"\"", name_field},
        {"path != \"x\"", path_field},    {"mask != CPUS{1}", mask_field},
        {"bytes4 == 0", bytes4_field},    {"pointer == 0", pointer_field},
        {"u8 == 0 && u64 == 0 && s32 == 0", u64_field},
    };
    Entry entry;
    for (const auto &row : rows) {
        Box<Filter> filter = make(row.text);
        ASSERT(filter);
        u32 end = event_fields[row.last].offset + u32{event_fields[row.last].size};
        for (u32 size = 1; size <= fixed_bytes; ++size) {
            // Of its own, for ASan to see one byte too many.
            u8 *bytes = static_cast<u8 *>(spile_alloc(size));
            ASSERT(bytes);
            __builtin_memcpy(bytes, entry.bytes().data(), size);
            bool passed = filter->matches({bytes, size});
            EXPECT_EQ(filter->finish(filter->start(), {bytes, size}), passed);
            if (size < end && passed)
                note_row(row.text);
            if (size == fixed_bytes)
                EXPECT_EQ(passed, filter->matches(entry.bytes()));
            spile_free(bytes);
        }
    }
}

} // namespace

SPILE_SUITE(filter_values, operators, widths, constants_are_cut, bases, common_fields, arrays,
            static_strings, dynamic_strings, dynamic_strings_outside, pointed_strings,
            pointed_strings_nest, comm, cpus_of_numbers, cpumasks, functions,
            names_that_are_twice_there, short_entries)

} // namespace spile
