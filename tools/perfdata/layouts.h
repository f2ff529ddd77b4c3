// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "perfdata/abi.h"
#include "perfdata/attr.h"
#include "perfdata/record_stream.h"

namespace spile::perfdata {

// The layouts of all events of a recording, and which one a record has.
// As long as all put ip, pid and time in the same places, which they mostly do,
// no look-up is made.
class Layouts {
public:
    // Throws Error(Fault::damaged) past what any recorder makes, since look-ups
    // grow with it: 256 layouts, or 4 million ids of other layouts than the first.
    void add(const EventAttr &attr);

    [[nodiscard]] bool empty() const noexcept { return layouts_.empty(); }

    // A layout that is right about ip, tid, time and the trailer of a record of
    // the kernel's types; nullptr for a recording without events.
    [[nodiscard]] const SampleLayout *of(const std::uint8_t *bytes, std::uint32_t type, std::size_t size,
                                         ByteOrder order) const
    {
        if (alike_) [[likely]] return layouts_.data();
        return find(bytes, type, size, order);
    }
    // The layout that is right about all parts.
    [[nodiscard]] const SampleLayout *exact(const std::uint8_t *bytes, std::uint32_t type, std::size_t size,
                                            ByteOrder order) const
    {
        if (layouts_.size() == 1) return layouts_.data();
        return find(bytes, type, size, order);
    }
    // Whether some event was recorded with callchains.
    [[nodiscard]] bool any_callchain() const noexcept { return any_callchain_; }

    // The time of a record in the recording's clock (ns as a rule); `none` when
    // it carries no time.
    static constexpr std::uint64_t none = ~std::uint64_t{0};
    [[nodiscard]] std::uint64_t time(const std::uint8_t *bytes, std::uint32_t type, std::size_t size,
                                     ByteOrder order) const
    {
        const SampleLayout *layout = of(bytes, type, size, order);
        if (layout == nullptr) return none;
        if (type == record::sample) {
            if (layout->time < 0 || size < static_cast<std::size_t>(layout->time) + 8) return none;
            return order.u64(bytes + layout->time);
        }
        if (layout->trailer_time < 0 || size < record_header_bytes + static_cast<std::size_t>(layout->trailer_bytes))
            return none;
        return order.u64(bytes + size - static_cast<std::size_t>(layout->trailer_time));
    }

private:
    [[nodiscard]] const SampleLayout *find(const std::uint8_t *bytes, std::uint32_t type, std::size_t size,
                                           ByteOrder order) const;

    std::vector<SampleLayout> layouts_;
    std::unordered_map<std::uint64_t, std::uint32_t> by_id_;
    bool alike_ = false;
    bool any_callchain_ = false;
};

}  // namespace spile::perfdata
