// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <string>

#include "inject/options.h"
#include "support/recording.h"

namespace spile::test {

// A directory that goes when the test ends.
class TempDir {
public:
    TempDir();
    ~TempDir();
    TempDir(const TempDir &) = delete;
    TempDir &operator=(const TempDir &) = delete;
    [[nodiscard]] std::string path(const std::string &name) const { return path_ + "/" + name; }

private:
    std::string path_;
};

void write_file(const std::string &path, const Bytes &bytes);
[[nodiscard]] Bytes read_file(const std::string &path);

struct Result {
    int code = -1;
    std::string messages;
    Bytes output;
};

// Runs the command in this process, on files.
[[nodiscard]] Result run_inject(const Bytes &input, inject::Options options);
// The same through pipes: output is in pipe mode.
[[nodiscard]] Result run_inject_to_pipe(const Bytes &input, inject::Options options);

// An ELF shared object of 64 bits with only a note segment and this id.
[[nodiscard]] Bytes tiny_elf(const Bytes &id);

}  // namespace spile::test
