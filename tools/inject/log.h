// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstdint>
#include <string>

namespace spile::inject {

// Messages on standard error. A kind of warning that may repeat is told once,
// and each time only with -v.
class Log {
public:
    Log(std::string input, int verbosity) : input_(std::move(input)), verbosity_(verbosity) {}

    [[nodiscard]] int verbosity() const noexcept { return verbosity_; }
    // About the input as a whole.
    void warn(const std::string &text);
    // Only with -v.
    void detail(const std::string &text);
    // An object whose id cannot be read; warned of once.
    void unreadable(const std::string &name, const std::string &why);
    // Tells how many unreadable ones were not named. Call at the end.
    void summary();

private:
    void line(const std::string &text);

    std::string input_;
    int verbosity_;
    std::uint64_t unreadable_ = 0;
};

}  // namespace spile::inject
