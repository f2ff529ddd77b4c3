// SPDX-License-Identifier: GPL-2.0
// The fields that every entry begins with.
#pragma once

#include "base/span.hh"
#include "glue/event_field.h"

namespace spile
{

// As kbuild has it: not since 6.2.
constexpr spile_u8 char_is_signed = static_cast<char>(-1) < 0;

constexpr spile_event_field common_fields[] = {
    {"unsigned short", "common_type", 0, 2, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned char", "common_flags", 2, 1, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned char", "common_preempt_count", 3, 1, 0, SPILE_FIELD_OTHER, 0},
    {"int", "common_pid", 4, 4, 1, SPILE_FIELD_OTHER, 0},
};

} // namespace spile
