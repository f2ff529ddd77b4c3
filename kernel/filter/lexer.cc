// SPDX-License-Identifier: GPL-2.0
#include "filter/lexer.hh"

namespace spile
{

bool Lexer::is_space(char c) { return Text::is_space(c) || static_cast<u8>(c) == 0xa0; }

bool Lexer::is_alnum(char c)
{
    u8 byte = static_cast<u8>(c);
    u8 lower = byte | 0x20;
    if (byte >= 0xc0)
        return byte != 0xd7 && byte != 0xf7; // the signs of times and division
    return is_digit(c) || (lower >= 'a' && lower <= 'z');
}

void Lexer::skip_space()
{
    while (is_space(peek()))
        ++at_;
}

bool Lexer::take(Text word)
{
    if (!text_.from(at_).starts_with(word))
        return false;
    at_ += word.size();
    return true;
}

Text Lexer::take_name()
{
    usize start = at_;
    while (is_alnum(peek()) || peek() == '_')
        ++at_;
    return since(start);
}

Text Lexer::take_alnum()
{
    usize start = at_;
    while (is_alnum(peek()))
        ++at_;
    return since(start);
}

Text Lexer::take_until(char end)
{
    usize start = at_;
    while (!at_end() && peek() != end)
        ++at_;
    return since(start);
}

} // namespace spile
