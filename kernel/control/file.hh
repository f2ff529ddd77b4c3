// SPDX-License-Identifier: GPL-2.0
// File: what stands behind one control file. OpenFile: what one open(2) of it
// holds. Most control files derive from TextFile, TokenFile or StreamFile.
//
// All calls come in task context and may sleep. Errors reach the user as
// -errno. Neither class needs to fear removal: it waits for calls under way.
#pragma once

#include "base/box.hh"
#include "base/span.hh"
#include "glue/wait.h"

namespace spile {

class GivesPages;

struct OpenMode {
    bool read = false;
    bool write = false;
    bool truncate = false; // O_TRUNC: `>` rather than `>>`; only with write
    bool append = false;
};

class OpenFile {
  public:
    OpenFile() = default;
    virtual ~OpenFile() = default;
    OpenFile(const OpenFile &) = delete;
    OpenFile &operator=(const OpenFile &) = delete;
    static void operator delete(void *) {} // Box frees the storage

    // Copies content from position `at` into `to`; 0 at the end. again: nothing
    // now, the reader shall sleep on File::readers(). Default: invalid (EINVAL).
    virtual Result<usize> read(Span<char> to, u64 at);
    // So many bytes of the last read() have reached the user.
    virtual void consumed(usize bytes);
    // `bytes` of one write(2), which has `left` more that did not fit into
    // write_room(). Returns how many of all are taken care of. Default: invalid.
    virtual Result<usize> write(Text bytes, usize left, u64 at);
    // Bytes of a write(2) could not be read from the user's memory.
    virtual void faulted();
    // A read would not sleep. May run beside any other call.
    virtual bool readable();
    // poll(2) finds a stream readable always. May run beside any other call.
    virtual bool always_polls();
    // The user closed the file (not called when the file was removed before). What
    // takes effect only now does. The error is what close(2) returns, if nobody else
    // had the file any more; else nobody can be told. Default: nothing.
    virtual Result<void> closed();
    // closed(), the first time.
    Result<void> close();

    // Most bytes that a read() is asked for at once, if it is a stream.
    virtual usize read_room() const;
    // Null: it gives none.
    virtual GivesPages *pages();

    // Most bytes that one write() call takes; 0: the file cannot be written.
    virtual usize write_room() const;

  private:
    bool closed_ = false;
};

class File {
  public:
    File() = default;
    virtual ~File() = default;
    File(const File &) = delete;
    File &operator=(const File &) = delete;
    static void operator delete(void *) {} // Box frees the storage

    // Default: not_supported.
    virtual Result<Box<OpenFile>> open(OpenMode mode);
    // Queue that readers of a stream sleep on; null for an ordinary file.
    virtual spile_wait *readers();
};

} // namespace spile
