// SPDX-License-Identifier: GPL-2.0
#include "instances.hh"

#include "glue/grace.h"

namespace spile {

Instance *Instances::find(Text name)
{
    Locked lock(mutex_);
    for (Instance &instance : list_)
        if (instance.name() == name)
            return &instance;
    return nullptr;
}

Result<Instance *> Instances::add(Registry &registry, Text name)
{
    if (find(name))
        return Errno::exists;
    Box<Instance> made = TRY(Instance::create(registry, name));
    Instance *instance = made.release();
    Locked lock(mutex_);
    if (const Instance *top = list_.front())
        instance->inherit_options(top->options());
    list_.push_back(*instance);
    instance->next_live = live_;
    store_release(live_, instance);
    return instance;
}

void Instances::remove(Instance &instance)
{
    {
        Locked lock(mutex_);
        static_cast<ListNode &>(instance).unlink();
        Instance **link = &live_;
        while (*link != &instance)
            link = &(*link)->next_live;
        store_release(*link, instance.next_live);
    }
    spile_wait_for_hits(); // the hooks run with preemption off, as hits do
    Box<Instance> owned(&instance);
}

} // namespace spile
