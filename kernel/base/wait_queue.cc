// SPDX-License-Identifier: GPL-2.0
#include "base/wait_queue.hh"

namespace spile {

Result<WaitQueue> WaitQueue::create()
{
    spile_wait *raw = spile_wait_new();
    if (!raw)
        return Errno::no_memory;
    return WaitQueue(raw);
}

} // namespace spile
