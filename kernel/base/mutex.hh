// SPDX-License-Identifier: GPL-2.0
// A sleeping lock and its guard. Task context only.
#pragma once

#include "glue/lock.h"
#include "types.hh"

namespace spile {

class Mutex {
  public:
    // `name`: a literal, for the lock checker (glue/lock.h).
    explicit Mutex(const char *name) { spile_mutex_init(&raw_, name); }
    ~Mutex() { spile_mutex_destroy(&raw_); }
    Mutex(const Mutex &) = delete;
    Mutex &operator=(const Mutex &) = delete;
    void lock() { spile_mutex_lock(&raw_); }
    void unlock() { spile_mutex_unlock(&raw_); }

  private:
    spile_mutex raw_;
};

class [[nodiscard]] Locked {
  public:
    explicit Locked(Mutex &mutex) : mutex_(mutex) { mutex_.lock(); }
    ~Locked() { mutex_.unlock(); }
    Locked(const Locked &) = delete;
    Locked &operator=(const Locked &) = delete;

  private:
    Mutex &mutex_;
};

} // namespace spile
