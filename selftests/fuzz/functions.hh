// SPDX-License-Identifier: GPL-2.0
// A small kernel with three modules, and the naive meaning of filter words over it:
// sets of addresses, one name looked at after the other.
#pragma once

#include <algorithm>
#include <set>
#include <vector>

#include "base/glob.hh"
#include "base/scan.hh"
#include "fuzz.hh"
#include "ops/site.hh"

namespace spile::fuzz {

constexpr uptr kernel_text = 0xffffffff81000000, module_text = 0xffffffffc0000000;

// Names twice, names with suffixes, names of each other's start and end.
constexpr const char *kernel_names[] = {
    "vfs_read", "vfs_write", "vfs_open", "vfs_read.isra.0", "read", "twin",
    "twin",     "do_exit",   "schedule", "schedule.cold",   "a",    "exit_do"};
struct FakeModule {
    const char *name;
    std::vector<const char *> functions;
};
inline const FakeModule modules[] = {
    {"alpha", {"alpha_open", "twin", "vfs_read", "alpha_close"}},
    {"alps", {"alps_ride", "twin"}},
    {"beta", {"beta_go"}},
};
constexpr unsigned module_count = 3;

struct FakeFunction {
    uptr address;
    std::string name, module;
};

// Where a module's functions are: each has 256 bytes of the text to itself.
inline uptr address_in(unsigned module, unsigned function)
{
    return module_text + module * 256 + function * 16;
}

struct Kernel {
    bool loaded[module_count] = {};

    // In the order of available_filter_functions: the kernel, then modules as they came.
    std::vector<FakeFunction> functions() const
    {
        std::vector<FakeFunction> all;
        for (unsigned i = 0; i < std::size(kernel_names); ++i)
            all.push_back({kernel_text + i * 16, kernel_names[i], ""});
        for (unsigned module : order)
            for (unsigned i = 0; i < modules[module].functions.size(); ++i)
                all.push_back({address_in(module, i), modules[module].functions[i],
                               modules[module].name});
        return all;
    }
    bool has_module(std::string_view name) const
    {
        for (unsigned module : order)
            if (name == modules[module].name)
                return true;
        return false;
    }
    void come(unsigned module)
    {
        loaded[module] = true;
        order.push_back(module);
    }
    void go(unsigned module)
    {
        loaded[module] = false;
        std::erase(order, module);
    }
    std::vector<unsigned> order;
};

// All symbols, loaded or not: the names of functions that are gone are never asked for.
inline Span<const fakes::Symbol> all_symbols()
{
    static const std::vector<fakes::Symbol> table = [] {
        std::vector<fakes::Symbol> made;
        for (unsigned i = 0; i < std::size(kernel_names); ++i)
            made.push_back({kernel_text + i * 16, 16, kernel_names[i]});
        for (unsigned module = 0; module < module_count; ++module)
            for (unsigned i = 0; i < modules[module].functions.size(); ++i)
                made.push_back({address_in(module, i), 16, modules[module].functions[i],
                                modules[module].name, &modules[module], false});
        return made;
    }();
    return {table.data(), table.size()};
}

inline bool is_like(std::string_view name, std::string_view pattern)
{
    return Glob::parse(text_of(pattern)).matches(text_of(name));
}

// A word of set_ftrace_filter, taken apart.
struct ModelWord {
    explicit ModelWord(std::string_view word)
    {
        remove = word.starts_with('!');
        word.remove_prefix(remove);
        size_t colon = word.find(':');
        pattern = word.substr(0, colon);
        if (colon == word.npos)
            return;
        word.remove_prefix(colon + 1);
        has_command = true;
        colon = word.find(':');
        command = word.substr(0, colon);
        if (colon == word.npos)
            return;
        has_parameter = true;
        parameter = word.substr(colon + 1);
        parameter = parameter.substr(0, parameter.find(':'));
    }
    bool remove = false, has_command = false, has_parameter = false;
    std::string pattern, command, parameter;
};

struct ModelWish {
    std::string pattern, module;
    bool operator==(const ModelWish &) const = default;
};

// What set_ftrace_filter or set_ftrace_notrace holds.
struct ModelList {
    std::set<uptr> sites;
    std::vector<ModelWish> wishes;
    bool chosen = false;

    bool operator==(const ModelList &) const = default;

    static std::set<uptr> named(const Kernel &kernel, const ModelWord &word)
    {
        std::set<uptr> found;
        std::vector<FakeFunction> all = kernel.functions();
        if (!word.pattern.empty() && isdigit(static_cast<unsigned char>(word.pattern[0]))) {
            Result<u64> index = scan_u64(text_of(word.pattern));
            if (index && index.value() && index.value() <= all.size())
                found.insert(all[index.value() - 1].address);
            return found;
        }
        bool inverted = word.parameter.starts_with('!');
        std::string module = word.parameter.substr(inverted);
        for (const FakeFunction &one : all) {
            bool in = !one.module.empty() && is_like(one.module, module);
            if (word.has_command && in == inverted)
                continue;
            if (is_like(one.name, word.pattern.empty() ? "*" : word.pattern))
                found.insert(one.address);
        }
        return found;
    }
    // False: refused, and nothing changed.
    bool change(const Kernel &kernel, std::string_view text)
    {
        ModelWord word(text);
        bool module = word.has_command && word.command == "mod";
        bool inverted = word.parameter.starts_with('!');
        if (word.has_command && (!module || word.parameter.substr(inverted).empty()))
            return false;
        if (word.pattern.empty() && !module)
            return false;
        bool index = isdigit(static_cast<unsigned char>(word.pattern.c_str()[0]));
        std::set<uptr> found = named(kernel, word);
        bool any = !found.empty();
        if (word.remove) {
            for (uptr site : found)
                sites.erase(site);
            if (module && !inverted && !index)
                any |= std::erase_if(wishes, [&](const ModelWish &wish) {
                           return wish.module == word.parameter &&
                                  (word.pattern.empty() || word.pattern == "*" ||
                                   wish.pattern == word.pattern);
                       }) != 0;
            if (any)
                chosen = !sites.empty() || !wishes.empty();
            return any;
        }
        if (!any) {
            // Only for a module that is still to come.
            if (!module || inverted || index || kernel.has_module(word.parameter))
                return false;
            ModelWish wish{word.pattern.empty() ? "*" : word.pattern, word.parameter};
            if (std::find(wishes.begin(), wishes.end(), wish) == wishes.end())
                wishes.push_back(wish);
        }
        sites.insert(found.begin(), found.end());
        return chosen = true;
    }
    void came(unsigned module)
    {
        std::erase_if(wishes, [&](const ModelWish &wish) {
            if (!is_like(modules[module].name, wish.module))
                return false;
            for (unsigned i = 0; i < modules[module].functions.size(); ++i)
                if (is_like(modules[module].functions[i], wish.pattern))
                    sites.insert(address_in(module, i));
            return true;
        });
    }
    void went(unsigned module)
    {
        for (unsigned i = 0; i < modules[module].functions.size(); ++i)
            sites.erase(address_in(module, i));
    }
};

} // namespace spile::fuzz
