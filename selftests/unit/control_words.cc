// SPDX-License-Identifier: GPL-2.0
// Words out of writes, as the kernel's trace parser takes them.
#include "control/word_parser.hh"

#include "base/print.hh"
#include "selftests/unit/test.hh"

namespace spile {
namespace {

// All complete words of `bytes`, each with a '|' after it.
void feed(WordParser &parser, Text bytes, Printer &out)
{
    while (!bytes.empty()) {
        Result<bool> complete = parser.next(bytes);
        ASSERT(complete.ok());
        if (complete.value())
            out.text(parser.word()).ch('|');
    }
}

SPILE_TEST(control_words, several_in_one_write)
{
    WordParser parser(100);
    Printer out;
    feed(parser, "  one\ttwo\n three ", out);
    EXPECT_EQ(out.view(), Text("one|two|three|"));
    EXPECT(!parser.pending());
}

SPILE_TEST(control_words, byte_by_byte)
{
    WordParser parser(100);
    Printer out;
    Text bytes = "one  two\nlast";
    for (usize i = 0; i < bytes.size(); ++i)
        feed(parser, bytes.from(i).first(1), out);
    EXPECT_EQ(out.view(), Text("one|two|"));
    EXPECT(parser.pending());
    EXPECT_EQ(parser.word(), Text("last"));
}

SPILE_TEST(control_words, nul_ends_a_word)
{
    WordParser parser(100);
    Printer out;
    feed(parser, Text("\0one\0\0two\0", 10), out);
    EXPECT_EQ(out.view(), Text("one|two|"));
}

SPILE_TEST(control_words, only_space)
{
    WordParser parser(100);
    Printer out;
    feed(parser, " \n\t\v\f\r", out);
    EXPECT_EQ(out.size(), 0);
    EXPECT(!parser.pending());
}

SPILE_TEST(control_words, longest_word_fits)
{
    WordParser parser(4);
    Printer out;
    feed(parser, "abcd abcd\n", out);
    EXPECT_EQ(out.view(), Text("abcd|abcd|"));
}

SPILE_TEST(control_words, too_long_is_refused_and_forgotten)
{
    WordParser parser(4);
    Text bytes = "abcde ";
    Result<bool> complete = parser.next(bytes);
    ASSERT(!complete.ok());
    EXPECT_EQ(complete.error(), Errno::invalid);
    EXPECT(!parser.pending());
}

SPILE_TEST(control_words, too_long_over_two_writes)
{
    WordParser parser(4);
    Printer out;
    feed(parser, "abc", out);
    Text bytes = "de";
    EXPECT(!parser.next(bytes).ok());
    EXPECT(!parser.pending());
}

SPILE_SUITE(control_words, several_in_one_write, byte_by_byte, nul_ends_a_word, only_space,
            longest_word_fits, too_long_is_refused_and_forgotten, too_long_over_two_writes)

} // namespace
} // namespace spile
