/// The global operator new of programs that limit what their MemoryScopes take: it reserves memory before it
/// allocates. Not part of any library, so that each program chooses; sanitizers have their own operators.
#include "model/base/memory_scope.h"

#include <algorithm>
#include <cstdlib>
#include <new>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define CANDELA_LIMITED_NEW 0
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CANDELA_LIMITED_NEW 0
#endif
#ifndef CANDELA_LIMITED_NEW
#define CANDELA_LIMITED_NEW 1
#endif

#if CANDELA_LIMITED_NEW

// The other forms of new and delete call these.

void* operator new(std::size_t size) {
    candela::takeMemory(size);
    if (void* memory = std::malloc(std::max<std::size_t>(size, 1))) return memory;
    candela::throwOutOfMemory(size);
}

void* operator new(std::size_t size, std::align_val_t alignment) {
    candela::takeMemory(size);
    const auto boundary = static_cast<std::size_t>(alignment);
    const auto rounded = (size + boundary - 1) / boundary * boundary;
    if (void* memory = std::aligned_alloc(boundary, std::max(rounded, boundary))) return memory;
    candela::throwOutOfMemory(size);
}

void operator delete(void* memory) noexcept {
    std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}

#endif
