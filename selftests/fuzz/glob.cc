// SPDX-License-Identifier: GPL-2.0
// Globs against their definition, and how long they take.
#include "base/glob.hh"

#include <ctime>
#include <vector>

#include "fuzz.hh"

namespace spile::fuzz {
namespace {

// A pattern, taken apart: each element but a star stands for one character.
struct Element {
    bool star = false;
    bool inverted = false;
    std::vector<std::pair<uint8_t, uint8_t>> ranges;

    bool has(char c) const
    {
        for (auto [low, high] : ranges)
            if (low <= static_cast<uint8_t>(c) && static_cast<uint8_t>(c) <= high)
                return !inverted;
        return inverted;
    }
};

// "[...]" at the start of `text`, or nothing when it is not closed.
size_t take_class(std::string_view text, Element &element)
{
    size_t at = 1;
    if (at < text.size() && text[at] == '!') {
        element.inverted = true;
        ++at;
    }
    for (bool first = true; at < text.size(); first = false) {
        if (text[at] == ']' && !first)
            return at + 1;
        uint8_t low = static_cast<uint8_t>(text[at]);
        if (at + 2 < text.size() && text[at + 1] == '-' && text[at + 2] != ']') {
            element.ranges.push_back({low, static_cast<uint8_t>(text[at + 2])});
            at += 3;
        } else {
            element.ranges.push_back({low, low});
            ++at;
        }
    }
    return 0;
}

std::vector<Element> elements_of(std::string_view text)
{
    std::vector<Element> elements;
    while (!text.empty()) {
        Element element;
        size_t length = 1;
        uint8_t c = static_cast<uint8_t>(text[0]);
        if (c == '*') {
            element.star = true;
        } else if (c == '?') {
            element.inverted = true; // all but none
        } else if (c == '[' && (length = take_class(text, element))) {
            // taken
        } else {
            length = c == '\\' && text.size() > 1 ? 2 : 1;
            c = static_cast<uint8_t>(text[length - 1]);
            element = Element();
            element.ranges.push_back({c, c});
        }
        elements.push_back(std::move(element));
        text.remove_prefix(length);
    }
    return elements;
}

struct Reference {
    std::vector<Element> pattern;
    std::string_view name;
    std::vector<char> known = {}; // 1 matches, 2 does not

    bool matches(size_t p, size_t n)
    {
        char &memo = known[p * (name.size() + 1) + n];
        if (!memo)
            memo = tried(p, n) ? 1 : 2;
        return memo == 1;
    }
    bool tried(size_t p, size_t n)
    {
        if (p == pattern.size())
            return n == name.size();
        if (pattern[p].star)
            return matches(p + 1, n) || (n < name.size() && matches(p, n + 1));
        return n < name.size() && pattern[p].has(name[n]) && matches(p + 1, n + 1);
    }
};

double cpu_seconds()
{
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

// Long, and not longer than shows what is worse than pattern * name.
void must_be_quick(std::string_view pattern, std::string_view name)
{
    if (pattern.empty() || name.empty())
        return;
    std::string long_pattern, long_name;
    while (long_pattern.size() < 1023)
        long_pattern += pattern;
    while (long_name.size() < 255)
        long_name += name;
    double start = cpu_seconds();
    glob_match(text_of(long_pattern), text_of(long_name));
    MUST(cpu_seconds() - start < 0.5);
}

} // namespace

// One byte, PATTERN, newline, NAME.
void try_input(Input &in)
{
    bool quick = in.byte() == 'L';
    std::string_view pattern = in.until('\n').substr(0, 100);
    std::string_view name = in.rest().substr(0, 100);
    Reference reference{elements_of(pattern), name};
    reference.known.resize((reference.pattern.size() + 1) * (name.size() + 1));
    bool expected = reference.matches(0, 0);
    MUST(Glob::parse(text_of(pattern)).matches(text_of(name)) == expected);
    MUST(glob_match(text_of(pattern), text_of(name)) == expected);
    if (quick)
        must_be_quick(pattern, name);
}

} // namespace spile::fuzz
