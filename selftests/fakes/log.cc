// SPDX-License-Identifier: GPL-2.0
#include "glue/log.h"

#include "base/span.hh"
#include "fakes.hh"
#include "parts.hh"

namespace spile::fakes {
namespace {

constexpr usize room = 8192;
constinit char kept[room] = {};
constinit usize length = 0;

void put(Text text)
{
    for (char c : text)
        if (length < room)
            kept[length++] = c;
}

} // namespace

Text logged() { return {kept, length}; }
void forget_log() { length = 0; }
void reset_log() { forget_log(); }

} // namespace spile::fakes

using namespace spile;
using namespace spile::fakes;

extern "C" {

void spile_log(const char *text, unsigned long bytes)
{
    put({text, bytes});
    put("\n");
}

void spile_log_error(const char *text, unsigned long bytes)
{
    put("error: ");
    spile_log(text, bytes);
}

} // extern "C"
