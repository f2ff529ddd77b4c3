// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace spile::inject {

// One mapped range.
struct Mapping {
    std::uint64_t start = 0, end = 0;  // [start, end)
    std::uint32_t dso = 0;
    mutable std::uint32_t tag = 0;  // a note of whoever owns the map; no part of it
};

// The mappings of one process, or of a kernel: which one covers an address.
// A new mapping takes the place of what it overlaps, as mmap(MAP_FIXED) does.
//
// Sorted, in blocks of bounded length: look-up is two binary searches over
// contiguous memory, and an insertion moves at most one block.
class AddressSpace {
public:
    void insert(const Mapping &mapping);

    // nullptr when nothing is mapped there. Valid until the next insert().
    [[nodiscard]] const Mapping *find(std::uint64_t address) const noexcept;

    [[nodiscard]] std::size_t size() const noexcept { return size_; }

private:
    using Block = std::vector<Mapping>;
    static constexpr std::size_t block_limit = 256;

    [[nodiscard]] std::size_t block_of(std::uint64_t address) const noexcept;
    void cut_out(std::uint64_t start, std::uint64_t end);
    void insert_free(const Mapping &mapping);

    std::vector<std::uint64_t> firsts_;  // start of the first mapping of each block
    std::vector<Block> blocks_;          // none is empty
    std::size_t size_ = 0;
};

}  // namespace spile::inject
