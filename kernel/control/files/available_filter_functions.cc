// SPDX-License-Identifier: GPL-2.0
#include "files.hh"

#include "control/text_file.hh"
#include "site_line.hh"

namespace spile {

namespace {

// One name at a time: the whole list would be 1 MB of text.
class Names final : public Pieces {
  public:
    explicit Names(Registry &registry) : registry_(registry) {}

    Result<bool> next(Printer &out) override
    {
        Result<SiteId> site =
            registry_.with_table([&](SiteTable &table) { return table.at_index(index_); });
        if (!site)
            return false;
        ++index_;
        print_site(out, registry_.symbols(), site.value(), room_).ch('\n');
        return true;
    }

  private:
    Registry &registry_;
    usize index_ = 0;
    SymbolSource::Room room_;
};

class AvailableFilterFunctions final : public TextFile {
  public:
    explicit AvailableFilterFunctions(Top &top) : top_(top) {}

    Result<Box<Pieces>> pieces() override
    {
        return Box<Pieces>(TRY(make_box<Names>(top_.registry)));
    }

  private:
    Top &top_;
};

} // namespace

Result<Box<File>> make_available_filter_functions(Top &top)
{
    return make_file<AvailableFilterFunctions>(top);
}

} // namespace spile
