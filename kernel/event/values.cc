// SPDX-License-Identifier: GPL-2.0
#include "event/values.hh"

#include "glue/events.h"

namespace spile
{

namespace
{

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_alpha(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
constexpr bool is_word(char c) { return is_alpha(c) || is_digit(c); }

usize word_end(Text text, usize at)
{
    while (at < text.size() && is_word(text[at]))
        ++at;
    return at;
}

// The end of a name and of what it selects: `REC->a.b`.
usize chain_end(Text text, usize at)
{
    for (;;) {
        at = word_end(text, at);
        Text rest = text.from(at);
        if (rest.starts_with("."))
            at += 1;
        else if (rest.starts_with("->"))
            at += 2;
        else
            return at;
    }
}

const NamedValue *value_at(Text text, Span<const NamedValue> values)
{
    for (const NamedValue &value : values) {
        usize size = value.name.size();
        if (text.starts_with(value.name) && !(size < text.size() && is_word(text[size])))
            return &value;
    }
    return nullptr;
}

} // namespace

Result<Vec<NamedValue>> values_of(const char *system)
{
    Vec<NamedValue> values;
    TRY(from_c(spile_event_values(
        system,
        [](void *context, const char *name, long value) {
            auto &found = *static_cast<Vec<NamedValue> *>(context);
            return -static_cast<int>(found.push({name, value}).error());
        },
        &values)));
    return spile::move(values);
}

void print_with_values(Printer &out, Text text, Span<const NamedValue> values)
{
    bool in_string = false;
    usize at = 0, printed = 0;
    while (at < text.size()) {
        char c = text[at];
        if (c == '\\') {
            at += 2;
        } else if (c == '"') {
            in_string = !in_string;
            ++at;
        } else if (in_string) {
            ++at;
        } else if (is_digit(c)) {
            at = word_end(text, at); // 0x1f, 10UL
        } else if (is_alpha(c)) {
            if (const NamedValue *value = value_at(text.from(at), values)) {
                out.text(text.from(printed).first(at - printed)).sdec(value->value);
                at += value->name.size();
                printed = at;
            } else {
                at = chain_end(text, at);
            }
        } else {
            ++at;
        }
    }
    out.text(text.from(printed));
}

} // namespace spile
