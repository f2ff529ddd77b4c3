// SPDX-License-Identifier: GPL-2.0
// buffer_size_kb (also per_cpu/cpuN/buffer_size_kb), buffer_total_size_kb,
// buffer_subbuf_size_kb, buffer_percent, free_buffer: how much a ring holds.
#include "files.hh"

#include "base/scan.hh"
#include "control/text_file.hh"

namespace spile {

namespace {

class BufferSize final : public TextFile {
  public:
    BufferSize(Instance &instance, unsigned cpu) : instance_(instance), cpu_(cpu) {}

    // "X" where CPUs differ.
    Result<void> show(Printer &out) override
    {
        TraceBuffers &buffers = instance_.target().buffers();
        if (cpu_ == all_cpus && !buffers.sizes_are_equal()) {
            out.text("X\n");
            return out.status();
        }
        unsigned cpu = cpu_ == all_cpus ? spile_cpu_next(0) : cpu_;
        out.dec(buffers.size_kb(cpu));
        if (!instance_.is_expanded())
            out.text(" (expanded: ").dec(instance_.expanded_kb()).ch(')');
        out.ch('\n');
        return out.status();
    }
    Result<void> store(Text written) override
    {
        u64 kb = TRY(scan_u64(command_of(written), 10));
        if (!kb)
            return Errno::invalid;
        return instance_.set_buffer_size(cpu_, kb);
    }
    WriteLimit limit() const override { return {63, TooLong::refuse}; }

  private:
    Instance &instance_;
    unsigned cpu_;
};

class TotalSize final : public TextFile {
  public:
    explicit TotalSize(Instance &instance) : instance_(instance) {}

    Result<void> show(Printer &out) override
    {
        u64 total = 0, cpus = 0;
        for_each_cpu(all_cpus, [&](unsigned cpu) {
            total += instance_.target().buffers().size_kb(cpu);
            ++cpus;
        });
        out.dec(total);
        if (!instance_.is_expanded())
            out.text(" (expanded: ").dec(instance_.expanded_kb() * cpus).ch(')');
        out.ch('\n');
        return out.status();
    }

  private:
    Instance &instance_;
};

class SubBufferSize final : public TextFile {
  public:
    explicit SubBufferSize(Instance &instance) : instance_(instance) {}

    Result<void> show(Printer &out) override
    {
        out.dec(instance_.target().buffers().sub_buffer_kb()).ch('\n');
        return out.status();
    }
    Result<void> store(Text written) override
    {
        return instance_.target().buffers().set_sub_buffer_kb(
            TRY(scan_u64(command_of(written), 10)));
    }
    WriteLimit limit() const override { return {63, TooLong::refuse}; }

  private:
    Instance &instance_;
};

class Percent final : public TextFile {
  public:
    explicit Percent(Instance &instance) : instance_(instance) {}

    Result<void> show(Printer &out) override
    {
        out.dec(instance_.target().buffers().percent()).ch('\n');
        return out.status();
    }
    Result<void> store(Text written) override
    {
        u64 value = TRY(scan_u64(command_of(written), 10));
        if (value > 100)
            return Errno::invalid;
        instance_.target().buffers().set_percent(static_cast<u32>(value));
        instance_.target().readers().wake_all(); // they wait for something else now
        return Ok{};
    }
    WriteLimit limit() const override { return {63, TooLong::refuse}; }

  private:
    Instance &instance_;
};

// Written, it does nothing; closed, it frees the ring's memory but for the least.
class FreeBuffer final : public File {
  public:
    explicit FreeBuffer(Instance &instance) : instance_(instance) {}

    Result<Box<OpenFile>> open(OpenMode) override
    {
        return Box<OpenFile>(TRY(make_box<Session>(instance_)));
    }

  private:
    class Session final : public OpenFile {
      public:
        explicit Session(Instance &instance) : instance_(instance) {}
        Result<usize> write(Text bytes, usize left, u64) override { return bytes.size() + left; }
        usize write_room() const override { return 64; }
        Result<void> closed() override
        {
            if (instance_.options().get(Option::disable_on_free))
                instance_.target().set_on(false);
            return instance_.set_buffer_size(all_cpus, 1);
        }

      private:
        Instance &instance_;
    };
    Instance &instance_;
};

} // namespace

Result<Box<File>> make_buffer_size_kb(Instance &instance)
{
    return make_buffer_size_kb_of({instance, all_cpus});
}
Result<Box<File>> make_buffer_size_kb_of(const CpuOfInstance &of)
{
    return Box<File>(TRY(make_box<BufferSize>(of.instance, of.cpu)));
}
Result<Box<File>> make_buffer_total_size_kb(Instance &instance)
{
    return make_file<TotalSize>(instance);
}
Result<Box<File>> make_buffer_subbuf_size_kb(Instance &instance)
{
    return make_file<SubBufferSize>(instance);
}
Result<Box<File>> make_buffer_percent(Instance &instance) { return make_file<Percent>(instance); }
Result<Box<File>> make_free_buffer(Instance &instance) { return make_file<FreeBuffer>(instance); }

} // namespace spile
