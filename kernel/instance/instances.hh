// SPDX-License-Identifier: GPL-2.0
// Instances: all of them, the top level first. The scheduler hooks walk them
// without a lock.
#pragma once

#include "instance.hh"

namespace spile {

class Instances {
  public:
    // Adds an instance to the list. Errors: no_memory, exists.
    Result<Instance *> add(Registry &registry, Text name);
    // Takes it off the list, waits until no hook looks at it, and destroys it.
    void remove(Instance &instance);
    Instance *find(Text name);

    // Fn(Instance&) under the mutex.
    template <typename Fn> void for_each(Fn fn)
    {
        Locked lock(mutex_);
        for (Instance &instance : list_)
            fn(instance);
    }

    // Fn(Instance&) from the scheduler hooks: preemption off, no lock.
    template <typename Fn> void for_each_live(Fn fn)
    {
        for (Instance *at = load_acquire(live_); at; at = load_acquire(at->next_live))
            fn(*at);
    }

  private:
    Mutex mutex_{"spile instances"};
    List<Instance> list_;
    Instance *live_ = nullptr;
};

} // namespace spile
