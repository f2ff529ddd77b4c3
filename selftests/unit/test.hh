// SPDX-License-Identifier: GPL-2.0
//
// What a unit test is written with. One source runs on the host (GoogleTest,
// sanitizers) and in the kernel (KUnit):
//
//   #include "base/glob.hh"        the header under test comes first
//   #include "selftests/unit/test.hh"
//
//   SPILE_TEST(glob, star) { EXPECT(matches("a*", "abc")); }
//   SPILE_TEST(glob, empty) { EXPECT_EQ(parse("").size(), 0); }
//   SPILE_SUITE(glob, star, empty)
//
// and a line SPILE_SUITE_ENTRY(glob) in suites.inc. scripts/check-tests-listed
// sees that none is forgotten.
//
// EXPECT* notes a failure and goes on; ASSERT* returns from the test, so that
// destructors run (KUnit's own assertions end the thread). SKIP(reason) returns
// too. Both can stand only in functions that return void.
#pragma once

#include "selftests/kunit/adapter.h"

namespace spile::test {

// Text of a failure: what fits in a line of the kernel log.
class Message {
  public:
    void put(char c)
    {
        if (length_ + 1 < sizeof(bytes_)) {
            bytes_[length_++] = c;
            bytes_[length_] = '\0';
        }
    }

    void put(const char *s)
    {
        while (*s)
            put(*s++);
    }

    void put_unsigned(unsigned long long value, unsigned base = 10)
    {
        char digits[24];
        int count = 0;
        do {
            digits[count++] = "0123456789abcdef"[value % base];
            value /= base;
        } while (value);
        while (count)
            put(digits[--count]);
    }

    const char *c_str() const { return bytes_; }

  private:
    char bytes_[400] = {};
    unsigned length_ = 0;
};

template <typename T>
concept Enum = __is_enum(T);

template <typename T>
concept Integer = !Enum<T> && requires(T a) { a % a; a << 1; };

template <typename T>
concept Chars = requires(const T &a) { static_cast<const char *>(a.data()); static_cast<unsigned long>(a.size()); };

template <typename T>
constexpr bool is_negative(T value)
{
    if constexpr (T(-1) < T(0))
        return value < 0;
    else
        return false;
}

// Equality as in arithmetic: -1 and 0xffffffff differ, and no warning.
template <typename A, typename B>
constexpr bool equal(const A &a, const B &b)
{
    if constexpr (Integer<A> && Integer<B>)
        return is_negative(a) == is_negative(b) &&
               static_cast<unsigned long long>(a) == static_cast<unsigned long long>(b);
    else
        return static_cast<bool>(a == b);
}

template <typename T>
void show(Message &text, const T &value)
{
    if constexpr (__is_same(T, bool)) {
        text.put(value ? "true" : "false");
    } else if constexpr (Enum<T>) {
        show(text, static_cast<__underlying_type(T)>(value));
    } else if constexpr (Integer<T>) {
        auto magnitude = static_cast<unsigned long long>(value);
        if (is_negative(value)) {
            text.put('-');
            magnitude = 0 - magnitude;
        }
        text.put_unsigned(magnitude);
        if (magnitude > 9) {
            text.put(" (0x");
            text.put_unsigned(static_cast<unsigned long long>(value), 16);
            text.put(')');
        }
    } else if constexpr (Chars<T>) {
        text.put('"');
        for (unsigned long i = 0; i < value.size(); i++)
            text.put(value.data()[i]);
        text.put('"');
    } else if constexpr (requires { static_cast<const char *>(value); }) {
        const char *s = static_cast<const char *>(value);
        if (!s) {
            text.put("null");
            return;
        }
        text.put('"');
        text.put(s);
        text.put('"');
    } else if constexpr (requires { static_cast<const volatile void *>(value); }) {
        text.put("0x");
        text.put_unsigned(reinterpret_cast<unsigned long>(static_cast<const volatile void *>(value)), 16);
    } else {
        text.put("a value without a text form");
    }
}

template <typename A, typename B>
[[gnu::noinline]] void fail_pair(const char *file, int line, const char *what, const A &a, const B &b)
{
    Message text;
    text.put(what);
    text.put(": ");
    show(text, a);
    text.put(" and ");
    show(text, b);
    spile_test_fail(file, line, text.c_str());
}

template <typename A, typename B>
bool check_equal(const char *file, int line, const char *what, const A &a, const B &b)
{
    if (equal(a, b))
        return true;
    fail_pair(file, line, what, a, b);
    return false;
}

template <typename A, typename B>
bool check_unequal(const char *file, int line, const char *what, const A &a, const B &b)
{
    if (!equal(a, b))
        return true;
    fail_pair(file, line, what, a, b);
    return false;
}

inline bool check(const char *file, int line, const char *what, bool good)
{
    if (!good)
        spile_test_fail(file, line, what);
    return good;
}

} // namespace spile::test

#define SPILE_TEST(suite, name) static void spile_test_##suite##_##name()

// The table of a suite; up to 256 tests.
#define SPILE_SUITE(suite, ...)                                                     \
    static constexpr spile_test_case spile_cases_##suite[] = {                  \
        SPILE_EXPAND(SPILE_EACH(suite, __VA_ARGS__)){nullptr, nullptr}};    \
    extern "C" const spile_test_suite spile_suite_##suite;                      \
    constinit const spile_test_suite spile_suite_##suite = {#suite, spile_cases_##suite};

#define SPILE_PARENS ()
#define SPILE_EXPAND(...) SPILE_EXPAND4(SPILE_EXPAND4(SPILE_EXPAND4(SPILE_EXPAND4(__VA_ARGS__))))
#define SPILE_EXPAND4(...) SPILE_EXPAND3(SPILE_EXPAND3(SPILE_EXPAND3(SPILE_EXPAND3(__VA_ARGS__))))
#define SPILE_EXPAND3(...) SPILE_EXPAND2(SPILE_EXPAND2(SPILE_EXPAND2(SPILE_EXPAND2(__VA_ARGS__))))
#define SPILE_EXPAND2(...) SPILE_EXPAND1(SPILE_EXPAND1(SPILE_EXPAND1(SPILE_EXPAND1(__VA_ARGS__))))
#define SPILE_EXPAND1(...) __VA_ARGS__
#define SPILE_EACH(suite, name, ...)                \
    {#name, spile_test_##suite##_##name},       \
    __VA_OPT__(SPILE_EACH_AGAIN SPILE_PARENS(suite, __VA_ARGS__))
#define SPILE_EACH_AGAIN() SPILE_EACH

#define EXPECT(condition) \
    ((void)::spile::test::check(__FILE__, __LINE__, #condition, static_cast<bool>(condition)))
#define EXPECT_EQ(a, b) \
    ((void)::spile::test::check_equal(__FILE__, __LINE__, #a " == " #b, (a), (b)))
#define EXPECT_NE(a, b) \
    ((void)::spile::test::check_unequal(__FILE__, __LINE__, #a " != " #b, (a), (b)))

#define ASSERT(condition)                                                                           \
    do {                                                                                        \
        if (!::spile::test::check(__FILE__, __LINE__, #condition, static_cast<bool>(condition))) \
            return;                                                                     \
    } while (0)
#define ASSERT_EQ(a, b)                                                                       \
    do {                                                                                  \
        if (!::spile::test::check_equal(__FILE__, __LINE__, #a " == " #b, (a), (b))) \
            return;                                                               \
    } while (0)
#define ASSERT_NE(a, b)                                                                         \
    do {                                                                                    \
        if (!::spile::test::check_unequal(__FILE__, __LINE__, #a " != " #b, (a), (b))) \
            return;                                                                 \
    } while (0)

#define SKIP(reason)                                          \
    do {                                                  \
        spile_test_skip(__FILE__, __LINE__, reason);  \
        return;                                       \
    } while (0)
