// SPDX-License-Identifier: GPL-2.0
// In-place heap sort: no recursion, no allocation, O(n log n) always.
#pragma once

#include "types.hh"

namespace spile {

template <typename T, typename Less> void sort(T *data, usize size, Less less)
{
    auto sift = [&](usize root, usize stop) {
        for (;;) {
            usize child = 2 * root + 1;
            if (child >= stop)
                return;
            if (child + 1 < stop && less(data[child], data[child + 1]))
                ++child;
            if (!less(data[root], data[child]))
                return;
            swap(data[root], data[child]);
            root = child;
        }
    };
    for (usize root = size / 2; root-- > 0;)
        sift(root, size);
    for (usize stop = size; stop > 1; --stop) {
        swap(data[0], data[stop - 1]);
        sift(0, stop - 1);
    }
}

// First index whose element is not less than `value`; `data` is sorted.
template <typename T, typename U> usize lower_bound(const T *data, usize size, const U &value)
{
    usize low = 0, high = size;
    while (low < high) {
        usize mid = low + (high - low) / 2;
        if (data[mid] < value)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

} // namespace spile
