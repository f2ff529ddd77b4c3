// SPDX-License-Identifier: GPL-2.0
// per_cpu/cpuN/trace_pipe_raw: a CPU's records as pages (uapi/spile/page.h), consumed; may
// be spliced without a copy, and mapped (uapi/spile/mapping.h). snapshot_raw: the same of
// the ring that a snapshot has put aside, but for the mapping.
//
// read(2) gives as many records as fit, in a page that is filled up with zeroes; what the
// user's memory has no room for comes with the next. It waits for one record; splice(2) for
// a complete sub-buffer, and that as much is filled as buffer_percent says.
#include "files.hh"

#include "control/pages.hh"
#include "ring/mapped_part.hh"
#include "ring/page_reader.hh"
#include "uapi/spile/mapping.h"

namespace spile {

namespace {

struct RawSource {
    Instance &instance;
    unsigned cpu;
    Which which;

    // Empty for a snapshot that is not there: as a ring without records.
    RingUse use() const { return instance.target().buffers().use(which); }
    u32 percent() const
    {
        return which == Which::live ? instance.target().buffers().percent() : 0;
    }
};

// A user's mappings of the live ring.
class RawMappings {
  public:
    explicit RawMappings(const RawSource &source) : source_(source) {}

    Result<void> add(spile_mapping &into, u64 first, u64 count)
    {
        if (source_.which != Which::live)
            return Errno::no_device;
        Locked locked(mutex_);
        bool is_first = !count_;
        if (is_first)
            TRY(begin());
        Result<void> added = part_.each_page(
            first, count, [&](void *page) { return from_c(spile_mapping_add(&into, page)); });
        if (added)
            ++count_;
        else if (is_first)
            end();
        return added;
    }
    void add_more()
    {
        Locked locked(mutex_);
        ++count_;
    }
    void remove()
    {
        Locked locked(mutex_);
        if (!--count_)
            end();
    }
    Result<void> next()
    {
        Locked locked(mutex_);
        if (!count_)
            return Errno::no_device;
        part_.next();
        return Ok{};
    }
    bool any()
    {
        Locked locked(mutex_);
        return count_;
    }

  private:
    Result<void> begin()
    {
        LiveRing ring(source_.instance.target().buffers());
        part_ = TRY(MappedPart::create(*ring, source_.cpu));
        ring_ = spile::move(ring);
        return Ok{};
    }
    void end()
    {
        part_ = MappedPart();
        ring_ = LiveRing();
    }

    const RawSource &source_;
    Mutex mutex_{"spile raw mappings"};
    u32 count_ = 0;
    LiveRing ring_;
    MappedPart part_; // goes first
};

class RawReader final : public OpenFile, public GivesPages {
  public:
    explicit RawReader(const RawSource &source) : source_(source) {}
    static void operator delete(void *) {}

    Result<usize> read(Span<char> to, u64) override
    {
        if (!left_) {
            Result<void> filled = fill(to.size());
            if (filled.error() == Errno::invalid)
                return usize{0}; // not even one record has room
            TRY(spile::move(filled));
        }
        usize bytes = min(usize{left_}, to.size());
        const u8 *from = reinterpret_cast<u8 *>(page_.get()) + (page_.bytes() - left_);
        __builtin_memcpy(to.data(), from, bytes);
        return bytes;
    }
    void consumed(usize bytes) override { left_ -= static_cast<u32>(bytes); }
    bool readable() override { return ready(Until::read); }
    bool always_polls() override { return source_.instance.options().get(Option::block); }
    usize read_room() const override { return all_room; }
    GivesPages *pages() override { return this; }

    Result<PageMemory> take(usize room) override
    {
        RingUse ring = source_.use();
        if (!ring)
            return Errno::again;
        if (room < 4096u << ring->geometry(source_.cpu).order)
            return Errno::invalid;
        PageMemory page = spile::move(spare_);
        Result<void> got = PageReader(*ring, source_.cpu).read(page, all_room, PageKind::complete);
        if (got)
            return page;
        spare_ = spile::move(page); // for the next time
        return got.error();
    }
    bool ready(Until until) override
    {
        RingUse ring = source_.use();
        if (!ring)
            return false;
        u32 percent = until == Until::read ? 0 : source_.percent();
        PageKind kind = until == Until::page ? PageKind::complete : PageKind::any;
        return !PageReader(*ring, source_.cpu).arm(percent, kind);
    }
    bool ended() override { return !source_.instance.target().is_on(); }

    Result<void> command(u32 number, Wait wait) override
    {
        if (number != SPILE_RING_GET_READER || source_.which != Which::live)
            return Errno::no_command;
        if (!mappings_.any())
            return Errno::no_device;
        if (wait == Wait::yes && !ready(Until::filled))
            return Errno::again;
        return mappings_.next();
    }
    Result<void> map(spile_mapping &into, u64 first, u64 count) override
    {
        return mappings_.add(into, first, count);
    }
    void map_more() override { mappings_.add_more(); }
    void unmap() override { mappings_.remove(); }

  private:
    enum : u32 { all_room = 4096u << Ring::max_order };
    Result<void> fill(usize room)
    {
        RingUse ring = source_.use();
        if (!ring)
            return Errno::again;
        TRY(PageReader(*ring, source_.cpu)
                .read(page_, static_cast<u32>(min(room, usize{all_room})), PageKind::any));
        left_ = page_.bytes();
        return Ok{};
    }

    const RawSource source_;
    PageMemory page_; // being read
    u32 left_ = 0;    // bytes of it, at its end
    PageMemory spare_;
    RawMappings mappings_{source_};
};

class RawFile final : public File {
  public:
    explicit RawFile(const RawSource &source) : source_(source) {}

    Result<Box<OpenFile>> open(OpenMode mode) override
    {
        if (!mode.read) // there is nothing to write
            return Box<OpenFile>(TRY(make_box<OpenFile>()));
        return Box<OpenFile>(TRY(make_box<RawReader>(source_)));
    }
    spile_wait *readers() override
    {
        return source_.instance.target().readers().of_cpu(source_.cpu).raw();
    }

  private:
    const RawSource source_;
};

Result<Box<File>> make_raw(const CpuOfInstance &of, Which which)
{
    return Box<File>(TRY(make_box<RawFile>(RawSource{of.instance, of.cpu, which})));
}

} // namespace

Result<Box<File>> make_trace_pipe_raw_of(const CpuOfInstance &of) { return make_raw(of, Which::live); }
Result<Box<File>> make_snapshot_raw_of(const CpuOfInstance &of)
{
    return make_raw(of, Which::snapshot);
}

} // namespace spile
