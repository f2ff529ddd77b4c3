// SPDX-License-Identifier: GPL-2.0
// The table of the files that only the top level has.
#include "top.hh"

#include "files/files.hh"

namespace spile {

namespace {

constexpr FileRow<Top> rows[] = {
    {"README", 0440, make_readme},
    {"available_events", 0440, make_available_events},
    {"available_filter_functions", 0440, make_available_filter_functions},
    {"enabled_functions", 0440, make_enabled_functions},
    {"patch_stats", 0440, make_patch_stats},
    {"printk_formats", 0440, make_printk_formats},
    {"saved_cmdlines", 0440, make_saved_cmdlines},
    {"saved_cmdlines_size", 0640, make_saved_cmdlines_size},
    {"saved_tgids", 0440, make_saved_tgids},
};

Top *the_top = nullptr; // what the files refer to, as long as the tree stands

Result<void> fill(Node root, Top &top)
{
    TRY(populate(root, top, rows));
    TRY(add_instance_files(root, top.instance, top.events));
    (void)TRY(root.add_directory("instances", TRY(make_instances_directory(top))));
    return Ok{};
}

} // namespace

Result<void> make_top(const Top &top)
{
    Box<Top> kept = TRY(make_box<Top>(top));
    the_top = kept.release();
    Result<void> filled = fill(Node::root(), *the_top);
    if (!filled)
        remove_top();
    return filled;
}

void remove_top()
{
    if (!the_top)
        return;
    Node::root().remove();
    for (;;) {
        Instance *made = nullptr;
        the_top->instances.for_each([&](Instance &one) {
            if (&one != &the_top->instance)
                made = &one;
        });
        if (!made)
            break;
        the_top->instances.remove(*made);
    }
    Box<Top> owned(the_top);
    the_top = nullptr;
}

} // namespace spile
