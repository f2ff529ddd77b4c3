// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "inject/address_space.h"

namespace spile::inject {

// The address spaces of all processes of a recording. Threads share that of
// their process. A forked process shares its parent's until one of them maps.
class Processes {
public:
    // The space to look up in; nullptr for a process that mapped nothing.
    [[nodiscard]] const AddressSpace *find(std::int32_t pid) const noexcept;

    // Throws perfdata::Error when the recording keeps more mappings alive than
    // any real one does (see mappings_limit).
    void map(std::int32_t pid, const Mapping &mapping);

    // `pid` begins anew: with its parent's mappings, or with none.
    void fork(std::int32_t pid, std::int32_t parent);
    void start_empty(std::int32_t pid);

    // A space that only `pid` uses; made when there is none.
    [[nodiscard]] AddressSpace &own(std::int32_t pid);

private:
    // 24 bytes each; real recordings stay far below.
    static constexpr std::size_t mappings_limit = 32'000'000;

    void count(std::size_t before, std::size_t after);
    void drop(std::shared_ptr<AddressSpace> &space);

    std::unordered_map<std::int32_t, std::shared_ptr<AddressSpace>> spaces_;
    std::size_t mappings_ = 0;
};

}  // namespace spile::inject
