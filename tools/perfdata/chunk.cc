// SPDX-License-Identifier: GPL-2.0
#include "perfdata/chunk.h"

#include <cstdlib>
#include <new>

namespace spile::perfdata {

ChunkPool::~ChunkPool()
{
    while (free_count_ > 0) std::free(free_[--free_count_]);
    while (out_ != nullptr) {
        Chunk *next = out_->next_;
        std::free(out_);
        out_ = next;
    }
}

Chunk *ChunkPool::take()
{
    Chunk *chunk;
    if (free_count_ > 0) {
        chunk = free_[--free_count_];
    } else {
        void *memory = std::aligned_alloc(Chunk::bytes, Chunk::bytes);
        if (memory == nullptr) throw std::bad_alloc();
        chunk = new (memory) Chunk;
    }
    chunk->refs = 1;
    chunk->previous_ = nullptr;
    chunk->next_ = out_;
    if (out_ != nullptr) out_->previous_ = chunk;
    out_ = chunk;
    ++in_use_;
    return chunk;
}

void ChunkPool::give_back(Chunk *chunk) noexcept
{
    --in_use_;
    (chunk->previous_ == nullptr ? out_ : chunk->previous_->next_) = chunk->next_;
    if (chunk->next_ != nullptr) chunk->next_->previous_ = chunk->previous_;
    if (free_count_ < keep) free_[free_count_++] = chunk;
    else std::free(chunk);
}

}  // namespace spile::perfdata
