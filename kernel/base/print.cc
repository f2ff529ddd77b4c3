// SPDX-License-Identifier: GPL-2.0
#include "base/print.hh"

namespace spile {

namespace {

constexpr usize max_digits = 24;

Text digits_of(u64 value, unsigned base, char (&buffer)[max_digits])
{
    usize at = max_digits;
    do {
        buffer[--at] = "0123456789abcdef"[value % base];
        value /= base;
    } while (value);
    return {buffer + at, max_digits - at};
}

} // namespace

Printer &Printer::text(Text text)
{
    if (failed_ || !bytes_.reserve(bytes_.size() + text.size())) {
        failed_ = true;
        return *this;
    }
    for (char c : text)
        bytes_.push_reserved(c);
    return *this;
}

Printer &Printer::replace(usize at, usize size, Text text)
{
    Printer rest;
    rest.text(view().from(at + size));
    if (failed_ || rest.failed_ || !bytes_.reserve(at + text.size() + rest.size())) {
        failed_ = true;
        return *this;
    }
    bytes_.truncate(at);
    return this->text(text).text(rest.view());
}

Printer &Printer::fill(char c, unsigned count)
{
    while (count-- > 0)
        ch(c);
    return *this;
}

Printer &Printer::right(Text text, unsigned width)
{
    if (text.size() < width)
        fill(' ', width - static_cast<unsigned>(text.size()));
    return this->text(text);
}

Printer &Printer::left(Text text, unsigned width)
{
    this->text(text);
    if (text.size() < width)
        fill(' ', width - static_cast<unsigned>(text.size()));
    return *this;
}

Printer &Printer::dec(u64 value, unsigned width, char filler)
{
    char buffer[max_digits];
    Text digits = digits_of(value, 10, buffer);
    if (digits.size() < width)
        fill(filler, width - static_cast<unsigned>(digits.size()));
    return text(digits);
}

Printer &Printer::sdec(i64 value, unsigned width)
{
    char buffer[max_digits];
    u64 magnitude = value < 0 ? 0 - static_cast<u64>(value) : static_cast<u64>(value);
    Text digits = digits_of(magnitude, 10, buffer);
    unsigned size = static_cast<unsigned>(digits.size()) + (value < 0);
    if (size < width)
        fill(' ', width - size);
    if (value < 0)
        ch('-');
    return text(digits);
}

Printer &Printer::hex(u64 value, unsigned width, char filler)
{
    char buffer[max_digits];
    Text digits = digits_of(value, 16, buffer);
    if (digits.size() < width)
        fill(filler, width - static_cast<unsigned>(digits.size()));
    return text(digits);
}

} // namespace spile
