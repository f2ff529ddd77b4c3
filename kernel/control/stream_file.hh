// SPDX-License-Identifier: GPL-2.0
// StreamFile: content that is consumed by reading, as trace_pipe. A reader
// sleeps while there is none, unless it asked not to (O_NONBLOCK: EAGAIN).
#pragma once

#include "base/print.hh"
#include "file.hh"
#include "base/wait_queue.hh"

namespace spile {

// One reader. What fill() gave and the user has not taken yet is kept.
class StreamSession {
  public:
    StreamSession() = default;
    virtual ~StreamSession() = default;
    StreamSession(const StreamSession &) = delete;
    StreamSession &operator=(const StreamSession &) = delete;
    static void operator delete(void *) {}

    // Appends what there is now, stopping soon after `room` bytes; does not
    // sleep for more. Nothing appended: the end of the file. again: nothing now.
    virtual Result<void> fill(Printer &out, usize room);
    // fill() would give something, or the end. May run beside fill().
    virtual bool ready();
    // poll(2) says that it would, whatever ready() says. Default: no.
    virtual bool always_polls();
};

class StreamFile : public File {
  public:
    Result<Box<OpenFile>> open(OpenMode mode) override;

    // Default: not_supported.
    virtual Result<Box<StreamSession>> begin();
    // Where readers sleep (WaitQueue::raw()): woken whenever ready() may have
    // become true. Must be overridden.
    spile_wait *readers() override;
};

} // namespace spile
