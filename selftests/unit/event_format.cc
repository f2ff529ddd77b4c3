// SPDX-License-Identifier: GPL-2.0
#include "event/format.hh"

#include "event/ftrace_entries.hh"
#include "selftests/unit/test.hh"
#include "uapi/spile/record.h"

namespace spile
{
namespace
{

SPILE_TEST(event_format, fields_as_the_kernel_writes_them)
{
    constexpr spile_event_field fields[] = {
        {"char[TASK_COMM_LEN]", "comm", 8, 16, 1, SPILE_FIELD_STATIC_STRING, 16},
        {"pid_t", "pid", 24, 4, 1, SPILE_FIELD_OTHER, 0},
        {"__data_loc char[]", "name", 28, 4, 1, SPILE_FIELD_DYN_STRING, 0},
        {"__rel_loc char[]", "path", 32, 4, 1, SPILE_FIELD_REL_DYN_STRING, 0},
        {"u32[]", "rest", 36, 0, 0, SPILE_FIELD_OTHER, 0},
    };
    Printer out;
    print_format(out, {"an_event", 1234, fields, "\"%s\", REC->comm"});
    EXPECT_EQ(out.view(),
              Text("name: an_event\n"
                   "ID: 1234\n"
                   "format:\n"
                   "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
                   "\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
                   "\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
                   "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n"
                   "\n"
                   "\tfield:char comm[16];\toffset:8;\tsize:16;\tsigned:1;\n"
                   "\tfield:pid_t pid;\toffset:24;\tsize:4;\tsigned:1;\n"
                   "\tfield:__data_loc char[] name;\toffset:28;\tsize:4;\tsigned:1;\n"
                   "\tfield:__rel_loc char path[];\toffset:32;\tsize:4;\tsigned:1;\n"
                   "\tfield:u32 rest[];\toffset:36;\tsize:0;\tsigned:0;\n"
                   "\n"
                   "print fmt: \"%s\", REC->comm\n"));
}

SPILE_TEST(event_format, no_fields)
{
    Printer out;
    print_format(out, {"bare", 20, {}, "\"\""});
    EXPECT(out.view().ends_with("common_pid;\toffset:4;\tsize:4;\tsigned:1;\n"
                                "\n"
                                "\n"
                                "print fmt: \"\"\n"));
}

// What the ring has in it, readers look up by these ids, at these places.
SPILE_TEST(event_format, entries_of_the_ring)
{
    struct {
        Text name;
        u32 id, last_offset;
    } const known[] = {
        {"function", SPILE_RECORD_FUNCTION,
         8 + __builtin_offsetof(spile_record_function, parent_ip)},
        {"kernel_stack", SPILE_RECORD_STACK, 8 + __builtin_offsetof(spile_record_stack, ips)},
        {"print", SPILE_RECORD_TEXT, 8 + __builtin_offsetof(spile_record_text, text)},
        {"raw_data", SPILE_RECORD_RAW, 8 + __builtin_offsetof(spile_record_raw, data)},
    };
    for (const auto &one : known) {
        const FormatText *found = nullptr;
        for (const FormatText &entry : ftrace_entries)
            if (entry.name == one.name)
                found = &entry;
        ASSERT(found);
        EXPECT_EQ(found->id, one.id);
        EXPECT_EQ(found->fields[found->fields.size() - 1].offset, one.last_offset);
    }
    for (const FormatText &entry : ftrace_entries)
        EXPECT(entry.id < SPILE_RECORD_FIRST_EVENT);
}

SPILE_SUITE(event_format, fields_as_the_kernel_writes_them, no_fields, entries_of_the_ring)

} // namespace
} // namespace spile
