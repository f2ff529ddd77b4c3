// SPDX-License-Identifier: GPL-2.0
// saved_cmdlines ("pid name"), saved_cmdlines_size and saved_tgids ("pid tgid"): what was
// noted of tasks. All instances share it.
#include "files.hh"

#include "base/scan.hh"
#include "control/text_file.hh"
#include "glue/names.h"

namespace spile {

namespace {

// A line at a time.
class NamePieces final : public Pieces {
  public:
    Result<bool> next(Printer &out) override
    {
        u32 pid = 0;
        char comm[SPILE_COMM_ROOM] = {};
        place_ = spile_names_next(place_, &pid, comm);
        if (!place_)
            return false;
        Text name(comm, sizeof(comm));
        // As the kernel has it, signed.
        out.sdec(static_cast<i32>(pid)).ch(' ').text(name.first(name.find('\0'))).ch('\n');
        return true;
    }

  private:
    unsigned place_ = 0;
};

class TgidPieces final : public Pieces {
  public:
    Result<bool> next(Printer &out) override
    {
        u32 tgid = 0;
        pid_plus_1_ = spile_tgids_next(pid_plus_1_, &tgid);
        if (!pid_plus_1_)
            return false;
        out.dec(pid_plus_1_ - 1).ch(' ').dec(tgid).ch('\n');
        return true;
    }

  private:
    u32 pid_plus_1_ = 0;
};

template <typename T> class ListFile final : public TextFile {
  public:
    Result<Box<Pieces>> pieces() override { return Box<Pieces>(TRY(make_box<T>())); }
};

class NamesRoom final : public TextFile {
  public:
    Result<void> show(Printer &out) override
    {
        out.dec(spile_names_room()).ch('\n');
        return out.status();
    }
    Result<void> store(Text written) override
    {
        u64 count = TRY(scan_u64(command_of(written), 10));
        if (!count || count > spile_names_most())
            return Errno::invalid;
        return from_c(spile_names_resize(static_cast<unsigned>(count)));
    }
    WriteLimit limit() const override { return {63, TooLong::refuse}; }
};

} // namespace

Result<Box<File>> make_saved_cmdlines(Top &)
{
    return Box<File>(TRY(make_box<ListFile<NamePieces>>()));
}

Result<Box<File>> make_saved_cmdlines_size(Top &)
{
    return Box<File>(TRY(make_box<NamesRoom>()));
}

Result<Box<File>> make_saved_tgids(Top &)
{
    return Box<File>(TRY(make_box<ListFile<TgidPieces>>()));
}

} // namespace spile
