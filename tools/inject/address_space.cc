// SPDX-License-Identifier: GPL-2.0
#include "inject/address_space.h"

#include <algorithm>

namespace spile::inject {

// The last block whose first mapping starts at or before `address`, or 0.
std::size_t AddressSpace::block_of(std::uint64_t address) const noexcept
{
    auto after = std::upper_bound(firsts_.begin(), firsts_.end(), address);
    return after == firsts_.begin() ? 0 : static_cast<std::size_t>(after - firsts_.begin()) - 1;
}

static bool starts_after(std::uint64_t address, const Mapping &mapping)
{
    return address < mapping.start;
}

const Mapping *AddressSpace::find(std::uint64_t address) const noexcept
{
    if (blocks_.empty()) return nullptr;
    const Block &block = blocks_.size() == 1 ? blocks_.front() : blocks_[block_of(address)];
    // The last mapping that starts at or before the address. Samples come from
    // anywhere, so the halving must not branch on what it finds.
    const Mapping *at = block.data();
    for (std::size_t left = block.size(); left > 1;) {
        std::size_t half = left / 2;
        at += at[half].start <= address ? half : 0;
        left -= half;
    }
    return address >= at->start && address < at->end ? at : nullptr;
}

// Removes [start, end) from whatever covers it; a mapping that spans it leaves
// its two ends.
void AddressSpace::cut_out(std::uint64_t start, std::uint64_t end)
{
    std::size_t b = block_of(start);
    while (b < blocks_.size() && firsts_[b] < end) {
        Block &block = blocks_[b];
        auto first = std::upper_bound(block.begin(), block.end(), start, starts_after);
        if (first != block.begin() && (first - 1)->end > start) --first;
        auto last = first;
        while (last != block.end() && last->start < end) ++last;
        if (first != last) {
            Mapping left = *first, right = *(last - 1);
            bool keep_left = left.start < start, keep_right = right.end > end;
            left.end = start;
            right.start = end;
            size_ -= static_cast<std::size_t>(last - first);
            auto at = block.erase(first, last);
            if (keep_right) at = block.insert(at, right), ++size_;
            if (keep_left) block.insert(at, left), ++size_;
        }
        if (block.empty()) {
            blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(b));
            firsts_.erase(firsts_.begin() + static_cast<std::ptrdiff_t>(b));
            continue;
        }
        firsts_[b] = block.front().start;
        ++b;
    }
}

void AddressSpace::insert_free(const Mapping &mapping)
{
    ++size_;
    if (blocks_.empty()) {
        blocks_.push_back({mapping});
        firsts_.push_back(mapping.start);
        return;
    }
    std::size_t b = block_of(mapping.start);
    Block &block = blocks_[b];
    block.insert(std::upper_bound(block.begin(), block.end(), mapping.start, starts_after), mapping);
    firsts_[b] = block.front().start;
    if (block.size() <= block_limit) return;
    // Mappings mostly come in rising order; leave little room behind.
    auto middle = block.begin() + static_cast<std::ptrdiff_t>(block.size() / 4 * 3);
    Block upper(middle, block.end());
    block.erase(middle, block.end());
    firsts_.insert(firsts_.begin() + static_cast<std::ptrdiff_t>(b) + 1, upper.front().start);
    blocks_.insert(blocks_.begin() + static_cast<std::ptrdiff_t>(b) + 1, std::move(upper));
}

void AddressSpace::insert(const Mapping &mapping)
{
    if (mapping.start >= mapping.end) return;
    if (!blocks_.empty()) cut_out(mapping.start, mapping.end);
    insert_free(mapping);
}

}  // namespace spile::inject
