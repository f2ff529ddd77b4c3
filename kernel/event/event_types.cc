// SPDX-License-Identifier: GPL-2.0
#include "event/event_types.hh"

namespace spile
{

EventSystem::~EventSystem()
{
    while (EventType *type = types.pop_front())
        Box<EventType> owned(type);
}

EventType *EventSystem::find(Text name)
{
    for (EventType &type : types)
        if (type.name() == name)
            return &type;
    return nullptr;
}

EventTypes::~EventTypes()
{
    while (EventSystem *system = systems_.pop_front())
        Box<EventSystem> owned(system);
    for (Block *block : blocks_)
        Box<Block> owned(block);
}

EventSystem *EventTypes::find_system(Text name)
{
    for (EventSystem &system : systems_)
        if (system.name() == name)
            return &system;
    return nullptr;
}

EventType *EventTypes::find(Text system, Text name)
{
    EventSystem *in = find_system(system);
    return in ? in->find(name) : nullptr;
}

const EventType *EventTypes::by_id(u32 id) const
{
    if (id >= max_ids)
        return nullptr;
    const Block *block = load_acquire(blocks_[id / slots_per_block]);
    return block ? load_acquire(block->slots[id % slots_per_block]) : nullptr;
}

Result<EventType **> EventTypes::slot_of(u32 id)
{
    if (id >= max_ids)
        return Errno::no_space;
    Block *&block = blocks_[id / slots_per_block];
    if (!block)
        store_release(block, TRY(make_box<Block>()).release());
    return &block->slots[id % slots_per_block];
}

Result<EventType *> EventTypes::add(const spile_event &event)
{
    EventType **slot = TRY(slot_of(next_id_));
    Box<EventType> type = TRY(EventType::create(event, static_cast<u16>(next_id_)));
    EventSystem *system = find_system(event.system);
    if (!system) {
        system = TRY(make_box<EventSystem>(Text(event.system))).release();
        systems_.push_back(*system);
    }
    ++next_id_;
    system->types.push_back(*type);
    store_release(*slot, type.get());
    return type.release();
}

Result<EventType *> EventTypes::came(const spile_event &event, void *point, const void *module)
{
    EventType *type = find(event.system, event.name);
    if (type && type->point())
        return Errno::exists;
    if (!type)
        type = TRY(add(event));
    type->came(point, module);
    return type;
}

EventType *EventTypes::went(void *point)
{
    for (EventSystem &system : systems_)
        for (EventType &type : system.types)
            if (type.point() == point) {
                type.went();
                return &type;
            }
    return nullptr;
}

} // namespace spile
