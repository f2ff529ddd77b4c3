// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace spile::perfdata {

// A piece of input, read once and parsed in place. It is aligned to its own
// size, so that a pointer to a record leads back to the chunk that holds it.
class Chunk {
public:
    static constexpr std::size_t bytes = 128 * 1024;  // twice the largest record

    [[nodiscard]] std::uint8_t *data() noexcept { return reinterpret_cast<std::uint8_t *>(this) + header; }
    [[nodiscard]] std::uint8_t *limit() noexcept { return reinterpret_cast<std::uint8_t *>(this) + bytes; }
    [[nodiscard]] static Chunk *of(const std::uint8_t *p) noexcept
    {
        return reinterpret_cast<Chunk *>(reinterpret_cast<std::uintptr_t>(p) & ~(std::uintptr_t{bytes} - 1));
    }

    std::uint32_t refs = 0;  // who still points into it: the stream and each held record

private:
    friend class ChunkPool;
    static constexpr std::size_t header = 64;
    Chunk() = default;
    Chunk *previous_ = nullptr, *next_ = nullptr;  // all chunks of the pool that are out
};

// Hands out chunks and takes them back; keeps a few for reuse, so that a long
// run does not allocate. Frees all of them in the end, those still out included.
class ChunkPool {
public:
    ChunkPool() = default;
    ChunkPool(const ChunkPool &) = delete;
    ChunkPool &operator=(const ChunkPool &) = delete;
    ~ChunkPool();

    // A chunk with one reference. Throws std::bad_alloc.
    [[nodiscard]] Chunk *take();
    void hold(Chunk *chunk) noexcept { ++chunk->refs; }
    void drop(Chunk *chunk) noexcept
    {
        if (--chunk->refs == 0) give_back(chunk);
    }
    // Bytes in chunks that someone still refers to.
    [[nodiscard]] std::size_t bytes_in_use() const noexcept { return in_use_ * Chunk::bytes; }

private:
    void give_back(Chunk *chunk) noexcept;

    static constexpr std::size_t keep = 8;
    Chunk *out_ = nullptr;
    Chunk *free_[keep] = {};
    std::size_t free_count_ = 0;
    std::size_t in_use_ = 0;
};

}  // namespace spile::perfdata
