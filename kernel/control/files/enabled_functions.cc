// SPDX-License-Identifier: GPL-2.0
// enabled_functions: the sites that are patched for us, with the number of ops on each.
#include "files.hh"

#include "control/text_file.hh"
#include "site_line.hh"

namespace spile {

namespace {

class EnabledFunctions final : public TextFile {
  public:
    explicit EnabledFunctions(Top &top) : top_(top) {}

    Result<void> show(Printer &out) override
    {
        struct Line {
            SiteId site;
            u32 ops;
        };
        Vec<Line> lines;
        Result<void> done = Ok{};
        top_.registry.for_each_traced([&](SiteId site, const SiteGroup &group) {
            u32 ops = 0;
            for (FilterSet *const *set = group.sets; *set; ++set)
                ops += (*set)->users;
            if (done)
                done = lines.push({site, ops});
        });
        TRY(spile::move(done));
        sort(lines.data(), lines.size(),
             [](const Line &a, const Line &b) { return a.site < b.site; });
        Box<SymbolSource::Room> room = TRY(make_box<SymbolSource::Room>());
        for (const Line &line : lines)
            print_site(out, top_.registry.symbols(), line.site, *room)
                .text(" (")
                .dec(line.ops)
                .text(")\n");
        return out.status();
    }

  private:
    Top &top_;
};

} // namespace

Result<Box<File>> make_enabled_functions(Top &top) { return make_file<EnabledFunctions>(top); }

} // namespace spile
