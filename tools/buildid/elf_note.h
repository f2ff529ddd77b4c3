// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "buildid/build_id.h"

namespace spile::buildid {

// Random access to the bytes of an ELF image: a file, or memory.
class Image {
public:
    virtual ~Image() = default;
    // The bytes [offset, offset + size), or fewer at the end of the image. Valid
    // until the next call. `size` is at most max_view.
    virtual std::span<const std::uint8_t> view(std::uint64_t offset, std::size_t size) = 0;
    static constexpr std::size_t max_view = 64 * 1024;
};

class MemoryImage final : public Image {
public:
    explicit MemoryImage(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
    std::span<const std::uint8_t> view(std::uint64_t offset, std::size_t size) override;

private:
    std::span<const std::uint8_t> bytes_;
};

// A regular file. One read of its first page answers for most executables.
class FileImage final : public Image {
public:
    explicit FileImage(int fd) : fd_(fd) {}
    std::span<const std::uint8_t> view(std::uint64_t offset, std::size_t size) override;

private:
    int fd_;
    std::uint64_t at_ = 0;
    std::size_t have_ = 0;
    alignas(8) std::uint8_t buffer_[max_view];
};

// The build-id of an ELF image: the GNU note of type 3, looked for in the note
// segments, then (modules have none) in the note sections. Any class (32 or 64
// bits) and byte order. An image that is no ELF, or has no such note, or
// contradicts itself, gives an empty id; never an error, since the image may be
// anything at all. Work is bounded by limits on the counts, not by the image.
// Source: elf(5); gABI chapter on notes.
[[nodiscard]] BuildId read_elf_note(Image &image);

// The same, in a bare sequence of notes (/sys/kernel/notes and the like) in
// this machine's byte order.
[[nodiscard]] BuildId find_in_notes(std::span<const std::uint8_t> notes, bool swapped, std::size_t align = 4);

}  // namespace spile::buildid
