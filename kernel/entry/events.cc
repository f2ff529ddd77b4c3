// SPDX-License-Identifier: GPL-2.0
// Events that come and go with the kernel and its modules.
#include "core.hh"

#include "glue/events.h"

using namespace spile;

extern "C" {

int spile_event_came(const struct spile_event *event, void *point, const void *module)
{
    Locked lock(core->event_types.mutex());
    Result<EventType *> type = core->event_types.came(*event, point, module);
    if (!type)
        return -static_cast<int>(type.error());
    return -static_cast<int>(core->event_tree.came(*type.value()).error());
}

void spile_event_went(void *point)
{
    EventType *type = nullptr;
    {
        Locked lock(core->event_types.mutex());
        type = core->event_types.went(point);
    }
    if (type)
        core->event_tree.went(*type);
}

} // extern "C"
