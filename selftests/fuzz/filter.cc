// SPDX-License-Identifier: GPL-2.0
// Filter words against sets of addresses: names, globs, places in the list, modules
// that are there and that are waited for, and what '!' takes away.
#include "ops/function_list.hh"

#include "functions.hh"

namespace spile::fuzz {
namespace {

class Names final : public SymbolSource {
  public:
    Text name_at(uptr address, Room &room) override
    {
        for (const fakes::Symbol &symbol : all_symbols())
            if (symbol.address == address) {
                size_t length = Text(symbol.name).size();
                for (size_t i = 0; i < length; ++i)
                    room.name[i] = symbol.name[i];
                return {room.name, length};
            }
        return {};
    }
};

class NoPatcher final : public Patcher {
  public:
    Result<void> apply(const PatchPlan &) override { return Ok{}; }
    void clear() override {}
};

struct Fuzzer {
    Names names;
    NoPatcher patcher;
    Registry registry{names, patcher};
    Kernel kernel;
    FunctionList list;
    ModelList model;

    Fuzzer()
    {
        SiteList sites;
        for (const FakeFunction &one : kernel.functions())
            MUST(sites.collect(site_of(one.address)));
        MUST(registry.add_sites(nullptr, "", spile::move(sites)));
    }
    void compare()
    {
        std::set<uptr> sites;
        for (SiteId site : list.sites())
            sites.insert(address_of(site));
        MUST(list.sites().size() == sites.size());
        MUST(sites == model.sites);
        MUST(list.chosen() == model.chosen);
        MUST(list.wishes().size() == model.wishes.size());
        for (size_t i = 0; i < model.wishes.size(); ++i) {
            const ModuleWish &wish = list.wishes()[i];
            MUST(string_of(wish.pattern_text()) == model.wishes[i].pattern);
            MUST(string_of(wish.wanted().text) == model.wishes[i].module);
        }
    }
    void come(unsigned module)
    {
        SiteList sites;
        for (unsigned i = 0; i < modules[module].functions.size(); ++i)
            MUST(sites.collect(site_of(address_in(module, i))));
        MUST(registry.add_sites(&modules[module], modules[module].name, spile::move(sites)));
        kernel.come(module);
        bool any = false;
        FunctionList next = list.copy().take();
        registry.with_table([&](SiteTable &table) {
            MUST(next.module_came(table, *table.find_block(&modules[module]), any));
        });
        if (any)
            list = spile::move(next);
        model.came(module);
    }
    void go(unsigned module)
    {
        list.module_went(registry.remove_sites(&modules[module]));
        kernel.go(module);
        model.went(module);
    }
    // A word with the nth allocation failing: the list is then as before.
    void word(std::string_view text, unsigned fail_nth)
    {
        FilterWord word = FilterWord::parse(text_of(text));
        if (word.has_command && !word.is_module())
            return; // a function command
        if (fail_nth) {
            fakes::fail_allocation(fail_nth);
            Result<void> done = list.change(registry, word);
            bool failed = fakes::failed_allocations() != 0;
            fakes::fail_allocation(0);
            if (!done && done.error() == Errno::no_memory) {
                MUST(failed);
                compare();
            } else {
                MUST(done.ok() == model.change(kernel, text));
                compare();
                return;
            }
        }
        Result<void> done = list.change(registry, word);
        MUST(done || done.error() == Errno::invalid);
        MUST(done.ok() == model.change(kernel, text));
        compare();
    }
    // "+N", "-N": module N comes, goes; "=": a copy goes on; "?N WORD": with the Nth
    // allocation failing; all else: a word.
    void line(std::string_view text)
    {
        if (text.size() == 2 && (text[0] == '+' || text[0] == '-')) {
            unsigned module = static_cast<uint8_t>(text[1]) % module_count;
            if (kernel.loaded[module] != (text[0] == '+'))
                text[0] == '+' ? come(module) : go(module);
        } else if (text == "=") {
            FunctionList copy = list.copy().take();
            list = spile::move(copy);
            registry.with_table([&](SiteTable &table) { list.refresh(table); });
        } else if (text.size() > 2 && text[0] == '?') {
            word(text.substr(2), static_cast<uint8_t>(text[1]) % 16);
        } else {
            word(text, 0);
        }
        compare();
    }
};

} // namespace

void try_input(Input &in)
{
    Fuzzer fuzzer;
    while (!in.empty())
        fuzzer.line(in.until('\n'));
}

} // namespace spile::fuzz
