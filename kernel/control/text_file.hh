// SPDX-License-Identifier: GPL-2.0
// TextFile: each write(2) is one command, as in tracing_on or current_tracer.
#pragma once

#include "content.hh"

namespace spile {

// What becomes of a write(2) longer than the limit.
enum class TooLong {
    refuse,           // EINVAL (filters, triggers)
    cut,              // the rest is ignored, all is claimed (numbers, current_tracer)
    shorten,          // a short write: the user comes again with the rest (trace_marker)
    shorten_at_space, // the same, between two words (lists of pids)
};

struct WriteLimit {
    usize bytes = 4095; // at most 65536
    TooLong too_long = TooLong::refuse;
    usize refused = ~usize{0}; // a write(2) of more bytes than these is, whatever too_long says
};

// What lasts as long as a file is open; its destructor ends it.
class Held {
  public:
    Held() = default;
    virtual ~Held() = default;
    Held(const Held &) = delete;
    Held &operator=(const Held &) = delete;
    static void operator delete(void *) {}
};

class TextFile : public ReadableFile {
  public:
    Result<Box<OpenFile>> open(OpenMode mode) override;

    // One write(2) as it came: it may hold NUL bytes and a newline; see
    // command_of(). Default: invalid, a file that cannot be written.
    virtual Result<void> store(Text written);
    // Opened with O_TRUNC, before anything is written. An error refuses the open.
    virtual Result<void> truncated();
    virtual WriteLimit limit() const { return {}; }
    // At each open, last of all. Default: nothing. An error refuses the open.
    virtual Result<Box<Held>> hold(OpenMode mode);
    // Bytes of a write(2) could not be read from the user's memory. Default: nothing.
    virtual void faulted();
};

// What a C string function would see of a write, without white space around it.
Text command_of(Text written);

} // namespace spile
