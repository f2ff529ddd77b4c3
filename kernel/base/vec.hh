// SPDX-License-Identifier: GPL-2.0
// Vec<T>: a growable array whose growth may fail. A failed call leaves it as it was.
#pragma once

#include "glue/memory.h"
#include "result.hh"
#include "span.hh"

namespace spile {

template <typename T> class Vec {
  public:
    constexpr Vec() = default;
    Vec(Vec &&other) : data_(other.data_), size_(other.size_), capacity_(other.capacity_)
    {
        other.data_ = nullptr;
        other.size_ = other.capacity_ = 0;
    }
    Vec &operator=(Vec &&other)
    {
        swap(data_, other.data_);
        swap(size_, other.size_);
        swap(capacity_, other.capacity_);
        return *this;
    }
    Vec(const Vec &) = delete;
    Vec &operator=(const Vec &) = delete;
    ~Vec()
    {
        clear();
        if (data_) // none, most often: no call into the kernel for it
            spile_free(data_);
    }

    usize size() const { return size_; }
    usize capacity() const { return capacity_; }
    bool empty() const { return size_ == 0; }
    T *data() { return data_; }
    const T *data() const { return data_; }
    T &operator[](usize i) { return data_[i]; }
    const T &operator[](usize i) const { return data_[i]; }
    T *begin() { return data_; }
    T *end() { return data_ + size_; }
    const T *begin() const { return data_; }
    const T *end() const { return data_ + size_; }
    T &back() { return data_[size_ - 1]; }
    Span<T> span() { return {data_, size_}; }
    Span<const T> span() const { return {data_, size_}; }

    Result<void> reserve(usize wanted)
    {
        if (wanted <= capacity_)
            return Ok{};
        usize room = capacity_ ? capacity_ : 8;
        while (room < wanted)
            room *= 2;
        return move_to(room);
    }
    Result<void> push(T value)
    {
        TRY(reserve(size_ + 1));
        push_reserved(spile::move(value));
        return Ok{};
    }
    // Cannot fail: the caller has reserved.
    void push_reserved(T value) { new (data_ + size_++, Place{}) T(spile::move(value)); }
    void pop() { data_[--size_].~T(); }
    void truncate(usize size)
    {
        while (size_ > size)
            pop();
    }
    void clear() { truncate(0); }
    // Order is kept.
    void remove_at(usize at)
    {
        for (usize i = at; i + 1 < size_; ++i)
            data_[i] = spile::move(data_[i + 1]);
        pop();
    }
    // Gives back what growth left over; keeps the old storage where that fails.
    void shrink()
    {
        if (size_ != capacity_)
            (void)move_to(size_);
    }

  private:
    Result<void> move_to(usize room)
    {
        T *data = nullptr;
        if (room) {
            usize bytes = 0;
            if (__builtin_mul_overflow(room, sizeof(T), &bytes))
                return Errno::no_memory;
            data = static_cast<T *>(spile_alloc(bytes));
            if (!data)
                return Errno::no_memory;
        }
        for (usize i = 0; i < size_; ++i) {
            new (data + i, Place{}) T(spile::move(data_[i]));
            data_[i].~T();
        }
        spile_free(data_);
        data_ = data;
        capacity_ = room;
        return Ok{};
    }

    T *data_ = nullptr;
    usize size_ = 0;
    usize capacity_ = 0;
};

} // namespace spile
