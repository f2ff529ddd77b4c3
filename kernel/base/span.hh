// SPDX-License-Identifier: GPL-2.0
// Span<T>: a borrowed array. Text: a borrowed string, not NUL-terminated.
#pragma once

#include "types.hh"

namespace spile {

template <typename T> class Span {
  public:
    constexpr Span() = default;
    constexpr Span(T *data, usize size) : data_(data), size_(size) {}
    template <usize N> constexpr Span(T (&array)[N]) : data_(array), size_(N) {}

    constexpr T *data() const { return data_; }
    constexpr usize size() const { return size_; }
    constexpr bool empty() const { return size_ == 0; }
    constexpr T &operator[](usize i) const { return data_[i]; }
    constexpr T *begin() const { return data_; }
    constexpr T *end() const { return data_ + size_; }
    constexpr Span<const T> as_const() const { return {data_, size_}; }

  private:
    T *data_ = nullptr;
    usize size_ = 0;
};

class Text {
  public:
    enum : usize { npos = ~usize{0} };

    constexpr Text() = default;
    constexpr Text(const char *data, usize size) : data_(data), size_(size) {}
    constexpr Text(const char *c_string) : data_(c_string), size_(length_of(c_string)) {}

    constexpr const char *data() const { return data_; }
    constexpr usize size() const { return size_; }
    constexpr bool empty() const { return size_ == 0; }
    constexpr char operator[](usize i) const { return data_[i]; }
    constexpr const char *begin() const { return data_; }
    constexpr const char *end() const { return data_ + size_; }

    constexpr Text from(usize start) const
    {
        return start < size_ ? Text(data_ + start, size_ - start) : Text(data_ + size_, 0);
    }
    constexpr Text first(usize count) const { return {data_, count < size_ ? count : size_}; }

    constexpr bool starts_with(Text head) const
    {
        return size_ >= head.size_ && first(head.size_) == head;
    }
    constexpr bool ends_with(Text tail) const
    {
        return size_ >= tail.size_ && from(size_ - tail.size_) == tail;
    }
    constexpr usize find(char c) const
    {
        for (usize i = 0; i < size_; ++i)
            if (data_[i] == c)
                return i;
        return npos;
    }
    constexpr usize find(Text needle) const
    {
        for (usize i = 0; i + needle.size_ <= size_; ++i)
            if (from(i).first(needle.size_) == needle)
                return i;
        return npos;
    }
    constexpr bool operator==(Text other) const
    {
        if (size_ != other.size_)
            return false;
        for (usize i = 0; i < size_; ++i)
            if (data_[i] != other.data_[i])
                return false;
        return true;
    }

    // White space as isspace() has it.
    static constexpr bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
    constexpr Text trimmed() const
    {
        usize start = 0, stop = size_;
        while (start < stop && is_space(data_[start]))
            ++start;
        while (stop > start && is_space(data_[stop - 1]))
            --stop;
        return {data_ + start, stop - start};
    }

  private:
    static constexpr usize length_of(const char *s)
    {
        usize n = 0;
        while (s[n])
            ++n;
        return n;
    }
    const char *data_ = "";
    usize size_ = 0;
};

} // namespace spile
