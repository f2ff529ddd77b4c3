// SPDX-License-Identifier: GPL-2.0
// EventType: what is known of an event: its name, fields and text. It stays once it was
// there, though its tracepoint goes with a module: entries that were recorded can still be
// read, and its id is never another's.
#pragma once

#include "base/atomic.hh"
#include "base/box.hh"
#include "base/list.hh"
#include "base/print.hh"
#include "base/vec.hh"
#include "glue/events.h"

namespace spile
{

class EventType : public ListNode
{
  public:
    // Errors: no_memory.
    static Result<Box<EventType>> create(const spile_event &event, u16 id);
    EventType(const EventType &) = delete;
    EventType &operator=(const EventType &) = delete;

    Text system() const { return event_.system; }
    Text name() const { return event_.name; }
    u16 id() const { return id_; }
    Span<const spile_event_field> fields() const { return fields_.span(); }
    const spile_event &made_of() const { return event_; }

    // The tracepoint, or null while there is none; its module, null for the kernel.
    void *point() const { return load_acquire(point_); }
    const void *module() const { return module_; }
    void came(void *point, const void *module)
    {
        module_ = module;
        store_release(point_, point);
    }
    void went() { store_release(point_, static_cast<void *>(nullptr)); }

    // The text of its format file. Errors: no_memory.
    Result<void> print_format(Printer &out) const;

  private:
    EventType(const spile_event &event, u16 id) : event_(event), id_(id) {}
    template <typename T, typename... Args> friend Result<Box<T>> make_box(Args &&...args);

    spile_event event_;
    Vec<spile_event_field> fields_;
    void *point_ = nullptr;
    const void *module_ = nullptr;
    u16 id_;
};

} // namespace spile
