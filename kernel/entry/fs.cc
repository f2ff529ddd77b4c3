// SPDX-License-Identifier: GPL-2.0
// Calls of the file system into the core. Here, and only here, an Errno becomes
// the -errno that a user sees.
#include "control/directory.hh"
#include "control/file.hh"
#include "control/tree.hh"
#include "glue/fs.h"

using namespace spile;

namespace {

int as_c(const Result<void> &result)
{
    return -static_cast<int>(result.error());
}

long as_c(const Result<usize> &result)
{
    return result.ok() ? static_cast<long>(result.value()) : -static_cast<long>(result.error());
}

File &file_of(void *file)
{
    return *static_cast<File *>(file);
}

OpenFile &open_file_of(void *session)
{
    return *static_cast<OpenFile *>(session);
}

Directory &directory_of(void *directory)
{
    return *static_cast<Directory *>(directory);
}

} // namespace

extern "C" {

int spile_file_open(void *file, unsigned int flags, struct spile_opened *opened)
{
    OpenMode mode{.read = (flags & SPILE_OPEN_READ) != 0,
                  .write = (flags & SPILE_OPEN_WRITE) != 0,
                  .truncate = (flags & SPILE_OPEN_TRUNCATE) != 0,
                  .append = (flags & SPILE_OPEN_APPEND) != 0};
    Result<Box<OpenFile>> made = file_of(file).open(mode);
    if (!made.ok())
        return -static_cast<int>(made.error());
    opened->write_room = made.value()->write_room();
    opened->readers = file_of(file).readers();
    opened->read_room = made.value()->read_room();
    opened->gives_pages = made.value()->pages() != nullptr;
    opened->session = made.value().release();
    return 0;
}

void spile_file_drop(void *file)
{
    Box<File> dropped(&file_of(file));
}

long spile_session_read(void *session, char *buffer, unsigned long room, spile_u64 position)
{
    return as_c(open_file_of(session).read({buffer, room}, position));
}

void spile_session_consumed(void *session, unsigned long bytes)
{
    open_file_of(session).consumed(bytes);
}

long spile_session_write(void *session, const char *bytes, unsigned long size, unsigned long left,
                         spile_u64 position)
{
    return as_c(open_file_of(session).write({bytes, size}, left, position));
}

void spile_session_faulted(void *session)
{
    open_file_of(session).faulted();
}

int spile_session_readable(void *session)
{
    return open_file_of(session).readable();
}

int spile_session_always_polls(void *session)
{
    return open_file_of(session).always_polls();
}

int spile_session_flush(void *session)
{
    return as_c(open_file_of(session).close());
}

void spile_session_close(void *session, int removed)
{
    Box<OpenFile> closed(&open_file_of(session));
    if (!removed)
        (void)closed->close(); // most likely it was done before, by the flush
}

int spile_directory_mkdir(void *directory, const char *name, unsigned long length)
{
    return as_c(directory_of(directory).make({name, length}));
}

int spile_directory_rmdir(void *directory, const char *name, unsigned long length)
{
    return as_c(directory_of(directory).remove({name, length}));
}

int spile_directory_lookup(void *directory, const char *name, unsigned long length)
{
    return as_c(directory_of(directory).look_up({name, length}));
}

int spile_directory_fill(void *directory, spile_node *node)
{
    return as_c(directory_of(directory).fill(Node(node)));
}

void spile_directory_drop(void *directory)
{
    Box<Directory> dropped(&directory_of(directory));
}

} // extern "C"
