// SPDX-License-Identifier: GPL-2.0
// per_cpu/cpuN/stats: what a CPU's ring holds, and what was lost on the way.
#include "files.hh"

#include "control/text_file.hh"
#include "output/ring_stats.hh"

namespace spile {

namespace {

class Stats final : public TextFile {
  public:
    Stats(Instance &instance, unsigned cpu) : instance_(instance), cpu_(cpu) {}

    Result<void> show(Printer &out) override
    {
        TraceTarget &target = instance_.target();
        print_ring_stats(out, target.stats(cpu_), clock_in_ns(target.clock()));
        return out.status();
    }

  private:
    Instance &instance_;
    unsigned cpu_;
};

} // namespace

Result<Box<File>> make_stats_of(const CpuOfInstance &of)
{
    return Box<File>(TRY(make_box<Stats>(of.instance, of.cpu)));
}

} // namespace spile
