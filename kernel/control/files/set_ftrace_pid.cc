// SPDX-License-Identifier: GPL-2.0
// set_ftrace_pid and set_ftrace_notrace_pid. Each write(2) takes effect as a
// whole or not at all.
#include "files.hh"

#include "base/scan.hh"
#include "control/text_file.hh"

namespace spile {

namespace {

class PidFile final : public TextFile {
  public:
    PidFile(Instance &instance, PidList which) : instance_(instance), which_(which) {}

    Result<void> show(Printer &out) override
    {
        Box<PidSet> pids = TRY(instance_.copy_pids(which_));
        if (pids->empty())
            out.text("no pid\n");
        for (u32 pid = pids->next(0); pid < pids->limit(); pid = pids->next(pid + 1))
            out.dec(pid).ch('\n');
        return out.status();
    }
    Result<void> truncated() override { return instance_.set_pids(which_, {}); }
    Result<void> store(Text written) override
    {
        Box<PidSet> pids = TRY(instance_.copy_pids(which_));
        Text rest = written;
        for (Text word = next_word(rest); !word.empty(); word = next_word(rest)) {
            Result<u64> pid = scan_u64(word);
            if (!pid || pid.value() >= pids->limit()) {
                instance_.errors().add(which_ == PidList::only ? "set_ftrace_pid"
                                                               : "set_ftrace_notrace_pid",
                                       "Not a pid", word, 0);
                return Errno::invalid;
            }
            pids->add(static_cast<u32>(pid.value()));
        }
        return instance_.set_pids(which_, spile::move(pids));
    }
    WriteLimit limit() const override { return {4095, TooLong::shorten_at_space}; }

  private:
    Instance &instance_;
    PidList which_;
};

} // namespace

Result<Box<File>> make_set_ftrace_pid(Instance &instance)
{
    return Box<File>(TRY(make_box<PidFile>(instance, PidList::only)));
}

Result<Box<File>> make_set_ftrace_notrace_pid(Instance &instance)
{
    return Box<File>(TRY(make_box<PidFile>(instance, PidList::never)));
}

} // namespace spile
