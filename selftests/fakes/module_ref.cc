// SPDX-License-Identifier: GPL-2.0
#include "glue/module_ref.h"

#include "base/types.hh"
#include "fakes.hh"
#include "parts.hh"

namespace spile::fakes {
namespace {

constexpr usize most_modules = 16;
struct Module {
    const void *module;
    int references;
    bool going;
};
constinit Module modules[most_modules] = {};

Module &entry(const void *module)
{
    for (Module &one : modules)
        if (one.module == module || !one.module) {
            one.module = module;
            return one;
        }
    __builtin_trap(); // more than any test needs
}

} // namespace

int module_references(const void *module) { return entry(module).references; }
void set_module_going(const void *module, bool going) { entry(module).going = going; }

void reset_module_ref()
{
    for (Module &one : modules)
        one = {};
}

} // namespace spile::fakes

using namespace spile::fakes;

extern "C" {

int spile_module_get(void *module)
{
    if (!module)
        return 1;
    if (entry(module).going)
        return 0;
    ++entry(module).references;
    return 1;
}

void spile_module_put(void *module)
{
    if (!module)
        return;
    if (entry(module).references-- <= 0)
        __builtin_trap(); // more puts than gets
}

} // extern "C"
