// SPDX-License-Identifier: GPL-2.0
// EventTypes: all events, by system and name, and by id.
#pragma once

#include "base/mutex.hh"
#include "event/event_type.hh"

namespace spile
{

class EventSystem : public ListNode
{
  public:
    explicit EventSystem(Text name) : name_(name) {}
    ~EventSystem();

    Text name() const { return name_; }
    EventType *find(Text name);
    // Fn(EventType&) for those whose tracepoint is there.
    template <typename Fn> void for_each_present(Fn fn)
    {
        for (EventType &type : types)
            if (type.point())
                fn(type);
    }
    bool any_present()
    {
        bool any = false;
        for_each_present([&](EventType &) { any = true; });
        return any;
    }

    List<EventType> types;

  private:
    Text name_;
};

class EventTypes
{
  public:
    // Ids below are those of entries that are no events (include/uapi/spile/record.h).
    explicit EventTypes(u16 first_id) : first_id_(first_id) {}
    ~EventTypes();
    EventTypes(const EventTypes &) = delete;
    EventTypes &operator=(const EventTypes &) = delete;

    // Held by who walks over events or changes what there is; not by who has an EventType.
    Mutex &mutex() { return mutex_; }

    // --- Under the mutex.

    // The tracepoint of an event is there. Errors: no_memory, no_space (no id left), exists.
    Result<EventType *> came(const spile_event &event, void *point, const void *module);
    // It goes; null if it was no event's.
    EventType *went(void *point);

    EventSystem *find_system(Text name);
    EventType *find(Text system, Text name);
    List<EventSystem> &systems() { return systems_; }

    // --- In task context, without the mutex too.

    // The event of this id, present or not; null if there never was one.
    const EventType *by_id(u32 id) const;

  private:
    Result<EventType *> add(const spile_event &event);
    Result<EventType **> slot_of(u32 id);

    enum : u32 { slots_per_block = 512, max_ids = 65536 };
    struct Block {
        EventType *slots[slots_per_block] = {};
    };

    Mutex mutex_{"spile events"};
    List<EventSystem> systems_;
    u32 first_id_;
    u32 next_id_ = first_id_;
    // Blocks stay where they are, so that by_id() needs no lock.
    Block *blocks_[max_ids / slots_per_block] = {};
};

} // namespace spile
