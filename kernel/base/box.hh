// SPDX-License-Identifier: GPL-2.0
// Box<T>: owns one heap object. Creation may fail and says so.
#pragma once

#include "glue/memory.h"
#include "result.hh"

namespace spile {

template <typename T> class Box {
  public:
    constexpr Box() = default;
    explicit Box(T *object) : object_(object) {}
    Box(Box &&other) : object_(other.release()) {}
    template <typename U>
        requires requires(U *u) { static_cast<T *>(u); }
    Box(Box<U> &&other) : object_(other.release())
    {
    }
    Box &operator=(Box &&other)
    {
        if (this != &other)
            reset(other.release());
        return *this;
    }
    ~Box() { reset(); }

    T *get() const { return object_; }
    T *operator->() const { return object_; }
    T &operator*() const { return *object_; }
    explicit operator bool() const { return object_ != nullptr; }
    T *release()
    {
        T *object = object_;
        object_ = nullptr;
        return object;
    }
    void reset(T *object = nullptr)
    {
        T *old = object_;
        object_ = object;
        if (old) {
            old->~T(); // virtual where T is a base: the storage starts at the object itself
            spile_free(old);
        }
    }

  private:
    T *object_ = nullptr;
};

// Errors: no_memory.
template <typename T, typename... Args> Result<Box<T>> make_box(Args &&...args)
{
    void *memory = spile_alloc(sizeof(T));
    if (!memory)
        return Errno::no_memory;
    return Box<T>(new (memory, Place{}) T(spile::forward<Args>(args)...));
}

} // namespace spile
