// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>

namespace spile::perfdata {

// What went wrong with a recording. The command line turns it into an exit code.
enum class Fault {
    not_perf_data,  // the bytes are not a recording at all
    truncated,      // it ends inside a record or section; what came before is good
    damaged,        // a field contradicts the format; what came before is good
    unsupported,    // a recording, but of a kind that is not handled
    io,             // the operating system refused
};

// An error in a recording: `what()` says what, where and what was expected.
class Error : public std::runtime_error {
public:
    Error(Fault fault, const std::string &message) : std::runtime_error(message), fault_(fault) {}
    [[nodiscard]] Fault fault() const noexcept { return fault_; }

private:
    Fault fault_;
};

}  // namespace spile::perfdata
