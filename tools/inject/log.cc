// SPDX-License-Identifier: GPL-2.0
#include "inject/log.h"

#include <unistd.h>

#include "perfdata/printable.h"

namespace spile::inject {

void Log::line(const std::string &text)
{
    std::string whole = "spile inject: " + perfdata::printable(text) + "\n";
    // Messages must not fail the work: a full or closed stderr is ignored.
    [[maybe_unused]] ssize_t done = ::write(STDERR_FILENO, whole.data(), whole.size());
}

void Log::warn(const std::string &text)
{
    line(input_ + ": " + text);
}

void Log::detail(const std::string &text)
{
    if (verbosity_ > 0) line(text);
}

void Log::unreadable(const std::string &name, const std::string &why)
{
    ++unreadable_;
    if (unreadable_ == 1 || verbosity_ > 0) line("no build-id for " + name + ": " + why);
}

void Log::summary()
{
    if (unreadable_ > 1 && verbosity_ == 0)
        line("no build-id for " + std::to_string(unreadable_ - 1) + " more (-v names them)");
}

}  // namespace spile::inject
