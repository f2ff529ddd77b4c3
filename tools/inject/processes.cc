// SPDX-License-Identifier: GPL-2.0
#include "inject/processes.h"

#include <string>

#include "perfdata/error.h"

namespace spile::inject {

const AddressSpace *Processes::find(std::int32_t pid) const noexcept
{
    auto found = spaces_.find(pid);
    return found == spaces_.end() ? nullptr : found->second.get();
}

void Processes::count(std::size_t before, std::size_t after)
{
    mappings_ += after;
    mappings_ -= before;
    if (mappings_ > mappings_limit)
        throw perfdata::Error(perfdata::Fault::unsupported, "the recording has more than " +
                                                                std::to_string(mappings_limit) +
                                                                " mappings alive at a time, expected fewer");
}

void Processes::drop(std::shared_ptr<AddressSpace> &space)
{
    if (space && space.use_count() == 1) mappings_ -= space->size();
    space.reset();
}

AddressSpace &Processes::own(std::int32_t pid)
{
    auto &space = spaces_[pid];
    if (!space) {
        space = std::make_shared<AddressSpace>();
    } else if (space.use_count() > 1) {
        count(0, space->size());
        space = std::make_shared<AddressSpace>(*space);
    }
    return *space;
}

void Processes::map(std::int32_t pid, const Mapping &mapping)
{
    AddressSpace &space = own(pid);
    std::size_t before = space.size();
    space.insert(mapping);
    count(before, space.size());
}

void Processes::fork(std::int32_t pid, std::int32_t parent)
{
    auto found = spaces_.find(parent);
    std::shared_ptr<AddressSpace> inherited = found == spaces_.end() ? nullptr : found->second;
    auto &space = spaces_[pid];
    drop(space);
    space = std::move(inherited);
}

void Processes::start_empty(std::int32_t pid)
{
    auto found = spaces_.find(pid);
    if (found == spaces_.end()) return;
    drop(found->second);
    spaces_.erase(found);
}

}  // namespace spile::inject
