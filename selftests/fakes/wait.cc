// SPDX-License-Identifier: GPL-2.0
// A queue that nobody sleeps on: `armed` stays as the test sets it until a wake.
#include "base/box.hh"
#include "glue/wait.h"

using namespace spile;

extern "C" {

spile_wait *spile_wait_new(void)
{
    Result<Box<spile_wait>> made = make_box<spile_wait>();
    return made ? made.take().release() : nullptr;
}

void spile_wait_put(spile_wait *queue)
{
    Box<spile_wait> gone(queue);
}

void spile_wait_wake(spile_wait *queue)
{
    queue->armed = 0;
}

} // extern "C"
