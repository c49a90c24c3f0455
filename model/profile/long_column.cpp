#include "model/profile/long_column.h"

#include <cstdint>
#include <sys/mman.h>

namespace candela {

void preferLargePages(void* begin, std::size_t bytes) {
    constexpr std::uintptr_t pageSize =
        4096; // advice is for whole pages; kernels with larger pages refuse it
    const auto address = reinterpret_cast<std::uintptr_t>(begin);
    const auto first = (address + pageSize - 1) / pageSize * pageSize;
    const auto end = (address + bytes) / pageSize * pageSize;
    if (first < end) ::madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
}

} // namespace candela
