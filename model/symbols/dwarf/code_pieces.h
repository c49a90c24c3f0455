/// Converts overlapping ranges of addresses into disjoint pieces, so that a binary search finds the topmost
/// one.
#pragma once

#include "model/symbols/names/address_range.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace candela {

/// A range of addresses. Where ranges overlap, the one with the largest value is on top.
struct CodeRange {
    std::uint64_t begin = 0;
    std::uint64_t end = 0; ///< exclusive
    std::uint32_t value = 0;
};

class CodePieces {
public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    CodePieces() = default;
    /// O(n log n); empty ranges are ignored. At most two pieces for each range.
    explicit CodePieces(std::vector<CodeRange> ranges);

    /// The value on top at an address, or none.
    std::uint32_t find(std::uint64_t address) const;
    /// Appends the addresses within a range at which another piece begins, in ascending order.
    void addBoundaries(AddressRange range, std::vector<std::uint64_t>& boundaries) const;
    std::size_t size() const { return m_pieces.size(); }
    std::size_t byteSize() const { return m_pieces.capacity() * sizeof(Piece); }

private:
    struct Piece {
        std::uint64_t begin; // a piece ends where the next one begins
        std::uint32_t value;
    };

    std::vector<Piece> m_pieces;
};

} // namespace candela
