// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "perfdata/feature_id.h"
#include "perfdata/feature_shape.h"

namespace spile::perfdata {

// One optional part of a recording: its bit, its name, and how its bytes are
// read, written and printed.
struct Feature {
    unsigned id;
    const char *name;
    std::span<const Field> fields;

    // Throws Error(Fault::damaged).
    [[nodiscard]] Items read(std::span<const std::uint8_t> bytes, ByteOrder order) const
    {
        return read_fields(fields, bytes, order);
    }
    [[nodiscard]] std::vector<std::uint8_t> write(const Items &items, ByteOrder order) const
    {
        return write_fields(fields, items, order);
    }
    [[nodiscard]] std::string print(const Items &items) const { return print_fields(fields, items); }
};

// All features that are known, by rising bit.
[[nodiscard]] std::span<const Feature> features() noexcept;
// The feature of a bit; one that only keeps the bytes when it is not known.
[[nodiscard]] const Feature &feature_of(unsigned id) noexcept;
// "HOSTNAME", or "40" for a bit that is not known.
[[nodiscard]] std::string feature_name(unsigned id);

}  // namespace spile::perfdata
