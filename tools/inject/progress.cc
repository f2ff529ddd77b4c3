// SPDX-License-Identifier: GPL-2.0
#include "inject/progress.h"

#include <fmt/format.h>
#include <string>
#include <unistd.h>

namespace spile::inject {

using namespace std::chrono_literals;

static void write_text(const std::string &text)
{
    [[maybe_unused]] ssize_t done = ::write(STDERR_FILENO, text.data(), text.size());
}

Progress::Progress(std::uint64_t total_bytes)
    : shown_(::isatty(STDERR_FILENO) != 0), total_bytes_(total_bytes), start_(Clock::now()), next_(start_ + 500ms)
{
}

Progress::~Progress()
{
    if (drawn_) write_text("\r\033[K");
}

void Progress::tick(std::uint64_t events, std::uint64_t bytes)
{
    auto now = Clock::now();
    if (now < next_) return;
    next_ = now + 200ms;
    drawn_ = true;
    double seconds = std::chrono::duration<double>(now - start_).count();
    double rate = static_cast<double>(bytes) / seconds;
    std::string text = fmt::format("\r\033[Kspile inject: {} events, {:.0f} MB/s", events, rate / 1e6);
    if (total_bytes_ > bytes && rate > 0) {
        auto left = static_cast<std::uint64_t>(static_cast<double>(total_bytes_ - bytes) / rate + 0.5);
        text += fmt::format(", {:.0f} %, ETA {}:{:02}", 100.0 * static_cast<double>(bytes) / static_cast<double>(total_bytes_),
                            left / 60, left % 60);
    }
    write_text(text);
}

}  // namespace spile::inject
