// SPDX-License-Identifier: GPL-2.0
#include "ops/reaper.hh"

#include "glue/grace.h"

namespace spile {

Reaper::~Reaper()
{
    spile_reap_cancel(this);
    drain();
}

void Reaper::retire(Garbage &garbage, void *object, void (*destroy)(void *object))
{
    Locked lock(mutex_);
    garbage.object = object;
    garbage.destroy = destroy;
    retired_.push_back(garbage);
    ++pending_;
}

void Reaper::flush()
{
    bool work;
    {
        Locked lock(mutex_);
        work = !retired_.empty();
    }
    if (work)
        spile_reap_later(this);
}

void Reaper::drain()
{
    List<Garbage> batch;
    Locked draining(drain_mutex_);
    {
        Locked lock(mutex_);
        while (Garbage *one = retired_.pop_front())
            batch.push_back(*one);
    }
    if (batch.empty())
        return;
    spile_wait_for_hits();
    usize freed = 0;
    while (Garbage *one = batch.pop_front()) {
        one->destroy(one->object);
        ++freed;
    }
    Locked lock(mutex_);
    pending_ -= freed;
}

} // namespace spile
