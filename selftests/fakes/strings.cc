// SPDX-License-Identifier: GPL-2.0
#include "glue/strings.h"

#include "fakes.hh"
#include "parts.hh"

namespace spile::fakes
{
namespace
{

constinit Span<const FakeString> strings;
using Hook = void (*)(void *context);
constinit Hook hook = nullptr;
constinit void *hook_context = nullptr;

} // namespace

void set_strings(Span<const FakeString> table) { strings = table; }

void on_fetch(void (*now)(void *context), void *context)
{
    hook = now;
    hook_context = context;
}

void reset_strings()
{
    strings = {};
    hook = nullptr;
}

} // namespace spile::fakes

using namespace spile;
using namespace spile::fakes;

extern "C" long spile_fetch_string(char *to, unsigned long room, unsigned long address, int user)
{
    if (hook)
        hook(hook_context);
    for (const FakeString &one : strings) {
        if (one.address != address || one.user != (user != 0))
            continue;
        Text text = Text(one.text).first(room - 1);
        for (usize i = 0; i < text.size(); ++i)
            to[i] = text[i];
        to[text.size()] = '\0';
        return static_cast<long>(text.size());
    }
    return -14; // -EFAULT
}
