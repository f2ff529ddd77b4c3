// SPDX-License-Identifier: GPL-2.0
// What the hit path may still read is freed after a grace period, and the worker
// that frees it does not outlive its reaper.
#include "ops/reaper.hh"

#include "selftests/unit/ops_rig.hh"

namespace spile::ops_test {
namespace {

struct Object {
    Garbage garbage;
    bool freed = false;
    static void free(void *object) { static_cast<Object *>(object)->freed = true; }
    void retire(Reaper &reaper) { reaper.retire(garbage, this, free); }
};

SPILE_TEST(ops_reaper, frees_after_one_grace_period)
{
    Object a, b;
    Reaper reaper;
    reaper.flush();
    EXPECT_EQ(fakes::reaps_wanted(), 0u); // nothing was retired
    a.retire(reaper);
    b.retire(reaper);
    EXPECT_EQ(reaper.pending(), 2u);
    reaper.flush();
    reaper.flush();
    EXPECT_EQ(fakes::reaps_wanted(), 1u);
    usize before = fakes::grace_periods();
    EXPECT(!a.freed && !b.freed);
    fakes::run_reaps();
    EXPECT(a.freed && b.freed);
    EXPECT_EQ(fakes::grace_periods(), before + 1);
    EXPECT_EQ(reaper.pending(), 0u);
}

// What is retired while a grace period runs has to wait for the next.
SPILE_TEST(ops_reaper, what_comes_late_waits_for_the_next)
{
    struct Late {
        Object object;
        Reaper *reaper;
    } late;
    Object first;
    Reaper reaper;
    late.reaper = &reaper;
    first.retire(reaper);
    fakes::on_grace(
        [](void *context) {
            auto &the = *static_cast<Late *>(context);
            if (!the.object.garbage.object)
                the.object.retire(*the.reaper);
        },
        &late);
    reaper.drain();
    EXPECT(first.freed);
    EXPECT(!late.object.freed);
    reaper.drain();
    EXPECT(late.object.freed);
    fakes::on_grace(nullptr);
}

SPILE_TEST(ops_reaper, its_end_leaves_no_work_behind)
{
    Object object;
    {
        Reaper reaper;
        object.retire(reaper);
        reaper.flush();
        EXPECT_EQ(fakes::reaps_wanted(), 1u);
    }
    EXPECT(object.freed);
    EXPECT_EQ(fakes::reaps_wanted(), 0u);
}

SPILE_SUITE(ops_reaper, frees_after_one_grace_period, what_comes_late_waits_for_the_next,
            its_end_leaves_no_work_behind)

} // namespace
} // namespace spile::ops_test
