// SPDX-License-Identifier: GPL-2.0
#include "files.hh"

#include "control/text_file.hh"
#include "control/stream_file.hh"
#include "ring/reader.hh"
#include "glue/symbols.h"

namespace spile {
namespace {
class Trace final : public TextFile {
  public:
    explicit Trace(Instance &instance) : instance_(instance) {}
    Result<void> show(Printer &out) override
    {
        Box<SnapshotReader> reader = TRY(SnapshotReader::create(instance_.target().ring()));
        out.text("# tracer: ").text(instance_.tracer_name()).text("\n#\n");
        while (const Entry *e = reader->peek()) {
            char name[SPILE_SYMBOL_ROOM]; char comm[16];
            spile_task_comm(e->pid(), comm);
            out.text(comm).ch('-').dec(e->pid()).text(" [").dec(e->cpu).text("] ").dec(e->time_ns()/1000).text(": ");
            if (e->type() == RecordType::function) {
                auto *f = e->payload<spile_record_function>();
                out.text({name, spile_symbol_at(f->ip, name, nullptr, nullptr, nullptr)}).text(" <-");
                out.text({name, spile_symbol_at(f->parent_ip, name, nullptr, nullptr, nullptr)}).ch('\n');
            } else out.text("other\n");
            reader->advance();
        }
        return out.status();
    }
    Result<void> truncated() override { instance_.target().ring().reset(); return Ok{}; }
    Result<void> store(Text) override { return Ok{}; }
  private:
    Instance &instance_;
};
}
Result<Box<File>> make_trace(Instance &instance) { return make_file<Trace>(instance); }
Result<Box<File>> make_trace_pipe(Instance &instance) { return make_file<Trace>(instance); }
void Instance::dump(unsigned) {}
} // namespace spile
