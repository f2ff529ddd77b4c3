// SPDX-License-Identifier: GPL-2.0
// Result<T>: a value or the reason why there is none. No exceptions exist in
// the module; an error travels up by TRY and becomes -errno in entry/.
#pragma once

#include "types.hh"

namespace spile {

// The values are Linux's errno numbers, so that entry/ needs no table.
enum class Errno : int {
    not_permitted = 1,
    not_found = 2,
    interrupted = 4,
    io = 5,
    too_big = 7,
    bad_file = 9,
    again = 11,
    no_memory = 12,
    bad_address = 14,
    busy = 16,
    exists = 17,
    no_device = 19,
    invalid = 22,
    no_command = 25,
    no_space = 28,
    range = 34,
    not_supported = 95,
};

struct Ok {};

template <typename T> class [[nodiscard]] Result {
  public:
    Result(Errno error) : error_(error) {}
    Result(T &&value) : error_{} { new (storage_, Place{}) T(spile::move(value)); }
    Result(const T &value)
        requires requires(const T &t) { T(t); }
        : error_{}
    {
        new (storage_, Place{}) T(value);
    }
    Result(Result &&other) : error_(other.error_)
    {
        if (other.ok())
            new (storage_, Place{}) T(spile::move(other.value()));
    }
    Result &operator=(Result &&) = delete;
    ~Result()
    {
        if (ok())
            value().~T();
    }

    bool ok() const { return error_ == Errno{}; }
    explicit operator bool() const { return ok(); }
    Errno error() const { return error_; }
    T &value() { return *reinterpret_cast<T *>(storage_); }
    const T &value() const { return *reinterpret_cast<const T *>(storage_); }
    T &&take() { return spile::move(value()); }

  private:
    Errno error_;
    alignas(T) unsigned char storage_[sizeof(T)];
};

template <> class [[nodiscard]] Result<void> {
  public:
    Result() : error_{} {}
    Result(Ok) : error_{} {}
    Result(Errno error) : error_(error) {}

    bool ok() const { return error_ == Errno{}; }
    explicit operator bool() const { return ok(); }
    Errno error() const { return error_; }
    Ok take() { return {}; }

  private:
    Errno error_;
};

// A C function's return (0 or -errno) as a Result.
inline Result<void> from_c(int rc)
{
    return rc < 0 ? Result<void>(static_cast<Errno>(-rc)) : Result<void>();
}

} // namespace spile

// Value of `expr`, or leave the function with its error.
#define TRY(expr)                                                                                  \
    ({                                                                                             \
        auto try_result_ = (expr);                                                                 \
        if (!try_result_.ok())                                                                     \
            return try_result_.error();                                                            \
        try_result_.take();                                                                        \
    })
