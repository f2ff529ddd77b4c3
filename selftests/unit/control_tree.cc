// SPDX-License-Identifier: GPL-2.0
// The tree of control files: tables, paths, ownership, undoing.
#include "control/tree.hh"

#include "control/text_file.hh"
#include "control_user.hh"
#include "selftests/unit/test.hh"

namespace spile {
namespace {

struct Owner {
    int files = 0;
};

struct Plain final : TextFile {
    Owner &owner;
    explicit Plain(Owner &of) : owner(of) { ++owner.files; }
    ~Plain() override { --owner.files; }
};

constexpr FileRow<Owner> rows[] = {
    {"README", 0440, make_file<Plain, Owner>},
    {"options/function-fork", 0640, make_file<Plain, Owner>},
    {"options/sym-addr", 0640, make_file<Plain, Owner>},
    {"per_cpu/cpu0/trace", 0440, make_file<Plain, Owner>},
};

SPILE_TEST(control_tree, table)
{
    Owner owner;
    EXPECT(populate(Node::root(), owner, rows).ok());
    EXPECT_EQ(owner.files, 4);
    EXPECT_EQ(fakes::node_mode(fakes::node_at("README")), 0440);
    EXPECT_EQ(fakes::node_mode(fakes::node_at("options/sym-addr")), 0640);
    EXPECT_EQ(fakes::node_mode(fakes::node_at("per_cpu/cpu0")), 0750);
    EXPECT(!fakes::node_at("per_cpu/cpu1"));
    Node::root().remove();
    EXPECT_EQ(owner.files, 0);
    EXPECT(!fakes::node_at("README"));
}

SPILE_TEST(control_tree, a_name_is_taken_once)
{
    Owner owner;
    EXPECT(populate(Node::root(), owner, rows).ok());
    Result<void> again = Node::root().add_file("options/sym-addr", 0640, make_file<Plain>(owner).take());
    EXPECT_EQ(again.error(), Errno::exists);
    EXPECT_EQ(owner.files, 4);
    // A file is no directory.
    Result<void> below = Node::root().add_file("README/x", 0640, make_file<Plain>(owner).take());
    EXPECT(!below.ok());
    EXPECT_EQ(owner.files, 4);
    Node::root().remove();
}

SPILE_TEST(control_tree, branch_goes_with_its_owner)
{
    Owner owner;
    {
        Branch branch(Node::root().add_directory("branch").take());
        EXPECT(populate(branch.node(), owner, rows).ok());
        EXPECT(fakes::node_at("branch/per_cpu/cpu0/trace"));
        Branch moved(spile::move(branch));
        EXPECT(fakes::node_at("branch"));
    }
    EXPECT(!fakes::node_at("branch"));
    EXPECT_EQ(owner.files, 0);
    Node::root().remove();
}

struct Instances final : Directory {
    Owner &owner;
    Node node;
    explicit Instances(Owner &of) : owner(of) {}
    unsigned does() const override { return does_mkdir; }
    Result<void> make(Text name) override
    {
        Branch branch(TRY(node.add_directory(name)));
        TRY(populate(branch.node(), owner, rows));
        made = spile::move(branch);
        return Ok{};
    }
    Result<void> remove(Text) override
    {
        if (made.node().open_files())
            return Errno::busy;
        made = Branch();
        return Ok{};
    }
    Branch made;
};

SPILE_TEST(control_tree, mkdir_and_rmdir)
{
    Owner owner;
    Box<Instances> handler = make_box<Instances>(owner).take();
    Instances *instances = handler.get();
    instances->node = Node::root().add_directory("instances", spile::move(handler)).take();

    EXPECT_EQ(fakes::make_directory("instances/one"), 0);
    EXPECT(fakes::node_at("instances/one/options/function-fork"));
    User file;
    ASSERT_EQ(file.open("instances/one/README", SPILE_OPEN_READ), 0);
    EXPECT_EQ(fakes::remove_directory("instances/one"), -16);
    file.close();
    EXPECT_EQ(fakes::remove_directory("instances/one"), 0);
    EXPECT(!fakes::node_at("instances/one"));
    EXPECT_EQ(owner.files, 0);
    Node::root().remove();
}

struct OnLookup final : Directory {
    Owner &owner;
    Node node;
    explicit OnLookup(Owner &of) : owner(of) {}
    unsigned does() const override { return does_look_up; }
    Result<void> look_up(Text name) override
    {
        if (!name.starts_with("vfs_"))
            return Errno::not_found;
        return node.add_file(name, 0440, TRY(make_file<Plain>(owner)));
    }
};

SPILE_TEST(control_tree, made_on_look_up)
{
    Owner owner;
    Box<OnLookup> handler = make_box<OnLookup>(owner).take();
    OnLookup *functions = handler.get();
    functions->node = Node::root().add_directory("functions", spile::move(handler)).take();
    EXPECT(!fakes::node_at("functions/nope"));
    EXPECT(fakes::node_at("functions/vfs_read"));
    EXPECT(fakes::node_at("functions/vfs_read"));
    EXPECT_EQ(owner.files, 1);
    EXPECT_EQ(fakes::make_directory("functions/x"), -1);
    Node::root().remove();
    EXPECT_EQ(owner.files, 0);
}

// Whichever allocation fails, a failed table leaves nothing once its branch is gone.
SPILE_TEST(control_tree, every_allocation_may_fail)
{
    if (!fakes::memory_is_fake)
        SKIP("memory of the kernel does not fail on demand");
    Owner owner;
    bool whole = false;
    for (usize nth = 1; !whole; ++nth) {
        usize before = fakes::live_memory();
        fakes::fail_allocation(nth);
        {
            Result<Node> node = Node::root().add_directory("branch");
            if (node.ok()) {
                Branch branch(node.value());
                whole = populate(branch.node(), owner, rows).ok();
            }
        }
        fakes::fail_allocation(0);
        EXPECT_EQ(fakes::live_memory(), before);
        EXPECT_EQ(owner.files, 0);
        ASSERT(nth < 1000);
    }
}

// A single file that cannot be added takes the directories with it that were made for it.
SPILE_TEST(control_tree, failed_path_is_undone)
{
    if (!fakes::memory_is_fake)
        SKIP("memory of the kernel does not fail on demand");
    Owner owner;
    bool added = false;
    for (usize nth = 1; !added; ++nth) {
        Box<File> file = make_file<Plain>(owner).take();
        fakes::fail_allocation(nth);
        Result<void> result = Node::root().add_file("a/b/c", 0640, spile::move(file));
        fakes::fail_allocation(0);
        added = result.ok();
        if (!added) {
            EXPECT_EQ(result.error(), Errno::no_memory);
            EXPECT(!fakes::node_at("a"));
        }
        ASSERT(nth < 100);
    }
    Node::root().remove();
}

SPILE_SUITE(control_tree, table, a_name_is_taken_once, branch_goes_with_its_owner, mkdir_and_rmdir,
            made_on_look_up, every_allocation_may_fail, failed_path_is_undone)

} // namespace
} // namespace spile
