// SPDX-License-Identifier: GPL-2.0
#include "filter/balance.hh"

namespace spile
{

namespace
{

bool is_quote(char c) { return c == '\'' || c == '"'; }

// Where the parenthesis is that nothing closes. Of several the last one, walking
// backwards, that has no partner behind it; 0 where only the first byte can be it.
usize unclosed(Text text)
{
    usize closed = 0;
    char quote = '\0';
    for (usize at = text.size(); at-- > 1;) {
        char c = text[at];
        if (quote) {
            if (c == quote)
                quote = '\0';
        } else if (is_quote(c)) {
            quote = c;
        } else if (c == ')') {
            ++closed;
        } else if (c == '(' && closed-- == 0) {
            return at;
        }
    }
    return 0;
}

} // namespace

Result<void> check_balance(Text text, FilterError &error)
{
    usize open = 0, opened_quote = 0;
    char quote = '\0';
    for (usize at = 0; at < text.size(); ++at) {
        char c = text[at];
        if (quote) {
            if (c == quote)
                quote = '\0';
        } else if (is_quote(c)) {
            quote = c;
            opened_quote = at;
        } else if (c == '(') {
            ++open;
        } else if (c == ')' && open-- == 0) {
            return error.set(FilterErrorCode::too_many_close, at);
        }
    }
    if (quote)
        return error.set(FilterErrorCode::missing_quote, opened_quote);
    if (open)
        return error.set(FilterErrorCode::too_many_open, unclosed(text));
    return Ok{};
}

} // namespace spile
