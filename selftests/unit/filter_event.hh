// SPDX-License-Identifier: GPL-2.0
// An event with a field of each kind, an entry of it, and functions: for the tests of
// filters and their fuzzer.
#pragma once

#include "filter/filter.hh"
#include "selftests/fakes/fakes.hh"

namespace spile::filter_test {

// --- The event. Names say type and width.
enum FieldIndex : int {
    u8_field, s8_field, u16_field, s16_field, u32_field, s32_field, u64_field, s64_field,
    name_field, path_field, rel_field, kernel_text_field, user_text_field, caller_field, ip_field,
    mask_field, target_cpu_field, bytes16_field, bytes4_field, ints_field, pair_field, pointer_field,
    field_count,
};

constexpr spile_event_field event_fields[] = {
    {"u8", "u8", 8, 1, 0, SPILE_FIELD_OTHER, 0},
    {"s8", "s8", 9, 1, 1, SPILE_FIELD_OTHER, 0},
    {"u16", "u16", 10, 2, 0, SPILE_FIELD_OTHER, 0},
    {"s16", "s16", 12, 2, 1, SPILE_FIELD_OTHER, 0},
    {"u32", "u32", 16, 4, 0, SPILE_FIELD_OTHER, 0},
    {"int", "s32", 20, 4, 1, SPILE_FIELD_OTHER, 0},
    {"u64", "u64", 24, 8, 0, SPILE_FIELD_OTHER, 0},
    {"s64", "s64", 32, 8, 1, SPILE_FIELD_OTHER, 0},
    {"char[16]", "name", 40, 16, 1, SPILE_FIELD_STATIC_STRING, 16},
    {"__data_loc char[]", "path", 56, 4, 1, SPILE_FIELD_DYN_STRING, 0},
    {"__rel_loc char[]", "rel", 60, 4, 1, SPILE_FIELD_REL_DYN_STRING, 0},
    {"const char *", "text", 64, 8, 0, SPILE_FIELD_PTR_STRING, 0},
    {"const char *", "utext", 72, 8, 0, SPILE_FIELD_PTR_STRING, 0},
    {"unsigned long", "caller", 80, 8, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned long", "ip", 88, 8, 0, SPILE_FIELD_TRACE_FN, 0},
    {"__data_loc cpumask_t", "mask", 96, 4, 0, SPILE_FIELD_CPUMASK, 0},
    {"int", "target_cpu", 100, 4, 1, SPILE_FIELD_OTHER, 0},
    {"u8[16]", "bytes16", 104, 16, 0, SPILE_FIELD_OTHER, 16},
    {"u8[4]", "bytes4", 120, 4, 0, SPILE_FIELD_OTHER, 4},
    {"__data_loc int[]", "ints", 124, 4, 0, SPILE_FIELD_OTHER, 0},
    {"struct pair", "pair", 128, 8, 0, SPILE_FIELD_OTHER, 0},
    {"struct task *", "pointer", 136, 8, 0, SPILE_FIELD_OTHER, 0},
};
static_assert(sizeof(event_fields) / sizeof(event_fields[0]) == field_count);
constexpr u32 fixed_bytes = 144;

inline Span<const spile_event_field> fields() { return Span<const spile_event_field>(event_fields); }

// --- An entry: fields by index, strings and masks behind one another at the end.
class Entry {
  public:
    Entry() { set_common(7, 1, 2, 1234); }

    void set_common(u16 type, u8 flags, u8 preempt_count, i32 pid)
    {
        put(0, type, 2);
        put(2, flags, 1);
        put(3, preempt_count, 1);
        put(4, static_cast<u32>(pid), 4);
    }
    void set(int field, u64 value) { put(event_fields[field].offset, value, event_fields[field].size); }
    // Into the field itself: the rest of it is `filler`.
    void set_static(int field, Text text, char filler = '\0')
    {
        for (u32 i = 0; i < event_fields[field].size; ++i)
            bytes_[event_fields[field].offset + i] = static_cast<u8>(
                i < text.size() ? text[i] : i == text.size() ? '\0' : filler);
    }
    // Behind the fixed part, with a NUL if `terminated`.
    void set_dynamic(int field, Text text, bool terminated = true)
    {
        u32 length = static_cast<u32>(text.size()) + terminated;
        u32 from = event_fields[field].kind == SPILE_FIELD_REL_DYN_STRING
                       ? event_fields[field].offset + 4u
                       : 0;
        set(field, (size_ - from) | length << 16);
        for (char c : text)
            bytes_[size_++] = static_cast<u8>(c);
        if (terminated)
            bytes_[size_++] = 0;
    }
    void set_mask(int field, usize mask, u32 words = 1)
    {
        size_ = (size_ + 7) / 8 * 8;
        set(field, size_ | words * u32{sizeof(usize)} << 16);
        for (u32 word = 0; word < words; ++word, size_ += sizeof(usize))
            put(size_, word ? 0 : mask, sizeof(usize));
    }
    // All of it; what is missing stays 0, and what is there too much is left out.
    void set_bytes(Span<const u8> bytes)
    {
        size_ = static_cast<u32>(min(bytes.size(), sizeof(bytes_)));
        for (u32 i = 0; i < sizeof(bytes_); ++i)
            bytes_[i] = i < size_ ? bytes[i] : u8{0};
    }
    u32 size() const { return size_; }
    Span<const u8> bytes() const { return {bytes_, size_}; }

    // What a probe would say of a field.
    u64 value(int ask) const
    {
        switch (ask) {
        case SPILE_FILTER_COMMON_TYPE:
            return get(0, 2, false);
        case SPILE_FILTER_COMMON_FLAGS:
            return get(2, 1, false);
        case SPILE_FILTER_COMMON_PREEMPT_COUNT:
            return get(3, 1, false);
        case SPILE_FILTER_COMMON_PID:
            return get(4, 4, true);
        case SPILE_FILTER_CPU:
            return spile_current_cpu();
        case SPILE_FILTER_NOTHING:
            return 0x5a5a5a5a5a5a5a5a;
        default:
            return get(event_fields[ask].offset, event_fields[ask].size,
                       event_fields[ask].is_signed);
        }
    }

  private:
    void put(u32 at, u64 value, u32 size) { __builtin_memcpy(bytes_ + at, &value, size); }
    u64 get(u32 at, u32 size, bool is_signed) const
    {
        u64 value = 0;
        __builtin_memcpy(&value, bytes_ + at, size);
        if (is_signed && size < 8 && value >> (8 * size - 1))
            value |= ~u64{0} << 8 * size;
        return value;
    }
    u8 bytes_[640] = {};
    u32 size_ = fixed_bytes;
};

// --- Functions that there are.
class Functions final : public FunctionNames {
  public:
    Result<FunctionRange> named(Text name) override
    {
        for (const Row &row : rows)
            if (name == row.name)
                return row.range;
        return error;
    }
    Result<FunctionRange> around(u64 address) override
    {
        for (const Row &row : rows)
            if (address - row.range.start < row.range.size)
                return row.range;
        return error;
    }
    Errno error = Errno::not_found; // of what is not there

  private:
    struct Row {
        const char *name;
        FunctionRange range;
    };
    static constexpr Row rows[] = {
        {"vfs_read", {0xffffffff81000100, 0x80}},
        {"vfs_write", {0xffffffff81000180, 0x40}},
        {"do_exit", {0x1000, 1}},
    };
};

} // namespace spile::filter_test
