// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace spile::buildid {

// The id that a linker gives to what it made: up to 20 bytes, 0 for none.
// Longer ids are cut to 20, as recordings hold no more.
struct BuildId {
    static constexpr std::size_t max_bytes = 20;

    std::array<std::uint8_t, max_bytes> bytes{};
    std::uint8_t size = 0;

    BuildId() = default;
    explicit BuildId(std::span<const std::uint8_t> id) : size(static_cast<std::uint8_t>(std::min(id.size(), max_bytes)))
    {
        std::copy_n(id.begin(), size, bytes.begin());
    }

    [[nodiscard]] explicit operator bool() const noexcept { return size > 0; }
    [[nodiscard]] std::span<const std::uint8_t> view() const noexcept { return {bytes.data(), size}; }
    [[nodiscard]] std::string hex() const
    {
        static constexpr char digit[] = "0123456789abcdef";
        std::string text;
        for (std::uint8_t byte : view()) text += {digit[byte >> 4], digit[byte & 15]};
        return text;
    }

    friend bool operator==(const BuildId &, const BuildId &) = default;
};

}  // namespace spile::buildid
