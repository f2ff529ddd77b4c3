// SPDX-License-Identifier: GPL-2.0
// What the fuzz targets share. A target is one .cc that defines try_input(); it
// compares the core with a model and says must() of what has to hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "base/span.hh"
#include "selftests/fakes/fakes.hh"

namespace spile::fuzz {

// The bytes of one input, taken off the front; zeroes when they are used up.
class Input {
  public:
    explicit Input(std::string_view bytes) : rest_(bytes) {}

    bool empty() const { return rest_.empty(); }
    uint8_t byte()
    {
        if (rest_.empty())
            return 0;
        uint8_t taken = static_cast<uint8_t>(rest_.front());
        rest_.remove_prefix(1);
        return taken;
    }
    unsigned below(unsigned limit) { return byte() % limit; }
    uint64_t number(unsigned bytes)
    {
        uint64_t value = 0;
        while (bytes-- > 0)
            value = value << 8 | byte();
        return value;
    }
    std::string_view bytes(size_t count)
    {
        std::string_view taken = rest_.substr(0, count);
        rest_.remove_prefix(taken.size());
        return taken;
    }
    // Up to and without `end`, which is taken, too.
    std::string_view until(char end)
    {
        std::string_view taken = rest_.substr(0, rest_.find(end));
        rest_.remove_prefix(taken.size() + (taken.size() < rest_.size()));
        return taken;
    }
    std::string_view rest() { return bytes(rest_.size()); }

  private:
    std::string_view rest_;
};

void try_input(Input &in);

[[noreturn]] void broken(const char *condition, const char *file, int line);

inline Text text_of(std::string_view text) { return {text.data(), text.size()}; }
inline std::string string_of(Text text) { return {text.data(), text.size()}; }

} // namespace spile::fuzz

// Not assert(): it must hold in every build.
#define MUST(condition)                                                                            \
    do {                                                                                           \
        if (!(condition))                                                                          \
            spile::fuzz::broken(#condition, __FILE__, __LINE__);                                   \
    } while (0)
#define MUST_EQUAL(got, expected)                                                                  \
    do {                                                                                           \
        auto got_ = (got);                                                                         \
        decltype(got_) expected_ = (expected);                                                     \
        if (!(got_ == expected_)) {                                                                \
            spile::fuzz::tell(got_, expected_);                                                    \
            spile::fuzz::broken(#got " == " #expected, __FILE__, __LINE__);                        \
        }                                                                                          \
    } while (0)

namespace spile::fuzz {

inline void tell(const std::string &got, const std::string &expected)
{
    std::fprintf(stderr, "got:\n%s\nexpected:\n%s\n", got.c_str(), expected.c_str());
}
inline void tell(long long got, long long expected)
{
    std::fprintf(stderr, "got %lld, expected %lld\n", got, expected);
}

} // namespace spile::fuzz
