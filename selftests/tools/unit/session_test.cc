// SPDX-License-Identifier: GPL-2.0
// The whole command on made-up recordings, in each mode and byte order.
#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <unistd.h>

#include "buildid/running_kernel.h"
#include "inject/command.h"
#include "perfdata/feature_id.h"
#include "perfdata/mmap_record.h"
#include "support/run_inject.h"

namespace spile::inject {

using test::Bytes;
using test::Got;
using test::Recording;
namespace misc = perfdata::misc;
namespace record = perfdata::record;
namespace sample = perfdata::sample;

struct Way {
    bool swapped, pipe;
};

class SessionTest : public ::testing::TestWithParam<Way> {
protected:
    SessionTest() : recording_(GetParam().swapped)
    {
        for (int i = 0; i < 4; ++i) {
            ids_.push_back(Bytes(20, static_cast<std::uint8_t>(0x10 + i)));
            test::write_file(object(i), test::tiny_elf(ids_.back()));
        }
    }
    [[nodiscard]] std::string object(int i) const { return dir_.path("object" + std::to_string(i)); }
    [[nodiscard]] std::string line(int i) const { return buildid::BuildId(ids_[static_cast<std::size_t>(i)]).hex() + " " + object(i); }
    // Maps object i at (i + 1) MB.
    [[nodiscard]] Recording::Map map(int i, std::uint64_t time, std::int32_t pid = 100) const
    {
        return {.pid = pid, .start = address(i), .length = 0x1000, .name = object(i), .time = time,
                .inode = static_cast<std::uint64_t>(i + 1)};
    }
    [[nodiscard]] static std::uint64_t address(int i) { return static_cast<std::uint64_t>(i + 1) << 20; }
    [[nodiscard]] static Recording::Sample hit(int i, std::uint64_t time, std::int32_t pid = 100)
    {
        return {.pid = pid, .ip = address(i) + 8, .time = time};
    }
    test::Parsed run(Style style, int expected_code = exit_ok)
    {
        Bytes input = GetParam().pipe ? recording_.pipe() : recording_.file();
        Options options;
        options.style = style;
        options.add_table = style == Style::records_hit;
        options.callchain = callchain_;
        options.guest_mount = guest_mount_;
        result_ = GetParam().pipe ? test::run_inject_to_pipe(input, options) : test::run_inject(input, options);
        EXPECT_EQ(result_.code, expected_code) << result_.messages;
        test::Parsed parsed = test::parse(result_.output);
        EXPECT_EQ(parsed.order.swapped(), GetParam().swapped);
        return parsed;
    }
    using Lines = std::vector<std::string>;

    test::TempDir dir_;
    std::vector<Bytes> ids_;
    Recording recording_;
    CallchainHits callchain_ = CallchainHits::as_recorder;
    std::string guest_mount_;
    test::Result result_;
};
INSTANTIATE_TEST_SUITE_P(Ways, SessionTest, ::testing::Values(Way{false, false}, Way{false, true}, Way{true, false}, Way{true, true}),
                         [](auto &info) {
                             return std::string(info.param.swapped ? "Swapped" : "Native") + (info.param.pipe ? "Pipe" : "File");
                         });

TEST_P(SessionTest, OnlyHitObjectsAreMarkedByHit)
{
    recording_.event().mmap2(map(0, 1)).mmap2(map(1, 2)).sample(hit(1, 3)).round();
    auto out = run(Style::records_hit);
    EXPECT_EQ(test::ids_in_stream(out), Lines{line(1)});
    if (GetParam().pipe) return;
    EXPECT_EQ(test::ids_in_table(out), Lines{line(1)});
}

TEST_P(SessionTest, AllMappedObjectsAreMarkedByAll)
{
    recording_.event().mmap2(map(0, 1)).mmap2(map(1, 2)).sample(hit(1, 3)).round();
    auto out = run(Style::records_all);
    EXPECT_EQ(test::ids_in_stream(out), (Lines{line(0), line(1)}));
    EXPECT_EQ(out.features.count(perfdata::feature::build_id), 0u);  // there was none, and -b was not given
}

TEST_P(SessionTest, TheMarkComesBeforeTheSampleAndOnce)
{
    recording_.event().mmap2(map(0, 1)).sample(hit(0, 2)).sample(hit(0, 3)).round();
    auto out = run(Style::records_hit);
    std::vector<std::uint32_t> types;
    for (const Got &one : out.records)
        if (one.type != record::header_attr && one.type != record::finished_round) types.push_back(one.type);
    EXPECT_EQ(types, (std::vector<std::uint32_t>{record::mmap2, record::header_build_id, record::sample, record::sample}));
    EXPECT_EQ(out.of(record::finished_round).size(), 1u);
}

TEST_P(SessionTest, TimeOrderHoldsWithinRounds)
{
    recording_.event();
    // The object is mapped at 50, but its record comes after samples of 60 and 40.
    recording_.sample(hit(0, 60)).sample(hit(0, 40)).mmap2(map(0, 50)).round().sample(hit(0, 55)).sample(hit(0, 90)).round();
    auto out = run(Style::records_hit);
    std::vector<std::uint64_t> times;
    for (const Got &one : out.of(record::sample)) times.push_back(out.order.u64(&one.bytes[32]));
    EXPECT_EQ(times, (std::vector<std::uint64_t>{40, 55, 60, 90}));
    EXPECT_EQ(test::ids_in_stream(out), Lines{line(0)});
}

TEST_P(SessionTest, ByAllTheOrderStays)
{
    recording_.event().sample(hit(0, 60)).sample(hit(0, 40)).mmap2(map(0, 50)).round().sample(hit(0, 55));
    auto out = run(Style::records_all);
    std::vector<std::uint64_t> times;
    for (const Got &one : out.of(record::sample)) times.push_back(out.order.u64(&one.bytes[32]));
    EXPECT_EQ(times, (std::vector<std::uint64_t>{60, 40, 55}));
}

TEST_P(SessionTest, ChildrenInheritMappingsUntilTheyMap)
{
    recording_.event().mmap2(map(0, 1)).fork(200, 100, 2).sample(hit(0, 3, 200)).sample(hit(1, 3, 200));
    recording_.fork(300, 100, 4, misc::fork_exec).mmap2(map(1, 5)).sample(hit(1, 6, 300));
    EXPECT_EQ(test::ids_in_stream(run(Style::records_hit)), Lines{line(0)});
}

TEST_P(SessionTest, ACarriedIdIsKeptAndNothingIsAdded)
{
    auto carrying = map(0, 1);
    carrying.build_id = Bytes(20, 0x77);
    recording_.event().mmap2(carrying).sample(hit(0, 2));
    for (Style style : {Style::records_hit, Style::records_all, Style::mmap2_all, Style::mmap2_hit}) {
        auto out = run(style);
        EXPECT_TRUE(test::ids_in_stream(out).empty());
        ASSERT_EQ(out.of(record::mmap2).size(), 1u);
        Bytes bytes = out.of(record::mmap2)[0].bytes;
        EXPECT_EQ(bytes[perfdata::mmap2_at::build_id_size], 20);
        EXPECT_EQ(bytes[perfdata::mmap2_at::build_id], 0x77);
    }
}

TEST_P(SessionTest, MemoryWithoutAFileHasNoId)
{
    recording_.event();
    auto memory = map(0, 1);
    std::uint64_t at = 0x10000000;
    for (const char *name : {"//anon", "[heap]", "[stack]", "/SYSV0001 (deleted)", "/dev/zero", "/anon_hugepage (deleted)",
                             "/dev/null", "/tmp/perf-100.map", "[vsyscall]", "[uprobes]", "anon_inode:[perf_event]"}) {
        memory.name = name;
        memory.start = at += 0x10000;
        recording_.mmap2(memory).sample({.ip = at, .time = 2});
    }
    memory = map(1, 1);
    memory.flags = 0x40002;  // MAP_HUGETLB
    recording_.mmap2(memory).sample(hit(1, 3));
    for (Style style : {Style::records_hit, Style::records_all, Style::mmap2_all, Style::mmap2_hit}) {
        auto out = run(style);
        EXPECT_TRUE(test::ids_in_stream(out).empty());
        for (const Got &one : out.of(record::mmap2)) EXPECT_EQ(one.misc & misc::mmap_build_id, 0);
        EXPECT_EQ(result_.messages, "");
    }
}

TEST_P(SessionTest, AnUnreadableObjectIsToldOnce)
{
    auto gone = map(0, 1);
    gone.name = dir_.path("gone"), gone.start = 0x5000000;
    auto gone_too = gone;
    gone_too.name = dir_.path("gone too"), gone_too.start = 0x6000000;
    recording_.event().mmap2(gone).mmap2(gone_too).mmap2(map(1, 1));
    EXPECT_EQ(test::ids_in_stream(run(Style::records_all)), Lines{line(1)});
    EXPECT_NE(result_.messages.find("no build-id for " + gone.name + ": No such file"), std::string::npos);
    EXPECT_NE(result_.messages.find("for 1 more"), std::string::npos);
}

TEST_P(SessionTest, ModulesAreToldApart)
{
    test::write_file(dir_.path("one.ko"), test::tiny_elf(ids_[0]));
    test::write_file(dir_.path("two.ko"), test::tiny_elf({}));
    test::write_file(dir_.path("three-a.ko"), test::tiny_elf(ids_[2]));
    recording_.event();
    std::uint64_t at = 0xffffffffa0000000;
    for (const char *name : {"one.ko", "two.ko", "three-a.ko"}) {
        recording_.mmap({.pid = -1, .start = at, .length = 0x1000, .name = dir_.path(name), .time = 0, .misc = misc::kernel});
        recording_.sample({.pid = 1, .ip = at + 1, .time = 5, .misc = misc::kernel});
        at += 0x10000;
    }
    // No stale id of the one before for the module that has none.
    Lines expected = {buildid::BuildId(ids_[0]).hex() + " " + dir_.path("one.ko"),
                      buildid::BuildId(ids_[2]).hex() + " " + dir_.path("three-a.ko")};
    EXPECT_EQ(test::ids_in_stream(run(Style::records_hit)), expected);
    EXPECT_EQ(test::ids_in_stream(run(Style::records_all)), expected);
}

TEST_P(SessionTest, TheKernelHasTheRunningOnesIdIfItWasRecorded)
{
    for (bool same : {true, false}) {
        recording_ = Recording(GetParam().swapped);
        recording_.event().feature_text(perfdata::feature::osrelease, same ? buildid::kernel_release() : "0.0.1-other");
        recording_.mmap({.pid = -1, .start = 0xffffffff80000000, .length = 0x1000000, .name = "[kernel.kallsyms]_text", .misc = misc::kernel});
        recording_.sample({.ip = 0xffffffff80000010, .time = 5, .misc = misc::kernel});
        auto lines = test::ids_in_stream(run(Style::records_hit));
        Lines expected;
        if (same && buildid::kernel_build_id()) expected.push_back(buildid::kernel_build_id().hex() + " [kernel.kallsyms]");
        EXPECT_EQ(lines, expected);
    }
}

TEST_P(SessionTest, AGuestsAddressesAreNotTheHosts)
{
    recording_.event().mmap2(map(0, 1));
    auto sample = hit(0, 2);
    sample.misc = misc::guest_user;
    recording_.sample(sample);
    sample.misc = misc::hypervisor;
    recording_.sample(sample);
    EXPECT_TRUE(test::ids_in_stream(run(Style::records_hit)).empty());
}

TEST_P(SessionTest, GuestFilesAreReadBelowTheGuestMount)
{
    std::filesystem::create_directories(dir_.path("100") + dir_.path(""));
    test::write_file(dir_.path("100") + object(0), test::tiny_elf(ids_[3]));
    guest_mount_ = dir_.path("");
    auto guest = map(0, 1);
    guest.misc = misc::guest_user;
    auto sample = hit(0, 2);
    sample.misc = misc::guest_user;
    recording_.event().mmap2(guest).sample(sample);
    EXPECT_EQ(test::ids_in_stream(run(Style::records_hit)), Lines{buildid::BuildId(ids_[3]).hex() + " " + object(0)});
}

TEST_P(SessionTest, CallchainsHitAsTheRecordersPerfCounts)
{
    auto chained = hit(0, 5);
    chained.chain = {perfdata::context::kernel, 0xffffffff81000000, perfdata::context::user, address(0) + 4, address(2) + 4};
    struct {
        const char *version;
        CallchainHits policy;
        bool counts;
    } cases[] = {{"", CallchainHits::as_recorder, true},        {"6.1.192", CallchainHits::as_recorder, false},
                 {"6.12.3", CallchainHits::as_recorder, true},   {"7.0", CallchainHits::as_recorder, true},
                 {"6.1.192", CallchainHits::yes, true},          {"6.12.3", CallchainHits::no, false}};
    for (auto &one : cases) {
        recording_ = Recording(GetParam().swapped);
        recording_.event(Recording::usual_sample_type | sample::callchain);
        if (*one.version != 0) recording_.feature_text(perfdata::feature::version, one.version);
        recording_.mmap2(map(0, 1)).mmap2(map(1, 1)).mmap2(map(2, 1)).sample(chained);
        callchain_ = one.policy;
        EXPECT_EQ(test::ids_in_stream(run(Style::records_hit)), one.counts ? (Lines{line(0), line(2)}) : Lines{line(0)})
            << one.version;
    }
}

TEST_P(SessionTest, EventsOfDifferentLayoutAreToldApart)
{
    recording_.event(Recording::usual_sample_type, {7});
    recording_.event(sample::identifier | sample::tid | sample::time | sample::cpu, {8});
    recording_.mmap2(map(0, 1)).mmap2(map(1, 1));
    recording_.sample(hit(0, 20));
    auto other = hit(1, 10);
    other.id = 8;
    recording_.sample(other).round();
    auto out = run(Style::records_hit);
    ASSERT_EQ(out.of(record::sample).size(), 2u);
    EXPECT_EQ(out.order.u64(&out.of(record::sample)[0].bytes[8]), 8u);  // of time 10
    EXPECT_EQ(test::ids_in_stream(out), Lines{line(0)});
}

TEST_P(SessionTest, UnknownRecordsAndFeaturesPassUntouched)
{
    recording_.event().feature(77, Bytes{1, 2, 3, 4, 5, 6, 7, 8});
    recording_.record(500, 3, Bytes(24, 0xcc)).record(63, 1, Bytes(40, 0xdd)).mmap2(map(0, 1)).record(12, 0, {});
    for (Style style : {Style::records_hit, Style::records_all, Style::mmap2_hit, Style::mmap2_all}) {
        auto out = run(style);
        ASSERT_EQ(out.of(500).size(), 1u);
        EXPECT_EQ(out.of(500)[0].bytes.size(), 32u);
        EXPECT_EQ(out.of(500)[0].misc, 3);
        EXPECT_EQ(out.of(63).size(), 1u);
        EXPECT_EQ(out.of(12).size(), 1u);
        EXPECT_EQ(out.attrs, 1u);
        Bytes feature = GetParam().pipe ? Bytes() : Bytes{1, 2, 3, 4, 5, 6, 7, 8};
        EXPECT_EQ(out.features[77], feature);
    }
}

TEST_P(SessionTest, Mmap2AllRewritesEachMapping)
{
    recording_.event().mmap2(map(0, 1)).mmap(map(1, 2)).sample(hit(1, 3));
    auto out = run(Style::mmap2_all);
    auto maps = out.of(record::mmap2);
    ASSERT_EQ(maps.size(), 2u);
    EXPECT_TRUE(out.of(record::mmap).empty());
    for (int i = 0; i < 2; ++i) {
        const Bytes &bytes = maps[static_cast<std::size_t>(i)].bytes;
        EXPECT_NE(maps[static_cast<std::size_t>(i)].misc & misc::mmap_build_id, 0);
        EXPECT_EQ(bytes[perfdata::mmap2_at::build_id], 0x10 + i);
        EXPECT_EQ(out.order.u64(&bytes[bytes.size() - 16]), static_cast<std::uint64_t>(i + 1));  // its time
    }
}

TEST_P(SessionTest, Mmap2HitWritesWhatIsHitForEachProcess)
{
    recording_.event().mmap2(map(0, 1)).mmap2(map(1, 1)).fork(200, 100, 2);
    recording_.sample(hit(0, 3)).sample(hit(0, 4, 200)).sample(hit(0, 5, 200)).round();
    auto out = run(Style::mmap2_hit);
    auto maps = out.of(record::mmap2);
    ASSERT_EQ(maps.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(out.order.u32(&maps[i].bytes[8]), i == 0 ? 100u : 200u);
        EXPECT_EQ(maps[i].bytes[perfdata::mmap2_at::build_id], 0x10);
        EXPECT_EQ(out.order.u64(&maps[i].bytes[maps[i].bytes.size() - 16]), i + 3);
    }
}

TEST_P(SessionTest, InjectingTwiceAddsNothing)
{
    recording_.event().mmap2(map(0, 1)).sample(hit(0, 2)).round();
    auto once = run(Style::records_hit);
    Options options;
    Bytes input = result_.output;
    auto twice = GetParam().pipe ? test::run_inject_to_pipe(input, options) : test::run_inject(input, options);
    auto out = test::parse(twice.output);
    EXPECT_EQ(test::ids_in_stream(out), Lines{line(0)});
    EXPECT_EQ(out.records.size(), once.records.size());
    EXPECT_EQ(test::ids_in_table(out), test::ids_in_table(once));
}

TEST_P(SessionTest, AuxPayloadsPassAndAreIndexed)
{
    recording_.event().feature(perfdata::feature::auxtrace, Bytes(8));
    Bytes payload(40);
    recording_.order().store(payload.data(), std::uint64_t{100000});
    recording_.record(record::auxtrace, 0, payload).bytes(Bytes(100000, 0xff)).mmap2(map(0, 1)).sample(hit(0, 3));
    for (Style style : {Style::records_hit, Style::records_all}) {
        auto out = run(style);
        EXPECT_EQ(out.of(record::auxtrace).size(), 1u);
        EXPECT_EQ(out.of(record::sample).size(), 1u);
        if (GetParam().pipe) continue;
        const Bytes &index = out.features[perfdata::feature::auxtrace];
        ASSERT_EQ(index.size(), 24u);
        EXPECT_EQ(out.order.u64(&index[16]), 100048u);
        std::uint64_t at = out.order.u64(&index[8]);
        EXPECT_EQ(out.order.u32(&result_.output[at]), record::auxtrace);
    }
}

TEST_P(SessionTest, FileBecomesPipe)
{
    if (GetParam().pipe) GTEST_SKIP() << "of files only";
    recording_.event().feature_text(perfdata::feature::hostname, "host").mmap2(map(0, 1)).sample(hit(0, 2));
    auto result = test::run_inject_to_pipe(recording_.file(), Options());
    ASSERT_EQ(result.code, exit_ok) << result.messages;
    auto out = test::parse(result.output);
    EXPECT_EQ(out.attrs, 1u);
    EXPECT_EQ(out.of(record::header_feature).size(), 1u);
    EXPECT_EQ(test::ids_in_stream(out), Lines{line(0)});
}

}  // namespace spile::inject
