// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>

namespace spile::perfdata {

template <std::unsigned_integral T>
[[nodiscard]] constexpr T byte_swapped(T v) noexcept
{
    if constexpr (sizeof(T) == 1) return v;
    else if constexpr (sizeof(T) == 2) return __builtin_bswap16(v);
    else if constexpr (sizeof(T) == 4) return __builtin_bswap32(v);
    else return __builtin_bswap64(v);
}

// The byte order of a recording, relative to this machine. Every integer of a
// recording is in the order of the machine that made it; a magic number that
// reads swapped tells that it was another.
// Source: perf.data-file-format, section on the header's magic.
class ByteOrder {
public:
    constexpr ByteOrder() = default;
    constexpr explicit ByteOrder(bool swapped) : swapped_(swapped) {}

    [[nodiscard]] constexpr bool swapped() const noexcept { return swapped_; }
    [[nodiscard]] constexpr bool big() const noexcept
    {
        return swapped_ != (std::endian::native == std::endian::big);
    }

    // Unaligned load and store of one integer in the recording's order.
    template <std::unsigned_integral T>
    [[nodiscard]] T load(const void *p) const noexcept
    {
        T v;
        std::memcpy(&v, p, sizeof v);
        return swapped_ ? byte_swapped(v) : v;
    }
    template <std::unsigned_integral T>
    void store(void *p, T v) const noexcept
    {
        if (swapped_) v = byte_swapped(v);
        std::memcpy(p, &v, sizeof v);
    }

    [[nodiscard]] std::uint16_t u16(const void *p) const noexcept { return load<std::uint16_t>(p); }
    [[nodiscard]] std::uint32_t u32(const void *p) const noexcept { return load<std::uint32_t>(p); }
    [[nodiscard]] std::uint64_t u64(const void *p) const noexcept { return load<std::uint64_t>(p); }

    friend constexpr bool operator==(ByteOrder, ByteOrder) = default;

private:
    bool swapped_ = false;
};

}  // namespace spile::perfdata
