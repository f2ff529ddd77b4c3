// SPDX-License-Identifier: GPL-2.0
// Words collected from open to close.
#include "control/token_file.hh"

#include "control/tree.hh"
#include "control_user.hh"
#include "selftests/unit/test.hh"

namespace spile {
namespace {

constexpr unsigned append = SPILE_OPEN_WRITE;
constexpr unsigned replace = SPILE_OPEN_WRITE | SPILE_OPEN_TRUNCATE;

struct Words final : TokenFile {
    Printer now;
    int commits = 0, drops = 0;
    bool last_failed = false;
    bool refuses = false, knows_bad = false;

    struct Edit final : TokenSession {
        Words &file;
        Printer edited;
        bool committed = false;
        explicit Edit(Words &of) : file(of) {}
        ~Edit() override { file.drops += !committed; }
        Result<void> word(Text word) override
        {
            if (word == "bad" && !file.knows_bad)
                return Errno::not_found;
            if (word == "large")
                return Errno::no_memory;
            edited.text(word).ch('|');
            return Ok{};
        }
        Result<void> commit(bool failed) override
        {
            committed = true;
            ++file.commits;
            file.last_failed = failed;
            if (file.refuses)
                return Errno::no_memory;
            if (failed)
                return Ok{};
            file.now.clear();
            file.now.text(edited.view());
            return Ok{};
        }
    };

    Result<void> show(Printer &out) override
    {
        out.text(now.view());
        return Ok{};
    }
    Result<Box<TokenSession>> begin(OpenMode mode) override
    {
        Box<Edit> edit = TRY(make_box<Edit>(*this));
        if (!mode.truncate)
            edit->edited.text(now.view());
        return Box<TokenSession>(spile::move(edit));
    }
    usize word_limit() const override { return 100; }
};

struct Tree {
    Words *words = nullptr;
    Tree()
    {
        Box<Words> made = make_box<Words>().take();
        words = made.get();
        EXPECT(Node::root().add_file("words", 0640, spile::move(made)).ok());
    }
    ~Tree() { Node::root().remove(); }
    Text now() const { return words->now.view(); }
};

SPILE_TEST(control_tokens, replace_and_append)
{
    Tree tree;
    EXPECT_EQ(put("words", "a b\n", replace), 4);
    EXPECT_EQ(tree.now(), Text("a|b|"));
    EXPECT_EQ(put("words", "c", append), 1);
    EXPECT_EQ(tree.now(), Text("a|b|c|"));
    EXPECT_EQ(put("words", "\n", replace), 1);
    EXPECT_EQ(tree.now(), Text(""));
    EXPECT_EQ(tree.words->drops, 0);
}

SPILE_TEST(control_tokens, nothing_happens_before_close)
{
    Tree tree;
    User file;
    ASSERT_EQ(file.open("words", replace), 0);
    EXPECT_EQ(file.write("one tw"), 6);
    EXPECT_EQ(file.write("o"), 1);
    EXPECT_EQ(tree.words->commits, 0);
    file.close();
    EXPECT_EQ(tree.now(), Text("one|two|"));
    EXPECT_EQ(tree.words->commits, 1);
}

// Once, whatever comes after it, and close(2) tells what came of it.
SPILE_TEST(control_tokens, close_tells)
{
    Tree tree;
    User file;
    ASSERT_EQ(file.open("words", replace), 0);
    EXPECT_EQ(file.write("one"), 3);
    EXPECT_EQ(file.close(), 0);
    EXPECT_EQ(tree.words->commits, 1);

    ASSERT_EQ(file.open("words", append), 0);
    EXPECT_EQ(file.write("two bad"), 7);
    EXPECT_EQ(file.close(), -2);
    EXPECT(tree.words->last_failed);
    EXPECT_EQ(tree.words->commits, 2);

    tree.words->refuses = true;
    ASSERT_EQ(file.open("words", replace), 0);
    EXPECT_EQ(file.write("three\n"), 6);
    EXPECT_EQ(file.close(), -12);
    EXPECT_EQ(tree.words->commits, 3);
    EXPECT_EQ(tree.words->drops, 0);
    EXPECT_EQ(tree.now(), Text("one|"));
}

// A write that had its error is not told of again.
SPILE_TEST(control_tokens, close_after_a_refused_write)
{
    Tree tree;
    User file;
    ASSERT_EQ(file.open("words", replace), 0);
    EXPECT_EQ(file.write("bad "), -2);
    EXPECT_EQ(file.close(), 0);
    EXPECT(tree.words->last_failed);
}

// The word after a short write may be taken when it comes again; what was written
// is no whole any more all the same, and who did not write again is told, too.
SPILE_TEST(control_tokens, close_tells_of_a_short_write)
{
    Tree tree;
    for (int again = 0; again < 2; ++again) {
        User file;
        tree.words->knows_bad = false;
        ASSERT_EQ(file.open("words", replace), 0);
        EXPECT_EQ(file.write("one bad\n"), 4);
        tree.words->knows_bad = true;
        if (again)
            EXPECT_EQ(file.write("bad\n"), 4);
        EXPECT_EQ(file.close(), -2);
        EXPECT(tree.words->last_failed);
    }
}

SPILE_TEST(control_tokens, no_memory_is_told_at_once)
{
    Tree tree;
    User file;
    ASSERT_EQ(file.open("words", replace), 0);
    EXPECT_EQ(file.write("one large two\n"), -12);
    EXPECT_EQ(file.close(), 0);
    EXPECT(tree.words->last_failed);
}

// Glue flushes when no other descriptor is there, but should a write come all the same:
SPILE_TEST(control_tokens, write_after_the_last_close)
{
    Tree tree;
    spile_opened opened = {};
    ASSERT_EQ(spile_file_open(tree.words, replace, &opened), 0);
    EXPECT_EQ(spile_session_write(opened.session, "one ", 4, 0, 0), 4);
    EXPECT_EQ(spile_session_flush(opened.session), 0);
    EXPECT_EQ(spile_session_write(opened.session, "two ", 4, 0, 4), -22);
    spile_session_close(opened.session, 0);
    EXPECT_EQ(tree.words->commits, 1);
    EXPECT_EQ(tree.now(), Text("one|"));
}

SPILE_TEST(control_tokens, byte_by_byte)
{
    Tree tree;
    User file;
    ASSERT_EQ(file.open("words", replace), 0);
    Text bytes = "one two\n three";
    for (usize i = 0; i < bytes.size(); ++i)
        EXPECT_EQ(file.write(bytes.from(i).first(1)), 1);
    file.close();
    EXPECT_EQ(tree.now(), Text("one|two|three|"));
}

SPILE_TEST(control_tokens, bad_word_first)
{
    Tree tree;
    put("words", "kept", replace);
    EXPECT_EQ(put("words", "bad x\n", replace), -2);
    EXPECT(tree.words->last_failed);
    EXPECT_EQ(tree.now(), Text("kept|"));
}

SPILE_TEST(control_tokens, bad_word_later_is_a_short_write_first)
{
    Tree tree;
    put("words", "kept", replace);
    User file;
    ASSERT_EQ(file.open("words", replace), 0);
    Text bytes = "a b bad c\n";
    EXPECT_EQ(file.write(bytes), 4);
    EXPECT_EQ(file.write(bytes.from(4)), -2);
    file.close();
    EXPECT(tree.words->last_failed);
    EXPECT_EQ(tree.now(), Text("kept|"));
}

SPILE_TEST(control_tokens, bad_word_at_close)
{
    Tree tree;
    EXPECT_EQ(put("words", "x bad", replace), 5);
    EXPECT(tree.words->last_failed);
}

SPILE_TEST(control_tokens, word_without_end)
{
    Tree tree;
    User file;
    ASSERT_EQ(file.open("words", replace), 0);
    char bytes[60];
    for (char &c : bytes)
        c = 'x';
    Text many(bytes, sizeof(bytes));
    EXPECT_EQ(file.write(many), 60);
    EXPECT_EQ(file.write(many), -22);
    EXPECT_EQ(file.write("y "), -22); // whatever follows is the middle of something
    file.close();
    EXPECT(tree.words->last_failed);
    EXPECT_EQ(tree.now(), Text(""));
}

SPILE_TEST(control_tokens, seek_to_the_start_begins_anew)
{
    Tree tree;
    User file;
    ASSERT_EQ(file.open("words", replace), 0);
    EXPECT_EQ(file.write("half"), 4);
    file.seek(0);
    EXPECT_EQ(file.write("whole"), 5);
    file.close();
    EXPECT_EQ(tree.now(), Text("whole|"));
}

SPILE_TEST(control_tokens, fault_drops_the_word_begun)
{
    Tree tree;
    User file;
    ASSERT_EQ(file.open("words", replace), 0);
    EXPECT_EQ(file.write("half"), 4);
    EXPECT_EQ(file.write_fault(), -14);
    file.close();
    EXPECT(tree.words->last_failed);
    EXPECT_EQ(tree.now(), Text(""));
}

SPILE_TEST(control_tokens, reading_opens_no_edit)
{
    Tree tree;
    put("words", "a b", replace);
    int commits = tree.words->commits;
    Printer out;
    read_all("words", out, 1);
    EXPECT_EQ(out.view(), Text("a|b|"));
    EXPECT_EQ(tree.words->commits, commits);
    User file;
    ASSERT_EQ(file.open("words", SPILE_OPEN_READ), 0);
    EXPECT_EQ(file.write("x"), -9);
}

SPILE_TEST(control_tokens, two_editors_the_last_to_close_wins)
{
    Tree tree;
    User one, two;
    ASSERT_EQ(one.open("words", replace), 0);
    ASSERT_EQ(two.open("words", replace), 0);
    one.write("a1 a");
    two.write("b1 b");
    one.write("2");
    two.close();
    EXPECT_EQ(tree.now(), Text("b1|b|"));
    one.close();
    EXPECT_EQ(tree.now(), Text("a1|a2|"));
}

SPILE_TEST(control_tokens, removed_before_close_is_not_committed)
{
    User file;
    Tree tree;
    ASSERT_EQ(file.open("words", replace), 0);
    file.write("a ");
    // The edit looks at its file when it is dropped: the file goes after it.
    Node::root().remove();
    EXPECT_EQ(file.write("b "), -19);
}

SPILE_SUITE(control_tokens, replace_and_append, nothing_happens_before_close, close_tells,
            close_after_a_refused_write, close_tells_of_a_short_write,
            no_memory_is_told_at_once, write_after_the_last_close, byte_by_byte,
            bad_word_first, bad_word_later_is_a_short_write_first, bad_word_at_close,
            word_without_end, seek_to_the_start_begins_anew, fault_drops_the_word_begun,
            reading_opens_no_edit, two_editors_the_last_to_close_wins,
            removed_before_close_is_not_committed)

} // namespace
} // namespace spile
