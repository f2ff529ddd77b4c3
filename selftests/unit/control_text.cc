// SPDX-License-Identifier: GPL-2.0
// Files that take one command a write, and content read in slices.
#include "control/text_file.hh"

#include "control/tree.hh"
#include "control_user.hh"
#include "selftests/unit/test.hh"

namespace spile {
namespace {

struct Note final : TextFile {
    Printer text;
    int stores = 0, shows = 0, truncations = 0;
    WriteLimit wanted{8, TooLong::refuse};
    Errno refuse_truncation{};

    Result<void> show(Printer &out) override
    {
        ++shows;
        out.text(text.view());
        return Ok{};
    }
    Result<void> store(Text written) override
    {
        ++stores;
        if (written == "bad")
            return Errno::busy;
        text.clear();
        text.text(written);
        return Ok{};
    }
    Result<void> truncated() override
    {
        ++truncations;
        text.clear();
        return refuse_truncation;
    }
    WriteLimit limit() const override { return wanted; }
};

// A tree with the one file "note", gone at the end.
struct Tree {
    Note *note = nullptr;
    Tree()
    {
        Box<Note> made = make_box<Note>().take();
        note = made.get();
        EXPECT(Node::root().add_file("note", 0640, spile::move(made)).ok());
    }
    ~Tree() { Node::root().remove(); }
};

constexpr unsigned rw = SPILE_OPEN_READ | SPILE_OPEN_WRITE;

SPILE_TEST(control_text, a_write_is_a_command)
{
    Tree tree;
    EXPECT_EQ(put("note", "one\n"), 4);
    EXPECT_EQ(tree.note->text.view(), Text("one\n"));
    EXPECT_EQ(tree.note->truncations, 1);
    EXPECT_EQ(put("note", "two", SPILE_OPEN_WRITE), 3);
    EXPECT_EQ(tree.note->truncations, 1);
    EXPECT_EQ(put("note", "bad", SPILE_OPEN_WRITE), -16);
    EXPECT_EQ(tree.note->text.view(), Text("two"));
    EXPECT_EQ(put("note", "", SPILE_OPEN_WRITE), 0);
    EXPECT_EQ(tree.note->stores, 4);
}

SPILE_TEST(control_text, refused_truncation_refuses_the_open)
{
    Tree tree;
    tree.note->refuse_truncation = Errno::busy;
    EXPECT_EQ(put("note", "x"), -16);
    EXPECT_EQ(tree.note->stores, 0);
}

SPILE_TEST(control_text, long_writes)
{
    Tree tree;
    User file;
    ASSERT_EQ(file.open("note", SPILE_OPEN_WRITE), 0);
    EXPECT_EQ(file.write("12345678"), 8);
    EXPECT_EQ(file.write("123456789"), -22);
    file.close();

    tree.note->wanted.too_long = TooLong::cut;
    EXPECT_EQ(put("note", "abcdefghijkl"), 12);
    EXPECT_EQ(tree.note->text.view(), Text("abcdefgh"));

    tree.note->wanted.too_long = TooLong::shorten;
    EXPECT_EQ(put("note", "ABCDEFGHIJKL"), 8);
    EXPECT_EQ(tree.note->text.view(), Text("ABCDEFGH"));

    tree.note->wanted.too_long = TooLong::shorten_at_space;
    EXPECT_EQ(put("note", "12 34 5678 9"), 6);
    EXPECT_EQ(tree.note->text.view(), Text("12 34 "));
    EXPECT_EQ(put("note", "1234567890"), -22);
}

SPILE_TEST(control_text, command_of_a_write)
{
    EXPECT_EQ(command_of(" nop \n"), Text("nop"));
    EXPECT_EQ(command_of(Text("nop\0x", 5)), Text("nop"));
    EXPECT_EQ(command_of("\n"), Text(""));
    EXPECT_EQ(command_of(""), Text(""));
}

SPILE_TEST(control_text, read_in_slices_shows_once)
{
    Tree tree;
    tree.note->text.text("a text of some length");
    Printer out;
    read_all("note", out, 4);
    EXPECT_EQ(out.view(), Text("a text of some length"));
    EXPECT_EQ(tree.note->shows, 1);
}

SPILE_TEST(control_text, seek_to_the_start_shows_again)
{
    Tree tree;
    tree.note->text.text("old");
    User file;
    Printer out;
    ASSERT_EQ(file.open("note", rw), 0);
    EXPECT_EQ(file.read(out, 2), 2);
    EXPECT_EQ(file.write("new text"), 8); // moves the position, as write(2) does
    file.seek(2);
    EXPECT_EQ(file.read(out, 9), 1); // the rest of what was shown before
    file.seek(0);
    EXPECT_EQ(file.read(out, 9), 8);
    EXPECT_EQ(out.view(), Text("oldnew text"));
    EXPECT_EQ(tree.note->shows, 2);
    file.seek(1000);
    EXPECT_EQ(file.read(out), 0);
}

SPILE_TEST(control_text, removed_while_open)
{
    User file;
    Printer out;
    {
        Tree tree;
        ASSERT_EQ(file.open("note", rw), 0);
        EXPECT_EQ(Node::root().open_files(), 1);
    }
    EXPECT_EQ(file.read(out), -19);
    EXPECT_EQ(file.write("x"), -19);
}

// Ten pieces of different lengths, some empty.
struct Counted final : Pieces {
    unsigned next_ = 0;
    Result<bool> next(Printer &out) override
    {
        if (next_ == 10)
            return false;
        out.fill(static_cast<char>('0' + next_), next_ * 7 % 5);
        ++next_;
        return true;
    }
};
struct Long final : TextFile {
    Result<Box<Pieces>> pieces() override { return Box<Pieces>(TRY(make_box<Counted>())); }
};
struct LongTree {
    LongTree() { EXPECT(Node::root().add_file("long", 0440, make_box<Long>().take()).ok()); }
    ~LongTree() { Node::root().remove(); }
};

SPILE_TEST(control_text, any_slicing_gives_the_same)
{
    LongTree tree;
    Printer whole;
    read_all("long", whole);
    EXPECT_EQ(whole.view(), Text("11222234446677778999"));
    EXPECT_EQ(whole.size(), 20);
    for (usize room = 1; room < 25; ++room) {
        Printer sliced;
        read_all("long", sliced, room);
        EXPECT_EQ(sliced.view(), whole.view());
    }
    User file;
    ASSERT_EQ(file.open("long", SPILE_OPEN_READ), 0);
    const usize positions[] = {13, 5, 19, 20, 1};
    for (usize at : positions) {
        Printer piece;
        file.seek(at);
        long got = file.read(piece, 1);
        EXPECT_EQ(got, at < 20 ? 1 : 0);
        if (got)
            EXPECT_EQ(piece.view(), whole.view().from(at).first(1));
    }
}

SPILE_TEST(control_text, neither_readable_nor_writable)
{
    LongTree tree;
    User file;
    ASSERT_EQ(file.open("long", rw), 0);
    EXPECT_EQ(file.write("x"), -22);
    file.close();
    EXPECT(Node::root().add_file("nothing", 0200, make_box<TextFile>().take()).ok());
    ASSERT_EQ(file.open("nothing", rw), 0);
    Printer out;
    EXPECT_EQ(file.read(out), -22);
}

SPILE_SUITE(control_text, a_write_is_a_command, refused_truncation_refuses_the_open, long_writes,
            command_of_a_write, read_in_slices_shows_once, seek_to_the_start_shows_again,
            removed_while_open, any_slicing_gives_the_same, neither_readable_nor_writable)

} // namespace
} // namespace spile
