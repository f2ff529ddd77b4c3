// SPDX-License-Identifier: GPL-2.0
// Calls of the file system into open files that give pages.
#include "control/file.hh"
#include "control/pages.hh"

using namespace spile;

namespace {

GivesPages &pages_of(void *session)
{
    return *static_cast<OpenFile *>(session)->pages();
}

int as_c(const Result<void> &result)
{
    return -static_cast<int>(result.error());
}

} // namespace

extern "C" {

long spile_session_take_page(void *session, unsigned long room, void **memory)
{
    Result<PageMemory> taken = pages_of(session).take(room);
    if (!taken)
        return -static_cast<long>(taken.error());
    long bytes = taken.value().bytes();
    *memory = taken.value().release();
    return bytes;
}

int spile_session_ready(void *session, unsigned int until)
{
    return pages_of(session).ready(static_cast<Until>(until));
}

int spile_session_ended(void *session)
{
    return pages_of(session).ended();
}

int spile_session_command(void *session, unsigned int command, int may_wait)
{
    using Wait = GivesPages::Wait;
    return as_c(pages_of(session).command(command, may_wait ? Wait::yes : Wait::no));
}

int spile_session_map(void *session, spile_mapping *into, unsigned long first,
                      unsigned long count)
{
    return as_c(pages_of(session).map(*into, first, count));
}

void spile_session_map_more(void *session)
{
    pages_of(session).map_more();
}

void spile_session_unmap(void *session)
{
    pages_of(session).unmap();
}

} // extern "C"
