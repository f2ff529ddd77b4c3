// SPDX-License-Identifier: GPL-2.0
// patch_stats: what patching cost and what it was spared. Not in tracefs.
#include "files.hh"

#include "control/text_file.hh"
#include "glue/hit.h"

namespace spile {

namespace {

class PatchStatsFile final : public TextFile {
  public:
    explicit PatchStatsFile(Top &top) : top_(top) {}

    Result<void> show(Printer &out) override
    {
        Registry::Report now = top_.registry.report();
        const PatchStats &stats = now.stats;
        auto line = [&](Text name, u64 value) { out.text(name).text(": ").dec(value).ch('\n'); };
        line("sites", now.sites);
        line("sites_patched", now.traced);
        line("patches", stats.patches_on + stats.patches_off);
        line("patches_on", stats.patches_on);
        line("patches_off", stats.patches_off);
        line("ops", now.ops);
        line("filter_sets", now.sets);
        line("site_groups", now.groups);
        line("registrations", stats.registrations);
        line("registrations_without_patch", stats.registrations_without_patch);
        line("unregistrations", stats.unregistrations);
        line("grace_periods", stats.grace_periods);
        line("patterns_matched", stats.matches);
        line("patterns_from_cache", stats.matches_saved);
        line("patch_time_us", stats.patch_ns / 1000);
        line("missed_by_recursion", spile_missed_by_recursion());
        line("site_table_bytes", now.table_bytes);
        line("traced_bytes", now.traced_bytes);
        line("filter_set_bytes", now.set_bytes);
        line("pattern_cache_bytes", now.cache_bytes);
        if (!spile_ftrace_enabled())
            out.text("# kernel.ftrace_enabled is 0: no function is traced by anyone\n");
        return out.status();
    }

  private:
    Top &top_;
};

} // namespace

Result<Box<File>> make_patch_stats(Top &top) { return make_file<PatchStatsFile>(top); }

} // namespace spile
