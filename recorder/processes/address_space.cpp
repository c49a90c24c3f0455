#include "recorder/processes/address_space.h"

#include <algorithm>

namespace candela {

namespace {

std::uint64_t nextIdentity() {
    static std::uint64_t last = 0; // the recorder has one thread
    return ++last;
}

} // namespace

AddressSpace::AddressSpace() : m_identity(nextIdentity()) {}

AddressSpace::AddressSpace(const AddressSpace& other)
    : m_ranges(other.m_ranges), m_identity(nextIdentity()) {}

void AddressSpace::insert(const MappedRange& range) {
    if (range.start >= range.end) return;
    const auto startsBefore = [](const MappedRange& left, std::uint64_t address) {
        return left.end <= address;
    };
    auto first = std::lower_bound(m_ranges.begin(), m_ranges.end(), range.start, startsBefore);
    auto last = first;
    std::vector<MappedRange> pieces;
    for (; last != m_ranges.end() && last->start < range.end; ++last) {
        if (last->start < range.start) {
            pieces.push_back(*last);
            pieces.back().end = range.start;
        }
        if (last->end > range.end) {
            pieces.push_back(*last);
            pieces.back().start = range.end;
            pieces.back().fileOffset += range.end - last->start;
        }
    }
    const auto position = std::lower_bound(pieces.begin(), pieces.end(), range.start, startsBefore);
    pieces.insert(position, range);
    m_identity = nextIdentity();
    // If the number of ranges stays the same, they are replaced without moving the others: some programs map
    // at one address again and again.
    if (static_cast<std::size_t>(last - first) == pieces.size()) {
        std::ranges::copy(pieces, first);
        return;
    }
    first = m_ranges.erase(first, last);
    if (m_ranges.size() + pieces.size() <= maximumRanges)
        m_ranges.insert(first, pieces.begin(), pieces.end());
}

const MappedRange* AddressSpace::find(std::uint64_t address) const {
    auto after =
        std::upper_bound(m_ranges.begin(), m_ranges.end(), address,
                         [](std::uint64_t value, const MappedRange& range) { return value < range.start; });
    if (after == m_ranges.begin()) return nullptr;
    --after;
    return address < after->end ? &*after : nullptr;
}

} // namespace candela
