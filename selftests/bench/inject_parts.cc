// SPDX-License-Identifier: GPL-2.0
// What the parts of `spile inject` cost, per event or per file.
#include <benchmark/benchmark.h>
#include <cstring>
#include <fcntl.h>
#include <random>
#include <unistd.h>

#include "bench/workload.h"
#include "buildid/cache.h"
#include "inject/address_space.h"
#include "inject/reorder_window.h"
#include "perfdata/output.h"
#include "perfdata/record_stream.h"

using namespace spile;

namespace {

// Endless samples of 40 bytes, from memory.
class Samples final : public perfdata::ByteSource {
public:
    explicit Samples(std::uint64_t bytes) : left_(bytes)
    {
        for (std::size_t at = 0; at < sizeof block_; at += 40) {
            perfdata::ByteOrder order;
            order.store(block_ + at, 9u);
            order.store(block_ + at + 6, std::uint16_t{40});
        }
    }
    std::size_t read(std::uint8_t *to, std::size_t n) override
    {
        n = std::min({n / 40 * 40, sizeof block_, static_cast<std::size_t>(left_)});
        std::memcpy(to, block_, n);
        left_ -= n;
        return n;
    }

private:
    std::uint64_t left_;
    std::uint8_t block_[40 * 800] = {};
};

void parse(benchmark::State &state)
{
    std::uint64_t events = 0;
    for (auto _ : state) {
        Samples source(40 * 800 * 100);
        perfdata::ChunkPool pool;
        perfdata::RecordStream stream(source, pool, perfdata::ByteOrder(), 0);
        perfdata::Record record;
        while (stream.fill())
            while (stream.next(record)) ++events, benchmark::DoNotOptimize(record);
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(events));
}
BENCHMARK(parse);

// One round of `runs` CPUs with 200 records each.
void order(benchmark::State &state)
{
    auto runs = static_cast<std::uint64_t>(state.range(0));
    std::minstd_rand random;
    inject::ReorderWindow window;
    static const std::uint8_t record[8] = {};
    std::uint64_t base = 1;
    for (auto _ : state) {
        for (std::uint64_t run = 0; run < runs; ++run) {
            std::uint64_t time = base + random() % 1000;
            for (int i = 0; i < 200; ++i) window.push(time += 4500 + random() % 1000, record);
        }
        base += 1000000;
        window.note_latest();
        window.flush(~std::uint64_t{0}, [](const auto &entry) { benchmark::DoNotOptimize(entry); });
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * runs * 200));
}
BENCHMARK(order)->Arg(1)->Arg(10)->Arg(64);

void look_up(benchmark::State &state)
{
    auto mappings = static_cast<std::uint64_t>(state.range(0));
    inject::AddressSpace space;
    for (std::uint64_t i = 0; i < mappings; ++i) space.insert({i * 8192, i * 8192 + 4096, 0, 0});
    std::minstd_rand random;
    for (auto _ : state) benchmark::DoNotOptimize(space.find(random() % mappings * 8192 + 8));
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(look_up)->Arg(30)->Arg(100)->Arg(100000);

void read_elf(benchmark::State &state)
{
    auto libraries = bench::collect_libraries(400);
    std::size_t files = 0;
    for (auto _ : state) {
        buildid::Cache cache;
        for (const auto &name : libraries) benchmark::DoNotOptimize(cache.find(name, buildid::DsoKind::file, 0));
        files += libraries.size();
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(files));
}
BENCHMARK(read_elf);

// A write() and a read() of `range` bytes through a pipe, per event of 40 bytes.
void pipe_io(benchmark::State &state)
{
    auto bytes = static_cast<std::size_t>(state.range(0));
    std::vector<char> buffer(bytes);
    int ends[2];
    if (::pipe(ends) != 0) return;
    ::fcntl(ends[0], F_SETPIPE_SZ, 1024 * 1024);
    for (auto _ : state) {
        if (::write(ends[1], buffer.data(), bytes) < 0 || ::read(ends[0], buffer.data(), bytes) < 0) break;
    }
    ::close(ends[0]);
    ::close(ends[1]);
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * bytes / 40));
}
BENCHMARK(pipe_io)->Arg(40)->Arg(4096)->Arg(32 * 1024);

}  // namespace

BENCHMARK_MAIN();
