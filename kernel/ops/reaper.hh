// SPDX-License-Identifier: GPL-2.0
// Reaper: frees what the hit path may still be reading, after a grace period,
// without making the writer wait for it.
//
// Protocol: the writer unpublishes an object, retires it, and at the end of its
// change calls flush(). A worker takes all that was retired so far, waits until
// no hit that began before can still be running (spile_wait_for_hits), then
// frees. drain() does the same in the caller.
#pragma once

#include "base/list.hh"
#include "base/mutex.hh"

namespace spile {

// A link that an object carries for its own end.
struct Garbage : ListNode {
    void *object = nullptr;
    void (*destroy)(void *object) = nullptr;
};

class Reaper {
  public:
    // Frees all that is left; the worker has nothing to do with it any more.
    ~Reaper();
    // Cannot fail: the object carries its own link.
    void retire(Garbage &garbage, void *object, void (*destroy)(void *object));
    // Frees later, in the background.
    void flush();
    // When it returns, all that was retired before the call is freed, after a
    // grace period; by the worker if that has begun already.
    void drain();
    usize pending() const { return pending_; }

  private:
    Mutex drain_mutex_{"spile reaper drain"}; // held over a grace period; taken before mutex_
    Mutex mutex_{"spile reaper"};
    List<Garbage> retired_;
    usize pending_ = 0;
};

} // namespace spile
