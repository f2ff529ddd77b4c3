// SPDX-License-Identifier: GPL-2.0
// Numbers against strtoull(), with the further rules of the kernel's kstrto*().
#include "base/scan.hh"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <vector>

#include "fuzz.hh"

namespace spile::fuzz {
namespace {

struct Scanned {
    int error = 0;
    uint64_t value = 0;
    bool operator==(const Scanned &) const = default;
};

template <typename T> Scanned as_scanned(const Result<T> &result)
{
    if (!result.ok())
        return {static_cast<int>(result.error()), 0};
    return {0, static_cast<uint64_t>(result.value())};
}

// Of digits alone: no sign, no blank, no newline.
Scanned digits(std::string text, int base)
{
    static const char all[] = "0123456789abcdef";
    bool hex = text.size() > 2 && text[0] == '0' && tolower(text[1]) == 'x';
    if (base == 0)
        base = hex ? 16 : text.starts_with('0') ? 8 : 10;
    if (base == 16 && hex)
        text = text.substr(2);
    if (text.empty())
        return {EINVAL, 0};
    for (char c : text) {
        const char *digit = c ? strchr(all, tolower(static_cast<unsigned char>(c))) : nullptr;
        if (!digit || digit - all >= base)
            return {EINVAL, 0};
    }
    errno = 0;
    uint64_t value = strtoull(text.c_str(), nullptr, base);
    return errno ? Scanned{ERANGE, 0} : Scanned{0, value};
}

Scanned unsigned_number(std::string text, int base)
{
    if (text.ends_with('\n'))
        text.pop_back();
    return digits(text.starts_with('+') ? text.substr(1) : text, base);
}

Scanned signed_number(std::string text, int base)
{
    if (!text.starts_with('-')) {
        Scanned number = unsigned_number(text, base);
        return number.value > INT64_MAX ? Scanned{ERANGE, 0} : number;
    }
    if (text.ends_with('\n'))
        text.pop_back();
    Scanned number = digits(text.substr(1), base);
    if (number.value > uint64_t{1} << 63)
        return {ERANGE, 0};
    number.value = -number.value;
    return number;
}

std::optional<bool> boolean(std::string_view text)
{
    while (!text.empty() && Text::is_space(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && Text::is_space(text.back()))
        text.remove_suffix(1);
    if (text.empty())
        return {};
    if (strchr("yYtT1", text[0]) && text[0])
        return true;
    if (strchr("nNfF0", text[0]) && text[0])
        return false;
    if (tolower(text[0]) == 'o' && text.size() > 1 && tolower(text[1]) == 'n')
        return true;
    if (tolower(text[0]) == 'o' && text.size() > 1 && tolower(text[1]) == 'f')
        return false;
    return {};
}

std::vector<std::string> words_of(std::string_view text)
{
    std::vector<std::string> words(1);
    for (char c : text)
        if (c && !Text::is_space(c))
            words.back() += c;
        else if (!words.back().empty())
            words.push_back("");
    if (words.back().empty())
        words.pop_back();
    return words;
}

} // namespace

void try_input(Input &in)
{
    std::string text(in.rest());
    // No byte may be read behind the end: the text has the heap to itself.
    std::vector<char> exact(text.begin(), text.end());
    Text given(exact.data() ? exact.data() : "", exact.size());
    for (int base : {0, 8, 10, 16}) {
        unsigned as_base = static_cast<unsigned>(base);
        MUST(as_scanned(scan_u64(given, as_base)) == unsigned_number(text, base));
        MUST(as_scanned(scan_i64(given, as_base)) == signed_number(text, base));
    }
    Result<bool> flag = scan_bool(given);
    std::optional<bool> expected = boolean(text);
    MUST(flag.ok() == expected.has_value());
    MUST(!expected || flag.value() == *expected);

    Text rest = given;
    std::vector<std::string> words;
    for (Text word = next_word(rest); !word.empty(); word = next_word(rest))
        words.push_back(string_of(word));
    MUST(words == words_of(text));
}

} // namespace spile::fuzz
