/// Ranges of addresses with a value each, added one by one: a later range replaces the parts of others that
/// it covers. For ranges that are all known at once see code_pieces.h.
#pragma once

#include <absl/container/btree_map.h>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace candela {

/// The maximum number of functions that are kept of one file that a program writes about its generated code.
inline constexpr std::size_t maximumGeneratedFunctions = 4'000'000;

class CodeRanges {
public:
    /// An empty range is ignored. O(log n) for each range that it covers.
    void add(std::uint64_t begin, std::uint64_t end, std::uint32_t value);
    std::optional<std::uint32_t> find(std::uint64_t address) const;
    /// The memory that this object holds, estimated.
    std::size_t byteSize() const { return m_ranges.size() * 2 * (sizeof(std::uint64_t) + sizeof(Range)); }

private:
    struct Range {
        std::uint64_t end = 0; // exclusive
        std::uint32_t value = 0;
    };

    absl::btree_map<std::uint64_t, Range> m_ranges; // key: the begin; ranges never overlap
};

} // namespace candela
