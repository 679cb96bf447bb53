#include "parse/arena.h"

#include <algorithm>
#include <cstring>

namespace skillstow {
namespace {

constexpr std::size_t k_chunk = 256 * 1024;
constexpr std::size_t k_align = alignof(std::max_align_t);

// Before each block stands its size, since the caller of realloc does not tell it.
constexpr std::size_t k_header = k_align;

}  // namespace

void* Arena::allocate(std::size_t size) {
  const std::size_t needed = k_header + (size + k_align - 1) / k_align * k_align;
  if (chunks_.empty() || chunks_.back().size - chunks_.back().used < needed) {
    const std::size_t chunk_size = std::max(k_chunk, needed);
    chunks_.push_back({std::make_unique_for_overwrite<std::byte[]>(chunk_size), chunk_size, 0});
  }
  Chunk& chunk = chunks_.back();
  std::byte* block = chunk.bytes.get() + chunk.used;
  chunk.used += needed;
  std::memcpy(block, &size, sizeof size);
  std::memset(block + k_header, 0, size);
  return block + k_header;
}

void* Arena::reallocate(void* block, std::size_t size) {
  void* moved = allocate(size);
  if (block) {
    std::size_t old_size = 0;
    std::memcpy(&old_size, static_cast<std::byte*>(block) - k_header, sizeof old_size);
    std::memcpy(moved, block, std::min(old_size, size));
  }
  return moved;
}

void Arena::reset() {
  if (chunks_.size() > 1) chunks_.resize(1);
  if (!chunks_.empty()) chunks_.front().used = 0;
}

}  // namespace skillstow
