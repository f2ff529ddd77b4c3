// SPDX-License-Identifier: GPL-2.0
#include "base/glob.hh"

namespace spile {

namespace {

struct ClassMatch {
    bool valid;   // a closing bracket was found
    bool matched; // the character is a member
    usize length; // of the class in the pattern, brackets included
};

// `pattern` starts at '['. An unclosed class is taken as a literal '['.
ClassMatch match_class(Text pattern, char c)
{
    usize at = 1;
    bool inverted = at < pattern.size() && pattern[at] == '!';
    if (inverted)
        ++at;
    bool member = false;
    bool first = true; // a ']' in first place is literal
    while (at < pattern.size() && (first || pattern[at] != ']')) {
        first = false;
        char low = pattern[at], high = low;
        ++at;
        if (at + 1 < pattern.size() && pattern[at] == '-' && pattern[at + 1] != ']') {
            high = pattern[at + 1];
            at += 2;
        }
        member |= static_cast<u8>(low) <= static_cast<u8>(c) &&
                  static_cast<u8>(c) <= static_cast<u8>(high);
    }
    if (at >= pattern.size())
        return {false, false, 1};
    return {true, member != inverted, at + 1};
}

} // namespace

bool glob_match(Text pattern, Text name)
{
    usize p = 0, n = 0;
    usize star_p = Text::npos, star_n = 0; // where to go on after a mismatch
    while (n < name.size()) {
        bool matched = false;
        usize step = 1;
        if (p < pattern.size()) {
            switch (pattern[p]) {
            case '*':
                star_p = ++p;
                star_n = n;
                continue;
            case '?':
                matched = true;
                break;
            case '[': {
                ClassMatch one = match_class(pattern.from(p), name[n]);
                matched = one.valid ? one.matched : name[n] == '[';
                step = one.length;
                break;
            }
            case '\\':
                if (p + 1 < pattern.size()) {
                    matched = pattern[p + 1] == name[n];
                    step = 2;
                    break;
                }
                [[fallthrough]];
            default:
                matched = pattern[p] == name[n];
            }
        }
        if (matched) {
            p += step;
            ++n;
        } else if (star_p != Text::npos) {
            p = star_p;
            n = ++star_n;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*')
        ++p;
    return p == pattern.size();
}

Glob Glob::parse(Text pattern)
{
    auto plain = [](Text text) {
        for (char c : text)
            if (c == '*' || c == '?' || c == '[' || c == '\\')
                return false;
        return true;
    };
    if (plain(pattern))
        return {GlobKind::exact, pattern};
    bool head = pattern[0] == '*';
    bool tail = pattern.size() > 1 && pattern[pattern.size() - 1] == '*';
    Text inner = pattern.from(head ? 1 : 0);
    if (tail)
        inner = inner.first(inner.size() - 1);
    if (!plain(inner))
        return {GlobKind::full, pattern};
    if (head && tail)
        return {GlobKind::middle, inner};
    return {head ? GlobKind::suffix : GlobKind::prefix, inner};
}

bool Glob::matches(Text name) const
{
    switch (kind) {
    case GlobKind::exact:
        return name == text;
    case GlobKind::prefix:
        return name.starts_with(text);
    case GlobKind::suffix:
        return name.ends_with(text);
    case GlobKind::middle:
        return name.find(text) != Text::npos;
    case GlobKind::full:
        return glob_match(text, name);
    }
    return false;
}

} // namespace spile
