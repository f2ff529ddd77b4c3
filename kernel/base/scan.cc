// SPDX-License-Identifier: GPL-2.0
#include "base/scan.hh"

namespace spile {

namespace {

int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 99;
}

Text without_newline(Text text)
{
    return text.ends_with("\n") ? text.first(text.size() - 1) : text;
}

Result<u64> scan_digits(Text text, unsigned base)
{
    bool hex_mark = text.size() > 2 && text[0] == '0' && (text[1] | 0x20) == 'x' &&
                    digit_value(text[2]) < 16;
    if (base == 0)
        base = hex_mark ? 16 : text.starts_with("0") ? 8 : 10;
    if (base == 16 && hex_mark)
        text = text.from(2);
    if (text.empty())
        return Errno::invalid;
    u64 value = 0;
    bool overflow = false;
    for (char c : text) {
        unsigned digit = static_cast<unsigned>(digit_value(c));
        if (digit >= base)
            return Errno::invalid;
        overflow |= __builtin_mul_overflow(value, static_cast<u64>(base), &value);
        overflow |= __builtin_add_overflow(value, static_cast<u64>(digit), &value);
    }
    if (overflow)
        return Errno::range;
    return value;
}

} // namespace

Result<u64> scan_u64(Text text, unsigned base)
{
    text = without_newline(text);
    if (text.starts_with("+"))
        text = text.from(1);
    return scan_digits(text, base);
}

Result<i64> scan_i64(Text text, unsigned base)
{
    if (!text.starts_with("-")) {
        u64 value = TRY(scan_u64(text, base));
        if (value >> 63)
            return Errno::range;
        return static_cast<i64>(value);
    }
    u64 value = TRY(scan_digits(without_newline(text.from(1)), base));
    if (value > u64{1} << 63)
        return Errno::range;
    return static_cast<i64>(0 - value);
}

Result<bool> scan_bool(Text text)
{
    text = text.trimmed();
    if (text.empty())
        return Errno::invalid;
    switch (text[0]) {
    case 'y':
    case 'Y':
    case 't':
    case 'T':
    case '1':
        return true;
    case 'n':
    case 'N':
    case 'f':
    case 'F':
    case '0':
        return false;
    case 'o':
    case 'O':
        if (text.size() > 1 && (text[1] | 0x20) == 'n')
            return true;
        if (text.size() > 1 && (text[1] | 0x20) == 'f')
            return false;
        return Errno::invalid;
    default:
        return Errno::invalid;
    }
}

Text next_word(Text &rest)
{
    auto ends_word = [](char c) { return !c || Text::is_space(c); };
    usize start = 0;
    while (start < rest.size() && ends_word(rest[start]))
        ++start;
    usize stop = start;
    while (stop < rest.size() && !ends_word(rest[stop]))
        ++stop;
    Text word(rest.data() + start, stop - start);
    rest = rest.from(stop);
    return word;
}

} // namespace spile
