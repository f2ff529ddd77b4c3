// SPDX-License-Identifier: GPL-2.0
// trace_stats: where every hit of this instance went, per CPU:
//   hits = recorded + lost + filtered. Not in tracefs.
#include "files.hh"

#include "control/text_file.hh"

namespace spile {

namespace {

class TraceStats final : public TextFile {
  public:
    explicit TraceStats(Instance &instance) : instance_(instance) {}

    Result<void> show(Printer &out) override
    {
        TraceTarget &target = instance_.target();
        for (unsigned cpu = spile_cpu_next(0); cpu < spile_cpu_limit();
             cpu = spile_cpu_next(cpu + 1)) {
            RingStats ring = target.stats(cpu);
            TraceTarget::Filtered held = target.filtered(cpu);
            u64 lost = ring.commit_overrun + ring.dropped + ring.refused + ring.paused;
            u64 filtered = held.off + held.mask + held.pid + held.repeated;
            auto line = [&](Text name, u64 value) {
                out.text(name).text(": ").dec(value).ch('\n');
            };
            out.text("cpu").dec(cpu).text(":\n");
            line("hits", ring.written + lost + filtered);
            line("recorded", ring.written);
            line("in_buffer", ring.entries);
            line("read", ring.read);
            line("overwritten", ring.overrun);
            line("lost_commit_overrun", ring.commit_overrun);
            line("lost_full", ring.dropped);
            line("lost_too_large", ring.refused);
            line("lost_paused", ring.paused);
            line("filtered_tracing_off", held.off);
            line("filtered_cpumask", held.mask);
            line("filtered_pid", held.pid);
            line("filtered_repeated", held.repeated);
        }
        return out.status();
    }

  private:
    Instance &instance_;
};

} // namespace

Result<Box<File>> make_trace_stats(Instance &instance) { return make_file<TraceStats>(instance); }

} // namespace spile
