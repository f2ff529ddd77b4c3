// SPDX-License-Identifier: GPL-2.0
#include "word_parser.hh"

namespace spile {

namespace {

bool ends_word(char c)
{
    return !c || Text::is_space(c);
}

} // namespace

Result<bool> WordParser::next(Text &rest)
{
    if (complete_)
        forget();

    if (word_.empty()) {
        usize blank = 0;
        while (blank < rest.size() && ends_word(rest[blank]))
            ++blank;
        rest = rest.from(blank);
    }

    usize length = 0;
    while (length < rest.size() && !ends_word(rest[length]))
        ++length;
    if (length > limit_ - word_.size()) {
        forget();
        return Errno::invalid;
    }
    TRY(word_.reserve(word_.size() + length));
    for (usize i = 0; i < length; ++i)
        word_.push_reserved(rest[i]);

    complete_ = length < rest.size();
    rest = rest.from(complete_ ? length + 1 : length);
    return complete_;
}

} // namespace spile
