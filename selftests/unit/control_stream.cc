// SPDX-License-Identifier: GPL-2.0
// Content that reading consumes.
#include "control/stream_file.hh"

#include "control/tree.hh"
#include "control_user.hh"
#include "selftests/unit/test.hh"

namespace spile {
namespace {

struct Pipe final : StreamFile {
    Printer waiting;
    bool ended = false;
    bool always = false;
    WaitQueue queue;

    struct Reader final : StreamSession {
        Pipe &pipe;
        explicit Reader(Pipe &of) : pipe(of) {}
        Result<void> fill(Printer &out, usize) override
        {
            if (!ready())
                return Errno::again;
            out.text(pipe.waiting.view());
            pipe.waiting.clear();
            return Ok{};
        }
        bool ready() override { return pipe.ended || pipe.waiting.size(); }
        bool always_polls() override { return pipe.always; }
    };

    Result<Box<StreamSession>> begin() override
    {
        return Box<StreamSession>(TRY(make_box<Reader>(*this)));
    }
    spile_wait *readers() override { return queue.raw(); }
};

struct Tree {
    Pipe *pipe = nullptr;
    Tree()
    {
        Box<Pipe> made = make_box<Pipe>().take();
        made->queue = WaitQueue::create().take();
        pipe = made.get();
        EXPECT(Node::root().add_file("pipe", 0440, spile::move(made)).ok());
    }
    ~Tree() { Node::root().remove(); }
};

SPILE_TEST(control_stream, poll_may_be_told_what_is_not_so)
{
    Tree tree;
    User file;
    ASSERT_EQ(file.open("pipe", SPILE_OPEN_READ), 0);
    Printer out;
    EXPECT(!file.polls());
    tree.pipe->always = true;
    EXPECT(file.polls());
    EXPECT(!file.readable()); // a reader sleeps
    EXPECT_EQ(file.read(out), -11);
}

SPILE_TEST(control_stream, left_over_comes_first)
{
    Tree tree;
    User file;
    ASSERT_EQ(file.open("pipe", SPILE_OPEN_READ), 0);
    Printer out;
    EXPECT(!file.readable());
    EXPECT_EQ(file.read(out), -11);
    tree.pipe->waiting.text("0123456789");
    EXPECT(file.readable());
    EXPECT_EQ(file.read(out, 4), 4);
    EXPECT(file.readable());
    tree.pipe->waiting.text("ab");
    EXPECT_EQ(file.read(out, 100), 6);
    EXPECT_EQ(file.read(out, 100), 2);
    EXPECT_EQ(out.view(), Text("0123456789ab"));
    EXPECT(!file.readable());
    EXPECT_EQ(file.read(out), -11);
}

SPILE_TEST(control_stream, end)
{
    Tree tree;
    User file;
    Printer out;
    ASSERT_EQ(file.open("pipe", SPILE_OPEN_READ), 0);
    tree.pipe->ended = true;
    EXPECT(file.readable());
    EXPECT_EQ(file.read(out), 0);
}

SPILE_TEST(control_stream, only_reading)
{
    Tree tree;
    User file;
    Printer out;
    ASSERT_EQ(file.open("pipe", SPILE_OPEN_READ | SPILE_OPEN_WRITE), 0);
    EXPECT_EQ(file.write("x"), -22);
    file.close();
    ASSERT_EQ(file.open("pipe", SPILE_OPEN_WRITE), 0);
    EXPECT_EQ(file.write("x"), -22);
}

// What was given but not taken, because the user's memory was not there, is given again.
SPILE_TEST(control_stream, untaken_bytes_stay)
{
    Tree tree;
    Box<OpenFile> opened = tree.pipe->open({.read = true}).take();
    tree.pipe->waiting.text("0123456789");
    char bytes[8];
    EXPECT_EQ(opened->read(Span<char>(bytes), 0).value(), 8);
    EXPECT_EQ(opened->read(Span<char>(bytes), 0).value(), 8);
    opened->consumed(3);
    EXPECT_EQ(opened->read(Span<char>(bytes), 0).value(), 7);
    EXPECT_EQ(Text(bytes, 7), Text("3456789"));
}

SPILE_TEST(control_stream, wake_only_when_armed)
{
    Tree tree;
    tree.pipe->queue.raw()->armed = 1;
    tree.pipe->queue.wake();
    EXPECT_EQ(tree.pipe->queue.raw()->armed, 0);
    tree.pipe->queue.wake();
}

SPILE_SUITE(control_stream, poll_may_be_told_what_is_not_so, left_over_comes_first, end,
            only_reading, untaken_bytes_stay, wake_only_when_armed)

} // namespace
} // namespace spile
