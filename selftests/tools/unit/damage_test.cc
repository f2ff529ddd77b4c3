// SPDX-License-Identifier: GPL-2.0
// Inputs that are cut short or lie: a message and what came before, never more.
#include <chrono>
#include <gtest/gtest.h>
#include <random>
#include <unistd.h>
#include <zstd.h>

#include "inject/command.h"
#include "perfdata/feature_id.h"
#include "support/run_inject.h"

namespace spile::inject {

using test::Bytes;
using test::Recording;
namespace record = perfdata::record;

static Recording small(bool swapped)
{
    Recording recording(swapped);
    recording.event().feature_text(perfdata::feature::hostname, "host");
    recording.mmap2({.time = 1}).sample({.time = 3}).sample({.time = 2}).round().fork(7, 100, 4).sample({.pid = 7, .time = 5});
    return recording;
}

static Bytes compressed(const Bytes &records, std::size_t pieces)
{
    Recording outer;
    ZSTD_CStream *stream = ZSTD_createCStream();
    ZSTD_initCStream(stream, 3);
    std::size_t piece = records.size() / pieces + 1;
    for (std::size_t at = 0; at < records.size(); at += piece) {
        Bytes payload(ZSTD_compressBound(piece) + 64);
        ZSTD_inBuffer in{records.data() + at, std::min(piece, records.size() - at), 0};
        ZSTD_outBuffer out{payload.data(), payload.size(), 0};
        ZSTD_compressStream(stream, &out, &in);
        ZSTD_flushStream(stream, &out);
        payload.resize(out.pos);
        outer.record(record::compressed, 0, payload);
    }
    ZSTD_freeCStream(stream);
    return outer.records();
}

// Cuts a recording at each byte, and checks that the output is whole records.
static void cut_everywhere(const Bytes &whole, bool pipe)
{
    for (Style style : {Style::records_hit, Style::records_all, Style::mmap2_hit}) {
        Options options;
        options.style = style;
        for (std::size_t n = 0; n < whole.size(); ++n) {
            Bytes cut(whole.begin(), whole.begin() + n);
            auto result = pipe ? test::run_inject_to_pipe(cut, options) : test::run_inject(cut, options);
            if (result.code == exit_ok) {
                // A pipe may end between records.
                EXPECT_TRUE(pipe) << n;
            } else {
                EXPECT_NE(result.messages, "") << n;
            }
            if (result.code == exit_truncated && !result.output.empty()) {
                EXPECT_NE(result.messages.find("byte"), std::string::npos) << result.messages;
                EXPECT_NO_THROW(static_cast<void>(test::parse(result.output))) << n;
            }
        }
    }
}

TEST(Truncation, EveryByteOfAFile)
{
    cut_everywhere(small(false).file(), false);
}
TEST(Truncation, EveryByteOfAPipe)
{
    cut_everywhere(small(false).pipe(), true);
}
TEST(Truncation, EveryByteOfTheOtherByteOrder)
{
    cut_everywhere(small(true).file(), false);
}

TEST(Truncation, WhatCameBeforeIsWritten)
{
    Bytes whole = small(false).pipe();
    whole.resize(whole.size() - 1);
    auto result = test::run_inject_to_pipe(whole, Options());
    EXPECT_EQ(result.code, exit_truncated);
    auto out = test::parse(result.output);
    EXPECT_EQ(out.of(record::sample).size(), 2u);
    EXPECT_NE(result.messages.find("truncated at byte " + std::to_string(whole.size())), std::string::npos) << result.messages;
}

TEST(Compressed, RecordsInsideAreProcessed)
{
    Recording plain = small(false);
    for (std::size_t pieces : {1u, 3u, 40u}) {
        Recording outer;
        outer.event().feature(perfdata::feature::compressed, Bytes(20));
        outer.bytes(compressed(plain.records(), pieces));
        for (bool pipe : {false, true}) {
            auto run = [&](const Recording &from) {
                return pipe ? test::run_inject_to_pipe(from.pipe(), Options()) : test::run_inject(from.file(), Options());
            };
            Recording same;
            same.event().bytes(plain.records());
            auto result = run(outer), expected = run(same);
            EXPECT_EQ(result.code, exit_ok) << result.messages;
            auto out = test::parse(result.output), wanted = test::parse(expected.output);
            EXPECT_EQ(out.of(record::compressed).size(), 0u);
            EXPECT_EQ(out.features.count(perfdata::feature::compressed), 0u);
            EXPECT_EQ(test::ids_in_stream(out), test::ids_in_stream(wanted));
            for (auto type : {record::sample, record::mmap2, record::fork, record::finished_round})
                EXPECT_EQ(out.of(type).size(), wanted.of(type).size()) << type;
        }
    }
}

TEST(Compressed, GarbageEndsInAMessage)
{
    Recording recording;
    recording.event().sample({.time = 1}).record(record::compressed, 0, Bytes(100, 0x42)).sample({.time = 2});
    auto result = test::run_inject(recording.file(), Options());
    EXPECT_EQ(result.code, exit_truncated);
    EXPECT_NE(result.messages.find("compressed"), std::string::npos);
    EXPECT_EQ(test::parse(result.output).of(record::sample).size(), 1u);
}

TEST(Compressed, ABombStaysBounded)
{
    // 200 MB of records of one sort fit into few bytes.
    Bytes one = Recording().event().sample({.time = 1}).records(), many;
    for (std::size_t i = 0; i < 400000; ++i) many.insert(many.end(), one.begin(), one.end());
    Recording outer;
    outer.event().bytes(compressed(many, 4000));
    Options options;
    options.style = Style::records_all;
    auto result = test::run_inject(outer.file(), options);
    EXPECT_EQ(result.code, exit_ok) << result.messages;
    EXPECT_EQ(test::parse(result.output).of(record::sample).size(), 400000u);
}

TEST(Hostile, SizesThatCannotBe)
{
    Recording recording;
    recording.event().sample({.time = 1});
    Bytes bad = recording.records();
    bad[6] = 7, bad[7] = 0;
    recording.bytes(bad);
    auto result = test::run_inject(recording.file(), Options());
    EXPECT_EQ(result.code, exit_truncated);
    EXPECT_NE(result.messages.find("size is 7"), std::string::npos) << result.messages;
}

TEST(Hostile, HeadersThatLie)
{
    Bytes whole = small(false).file();
    std::mt19937 random(5);
    for (std::size_t at = 8; at < 104; ++at) {
        for (int value : {0x00, 0x01, 0x7f, 0x80, 0xff}) {
            Bytes broken = whole;
            broken[at] = static_cast<std::uint8_t>(value);
            auto result = test::run_inject(broken, Options());
            EXPECT_GE(result.code, 0);
            EXPECT_LE(result.code, 3);
        }
    }
}

TEST(Hostile, ManyFilesOfOneNameTakeNoSquareOfTime)
{
    Recording recording;
    recording.event();
    for (std::uint64_t i = 1; i <= 200000; ++i) recording.mmap2({.start = i << 12, .name = "/memfd:x (deleted)", .time = 1, .inode = i});
    auto start = std::chrono::steady_clock::now();
    auto result = test::run_inject(recording.file(), Options());
    EXPECT_EQ(result.code, exit_ok);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
}

TEST(Hostile, ManyLayoutsEndInAMessage)
{
    Recording recording;
    for (std::uint64_t i = 0; i < 600; ++i) recording.event(i, {i});
    auto result = test::run_inject_to_pipe(recording.pipe(), Options());
    EXPECT_EQ(result.code, exit_truncated);
    EXPECT_NE(result.messages.find("different layouts"), std::string::npos) << result.messages;
}

TEST(Hostile, ASparseFileAllocatesNothing)
{
    Recording recording;
    recording.event().feature(perfdata::feature::build_id, {}).sample({.time = 1});
    Bytes whole = recording.file();
    std::size_t table = whole.size() - 16;
    perfdata::ByteOrder().store(&whole[table + 8], std::uint64_t{1} << 40);
    test::TempDir dir;
    test::write_file(dir.path("x"), whole);
    ASSERT_EQ(::truncate(dir.path("x").c_str(), (off_t{1} << 40) + 4096), 0);
    Options options;
    options.input = dir.path("x"), options.output = dir.path("out");
    EXPECT_EQ(run(options), exit_ok);
}

TEST(Hostile, RandomDamage)
{
    std::mt19937 random(6);
    for (bool swapped : {false, true}) {
        Bytes whole = small(swapped).file();
        for (int i = 0; i < 3000; ++i) {
            Bytes broken = whole;
            for (int k = 0; k < 1 + i % 5; ++k) broken[random() % broken.size()] = static_cast<std::uint8_t>(random());
            Options options;
            options.style = static_cast<Style>(i % 4);
            auto result = test::run_inject(broken, options);
            EXPECT_LE(result.code, 3);
            if (result.code == exit_ok) {
                EXPECT_NO_THROW(static_cast<void>(test::parse(result.output)));
            }
        }
    }
}

TEST(Refusals, SayWhatIsWrong)
{
    struct {
        Bytes input;
        const char *text;
    } cases[] = {{{}, "is empty"},
                 {Bytes(5, 'x'), "only 5 bytes"},
                 {Bytes(200, 'x'), "does not begin with PERFILE2"}};
    for (auto &one : cases) {
        auto result = test::run_inject(one.input, Options());
        EXPECT_EQ(result.code, exit_failed);
        EXPECT_NE(result.messages.find(one.text), std::string::npos) << result.messages;
    }
}

TEST(Refusals, TheInputIsNotOverwritten)
{
    test::TempDir dir;
    Bytes whole = small(false).file();
    test::write_file(dir.path("x"), whole);
    Options options;
    options.input = options.output = dir.path("x");
    EXPECT_EQ(run(options), exit_failed);
    EXPECT_EQ(test::read_file(dir.path("x")), whole);
}

TEST(Unfinished, RecordsUpToTheEndAreRead)
{
    Bytes whole = small(false).file();
    std::fill(whole.begin() + 48, whole.begin() + 56, 0);  // data.size
    whole.resize(whole.size() - 84);                        // the feature and its table
    auto result = test::run_inject(whole, Options());
    EXPECT_EQ(result.code, exit_ok) << result.messages;
    EXPECT_EQ(test::parse(result.output).of(record::sample).size(), 3u);
    EXPECT_NE(result.messages.find("did not finish"), std::string::npos);
}

}  // namespace spile::inject
