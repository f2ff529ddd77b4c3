// SPDX-License-Identifier: GPL-2.0
#include "tracer/marker.hh"

#include "glue/task.h"
#include "tracer/record.hh"

namespace spile {

namespace {

constexpr Text faulted = "<faulted>";
constexpr u32 event_header_bytes = 8; // of one that is not small

// On this CPU, as in a hit.
class Held {
  public:
    Held() : cpu_offset_(spile_cpu_hold()) {}
    ~Held() { spile_cpu_release(); }
    Held(const Held &) = delete;
    Held &operator=(const Held &) = delete;
    usize cpu_offset() const { return cpu_offset_; }

  private:
    usize cpu_offset_;
};

// A record with `bytes` and room for `room` in all behind what T is; what is left is zero.
// To is where they go.
template <typename T, typename To>
Result<void> write(TraceTarget &target, u32 type, usize room, Text bytes, bool newline, To to)
{
    // Records are made of words of four bytes.
    u32 more = static_cast<u32>((room + 3) / 4 * 4);
    Held held;
    if (!target.admits_any_task(held.cpu_offset()))
        return Errno::bad_file;
    bool done = record_either_way<T>(target, held.cpu_offset(), type, more, [&](T &record) {
        char *at = to(record);
        __builtin_memcpy(at, bytes.data(), bytes.size());
        usize size = bytes.size();
        if (newline)
            at[size++] = '\n';
        __builtin_memset(at + size, 0, more - size);
    });
    return done ? Result<void>(Ok{}) : Errno::bad_file;
}

} // namespace

Result<void> Markers::text(Text text)
{
    usize room = max(text.size(), faulted.size()) + 2; // a newline and the end
    return write<spile_record_text>(target_, SPILE_RECORD_TEXT, room, text, !text.ends_with("\n"),
                                    [this](spile_record_text &record) {
                                        record.ip = ip_;
                                        return record.text;
                                    });
}

// As in the kernel, the room is for the id once more than needed.
Result<void> Markers::raw(Text bytes)
{
    u32 id;
    if (bytes.size() < sizeof(id))
        return Errno::invalid;
    __builtin_memcpy(&id, bytes.data(), sizeof(id));
    usize room = max(bytes.size(), faulted.size() + sizeof(id));
    return write<spile_record_raw>(target_, SPILE_RECORD_RAW, room, bytes.from(sizeof(id)), false,
                                   [id](spile_record_raw &record) {
                                       record.id = id;
                                       return reinterpret_cast<char *>(record.data);
                                   });
}

void Markers::faulted_text() { (void)text(faulted); }

void Markers::faulted_raw()
{
    char bytes[4 + faulted.size()];
    __builtin_memset(bytes, 0xff, 4);
    __builtin_memcpy(bytes + 4, faulted.data(), faulted.size());
    (void)raw({bytes, sizeof(bytes)});
}

usize Markers::record_room() const
{
    return target_.buffers().use()->geometry(spile_cpu_next(0)).room_bytes() -
           event_header_bytes - sizeof(spile_entry);
}

usize Markers::text_room() const { return record_room() - sizeof(spile_record_text) - 2; }
usize Markers::raw_room() const { return record_room() - sizeof(spile_record_raw); }

} // namespace spile
