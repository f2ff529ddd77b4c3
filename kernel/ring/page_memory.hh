// SPDX-License-Identifier: GPL-2.0
// PageMemory: memory of one sub-buffer that is in no ring, owned.
#pragma once

#include "base/result.hh"
#include "glue/pages.h"
#include "uapi/spile/page.h"

namespace spile {

class PageMemory {
  public:
    PageMemory() = default;
    PageMemory(spile_page *page, u32 order) : page_(page), order_(order) {}
    // Zeroed. Errors: no_memory.
    static Result<PageMemory> create(u32 order, unsigned cpu)
    {
        auto *page = static_cast<spile_page *>(spile_pages_alloc(order, cpu));
        if (!page)
            return Errno::no_memory;
        return PageMemory(page, order);
    }
    PageMemory(PageMemory &&other) : page_(other.page_), order_(other.order_)
    {
        other.page_ = nullptr;
    }
    PageMemory &operator=(PageMemory &&other)
    {
        swap(page_, other.page_);
        swap(order_, other.order_);
        return *this;
    }
    ~PageMemory()
    {
        if (page_)
            spile_pages_free(page_, order_);
    }

    explicit operator bool() const { return page_; }
    spile_page *get() const { return page_; }
    u32 order() const { return order_; }
    u32 bytes() const { return 4096u << order_; }
    spile_page *release()
    {
        spile_page *page = page_;
        page_ = nullptr;
        return page;
    }
    // Another of the same size takes its place.
    spile_page *exchange(spile_page *other)
    {
        swap(page_, other);
        return other;
    }

  private:
    spile_page *page_ = nullptr;
    u32 order_ = 0;
};

} // namespace spile
