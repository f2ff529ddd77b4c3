// SPDX-License-Identifier: GPL-2.0
//
// usage: filter-bench [BENCHMARK-ARGS...]    times
//        filter-bench --once NAME COUNT      one call, for who counts instructions
#include <benchmark/benchmark.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "filter_cases.hh"

using namespace spile;
using namespace spile::bench;

namespace {

class NoNames final : public FunctionNames {
  public:
    Result<FunctionRange> named(Text) override { return Errno::not_found; }
    Result<FunctionRange> around(u64) override { return Errno::not_found; }
};

// Of the first `count` predicates; the first `failing` one of them does not hold.
struct Case {
    Box<Filter> filter;
    Preds preds = {};
    Hit hit = {42, 120, 0, 3};
    Entry entry = {1, 0, 0, 1, 42, 120, 0, 3};

    Case(unsigned count, bool rejected)
    {
        static const char *const texts[] = {"pid == 42", "prio < 130", "state != 7", "flags & 2"};
        std::string text;
        for (unsigned i = 0; i < count; ++i) {
            text += (i ? " && " : "") + std::string(texts[i]);
            preds.preds[i] = &four_preds[i];
        }
        NoNames names;
        FilterError error;
        Result<Box<Filter>> made = Filter::create(Text(text.c_str()), {fields}, names, error);
        if (!made.ok())
            std::abort();
        filter = made.take();
        if (rejected) {
            const Entry wrong[] = {{1, 0, 0, 1, 41, 120, 0, 3},
                                   {1, 0, 0, 1, 42, 130, 0, 3},
                                   {1, 0, 0, 1, 42, 120, 7, 3},
                                   {1, 0, 0, 1, 42, 120, 0, 1}};
            entry = wrong[count - 1];
            hit = {entry.pid, entry.prio, entry.state, entry.flags};
        }
    }
    const u8 *bytes() const { return reinterpret_cast<const u8 *>(&entry); }

    bool run(std::string_view name) const
    {
        if (name == "address")
            return bench_by_address(&preds, bytes());
        if (name == "switch")
            return bench_by_switch(&preds, bytes());
        if (name == "entry")
            return bench_entry(filter.get(), bytes());
        return bench_lazy(filter.get(), &hit);
    }
};

template <typename Call> void measure(benchmark::State &state, Call call)
{
    Case one(static_cast<unsigned>(state.range(0)), false);
    for (auto _ : state) {
        benchmark::DoNotOptimize(one);
        bool passed = call(one);
        benchmark::DoNotOptimize(passed);
    }
}

void address(benchmark::State &state)
{
    measure(state, [](const Case &one) { return bench_by_address(&one.preds, one.bytes()); });
}
void switched(benchmark::State &state)
{
    measure(state, [](const Case &one) { return bench_by_switch(&one.preds, one.bytes()); });
}
void entry(benchmark::State &state)
{
    measure(state, [](const Case &one) { return bench_entry(one.filter.get(), one.bytes()); });
}
void lazy(benchmark::State &state)
{
    measure(state, [](const Case &one) { return bench_lazy(one.filter.get(), &one.hit); });
}
BENCHMARK(address)->Arg(1)->Arg(2)->Arg(4);
BENCHMARK(switched)->Name("switch")->Arg(1)->Arg(2)->Arg(4);
BENCHMARK(entry)->Arg(1)->Arg(2)->Arg(4);
BENCHMARK(lazy)->Arg(1)->Arg(2)->Arg(4);

} // namespace

int main(int argc, char **argv)
{
    if (argc == 4 && !std::strcmp(argv[1], "--once")) {
        Case one(static_cast<unsigned>(std::atoi(argv[3])), true);
        std::printf("%d\n", one.run(argv[2]));
        return 0;
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
