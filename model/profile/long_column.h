/// Columns that may have hundreds of megabytes. The kernel is asked to give their memory in large pages: one
/// by one, small ones take longer to get than to fill.
#pragma once

#include <cstddef>
#include <vector>

namespace candela {

/// Where the kernel has none to give, pages stay small.
void preferLargePages(void* begin, std::size_t bytes);

/// Below that, large pages gain nothing.
inline constexpr std::size_t minimumLongColumn = 4u << 20; // bytes

/// Room for as many values in all.
template<typename T>
void reserveLong(std::vector<T>& column, std::size_t capacity) {
    if (capacity <= column.capacity()) return;
    if (capacity * sizeof(T) < minimumLongColumn) return column.reserve(capacity);
    std::vector<T> grown;
    grown.reserve(capacity);
    preferLargePages(grown.data(), capacity * sizeof(T)); // before it is written to
    grown.assign(column.begin(), column.end());
    column.swap(grown);
}

/// Room for more values, so much that adding them one by one copies each value once in all.
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
