/// Columns that may have hundreds of megabytes. The kernel is asked to use large pages for them, because
/// getting small pages takes longer than filling them.
#pragma once

#include <cstddef>
#include <vector>

namespace candela {

/// Asks for large pages; pages stay small if the kernel has no large ones.
void preferLargePages(void* begin, std::size_t bytes);

/// Large pages have no benefit for smaller columns.
inline constexpr std::size_t minimumLongColumn = 4u << 20; // bytes

/// Reserves space for this many values in total.
template<typename T>
void reserveLong(std::vector<T>& column, std::size_t capacity) {
    if (capacity <= column.capacity()) return;
    if (capacity * sizeof(T) < minimumLongColumn) return column.reserve(capacity);
    std::vector<T> grown;
    grown.reserve(capacity);
    preferLargePages(grown.data(), capacity * sizeof(T)); // called before the memory is written to
    grown.assign(column.begin(), column.end());
    column.swap(grown);
}

/// Reserves space for more values, with enough spare space that adding one by one copies each value once on
/// average.
template<typename T>
void growLong(std::vector<T>& column, std::size_t count) {
    const auto needed = column.size() + count;
    if (needed > column.capacity())
        reserveLong(column, needed > 2 * column.size() ? needed : 2 * column.size());
}

template<typename T>
std::vector<T> longColumn(std::size_t size, T value = T()) {
    std::vector<T> column;
    reserveLong(column, size);
    column.resize(size, value);
    return column;
}

} // namespace candela
