// SPDX-License-Identifier: GPL-2.0
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buildid/cache.h"
#include "buildid/dso_kind.h"
#include "buildid/running_kernel.h"
#include "support/run_inject.h"

namespace spile::buildid {

using test::Bytes;

TEST(DsoKind, Classifies)
{
    struct {
        const char *name;
        bool in_kernel;
        std::uint32_t flags;
        DsoKind kind;
    } cases[] = {
        {"/usr/bin/true", false, 2, DsoKind::file},
        {"/usr/bin/true (deleted)", false, 2, DsoKind::file},
        {"[kernel.kallsyms]_text", true, 0, DsoKind::kernel},
        {"[guest.kernel.kallsyms]", true, 0, DsoKind::guest_kernel},
        {"[guest.kernel.kallsyms.123]_stext", true, 0, DsoKind::guest_kernel},
        {"/lib/modules/6.1/kernel/fs/ext4.ko.xz", true, 0, DsoKind::module},
        {"[ext4]", true, 0, DsoKind::module},
        {"/tmp/ext4.ko", false, 0, DsoKind::file},
        {"[vdso]", false, 0, DsoKind::vdso},
        {"[vsyscall]", false, 0, DsoKind::other},
        {"[uprobes]", false, 0, DsoKind::other},
        {"//anon", false, 0x22, DsoKind::memory},
        {"[heap]", false, 0x22, DsoKind::memory},
        {"[stack:123]", false, 0x22, DsoKind::memory},
        {"/SYSV00000000 (deleted)", false, 1, DsoKind::memory},
        {"/dev/zero (deleted)", false, 1, DsoKind::memory},
        {"/anon_hugepage (deleted)", false, 0x40022, DsoKind::memory},
        {"/mnt/huge/text", false, 0x40001, DsoKind::memory},
        {"/tmp/perf-42.map", false, 2, DsoKind::memory},
        {"/tmp/perf-x.map", false, 2, DsoKind::file},
        {"/dev/dri/card0", false, 1, DsoKind::device},
        {"/dev/shm/object", false, 1, DsoKind::file},
        {"anon_inode:[perf_event]", false, 1, DsoKind::other},
        {"", false, 0, DsoKind::other},
    };
    for (auto &one : cases) EXPECT_EQ(classify(one.name, one.in_kernel, one.flags), one.kind) << one.name;
}

TEST(DsoKind, StemsOfModules)
{
    EXPECT_EQ(module_stem("/lib/modules/a/snd-hda.ko"), "snd-hda");
    EXPECT_EQ(module_stem("/lib/modules/a/snd-hda.ko.zst"), "snd-hda");
    EXPECT_EQ(module_stem("/boot/vmlinux"), "");
    EXPECT_EQ(module_stem("/x/.ko"), "");
    EXPECT_EQ(module_stem("[ext4]"), "");
}

class CacheTest : public ::testing::Test {
protected:
    test::TempDir dir_;
    Cache cache_;
};

TEST_F(CacheTest, ReadsEachFileOnce)
{
    Bytes id(20, 7);
    test::write_file(dir_.path("a"), test::tiny_elf(id));
    for (int i = 0; i < 3; ++i) EXPECT_EQ(cache_.find(dir_.path("a"), DsoKind::file, ::getpid()).id, BuildId(id));
    for (int i = 0; i < 3; ++i) {
        const Found &found = cache_.find(dir_.path("none"), DsoKind::file, 0);
        EXPECT_EQ(found.missing, Missing::unreadable);
        EXPECT_EQ(found.error, ENOENT);
    }
    EXPECT_EQ(cache_.files_read(), 2u);
}

TEST_F(CacheTest, FollowsLinksInTheName)
{
    Bytes id(20, 9);
    test::write_file(dir_.path("real"), test::tiny_elf(id));
    ASSERT_EQ(::symlink("real", dir_.path("link").c_str()), 0);
    EXPECT_EQ(cache_.find(dir_.path("link"), DsoKind::file, 0).id, BuildId(id));
}

TEST_F(CacheTest, DoesNotBlockOnAFifoOrReadADirectory)
{
    ASSERT_EQ(::mkfifo(dir_.path("fifo").c_str(), 0600), 0);
    EXPECT_FALSE(cache_.find(dir_.path("fifo"), DsoKind::file, 0).id);
    EXPECT_FALSE(cache_.find(dir_.path(""), DsoKind::file, 0).id);
}

TEST_F(CacheTest, UnpacksModules)
{
    Bytes id(20, 0x3c);
    for (const char *how : {"gzip -n", "xz", "zstd -q --rm"}) {
        test::write_file(dir_.path("m.ko"), test::tiny_elf(id));
        ASSERT_EQ(std::system((std::string(how) + " " + dir_.path("m.ko")).c_str()), 0);
    }
    for (const char *end : {"gz", "xz", "zst"}) {
        std::string path = dir_.path(std::string("m.ko.") + end);
        EXPECT_EQ(cache_.find(path, DsoKind::module, 0).id, BuildId(id)) << path;
        // Cut short: no id, no crash, no endless loop.
        Bytes bytes = test::read_file(path);
        for (std::size_t n = 0; n < bytes.size(); ++n) {
            std::string cut = dir_.path("cut" + std::to_string(n) + ".ko." + end);
            test::write_file(cut, Bytes(bytes.begin(), bytes.begin() + n));
            static_cast<void>(cache_.find(cut, DsoKind::module, 0));
        }
    }
    // Named so, but not compressed.
    test::write_file(dir_.path("plain.ko.xz"), test::tiny_elf(id));
    EXPECT_EQ(cache_.find(dir_.path("plain.ko.xz"), DsoKind::module, 0).id, BuildId(id));
}

TEST_F(CacheTest, TellsNothingOfAnotherKernel)
{
    cache_.set_same_kernel(false);
    EXPECT_FALSE(cache_.find("[kernel.kallsyms]", DsoKind::kernel, 0).id);
    EXPECT_FALSE(cache_.find("[vdso]", DsoKind::vdso, 0).id);
}

TEST_F(CacheTest, KnowsTheVdsoOfThisKernel)
{
    EXPECT_EQ(cache_.find("[vdso]", DsoKind::vdso, 0).id, vdso_build_id());
    EXPECT_TRUE(vdso_build_id());
}

TEST_F(CacheTest, ReadsGuestsBelowTheirDirectory)
{
    Bytes id(20, 4);
    std::filesystem::create_directories(dir_.path("55/bin"));
    std::filesystem::create_directories(dir_.path("55/sys/kernel"));
    test::write_file(dir_.path("55/bin/x"), test::tiny_elf(id));
    Bytes elf = test::tiny_elf(Bytes(20, 6));
    test::write_file(dir_.path("55/sys/kernel/notes"), Bytes(elf.begin() + 120, elf.end()));
    cache_.set_guest_mount(dir_.path(""));
    EXPECT_EQ(cache_.find_in_guest("/bin/x", DsoKind::file, 55).id, BuildId(id));
    EXPECT_EQ(cache_.find_in_guest("[guest.kernel.kallsyms.55]", DsoKind::guest_kernel, 55).id, BuildId(Bytes(20, 6)));
    EXPECT_FALSE(cache_.find_in_guest("/bin/x", DsoKind::file, 56).id);
}

}  // namespace spile::buildid
