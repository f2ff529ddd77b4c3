// SPDX-License-Identifier: GPL-2.0
// GivesPages: what an open file does whose content lies in whole pages, besides being
// read: it gives them into pipes and users' memory. glue/fs_pages.h is its user.
#pragma once

#include "glue/fs_pages.h"
#include "ring/page_memory.hh"

namespace spile {

enum class Until : u8 {
    read = SPILE_UNTIL_READ,
    page = SPILE_UNTIL_PAGE,
    filled = SPILE_UNTIL_FILLED,
};

// All but take() may run beside any other call.
class GivesPages {
  public:
    // A page of at most `room` bytes. Errors: again (there is none), invalid (it is
    // larger), no_memory.
    virtual Result<PageMemory> take(usize room) = 0;
    // Nobody need wait; if not, the file's queue of readers is woken when he should look again.
    virtual bool ready(Until until) = 0;
    // Who has waited in vain need not go on.
    virtual bool ended() = 0;

    enum class Wait : u8 { no, yes };
    // An ioctl(2). Errors: no_command; again, with Wait::yes: once more when filled.
    virtual Result<void> command(u32 number, Wait wait) = 0;

    // mmap(2): each of `count` pages of 4096 bytes, from `first` on, to spile_mapping_add().
    virtual Result<void> map(spile_mapping &into, u64 first, u64 count) = 0;
    virtual void map_more() = 0;
    virtual void unmap() = 0;

  protected:
    ~GivesPages() = default;
};

} // namespace spile
