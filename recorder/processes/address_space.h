/// The executable ranges of one process at one moment. Never changes while it is shared: a fork shares its
/// parent's, and a new mapping makes a copy if a waiting sample or another process shares the old one. Ranges
/// are sorted and never overlap.
#pragma once

#include "model/base/index.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace candela {

/// A file (or other source of code) that some process has mapped: a row of ModuleTable.
using ModuleNumber = Index<struct ModuleNumberTag>;

struct MappedRange {
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::uint64_t fileOffset = 0; ///< file offset of `start`
    ModuleNumber module;
};

class AddressSpace {
public:
    /// The maximum number of ranges of a process; further ranges are left out.
    static constexpr std::size_t maximumRanges = 20'000;

    AddressSpace();
    AddressSpace(const AddressSpace& other);
    AddressSpace& operator=(const AddressSpace&) = delete;

    /// Inserts a range; it replaces the parts of older ranges that it covers, as mmap() does.
    void insert(const MappedRange& range);
    /// The range around an absolute address; null if there is none.
    const MappedRange* find(std::uint64_t address) const;

    const std::vector<MappedRange>& ranges() const { return m_ranges; }
    /// A number that is unique among all address spaces that ever existed in this program; insert() changes
    /// it.
    std::uint64_t identity() const { return m_identity; }

private:
    std::vector<MappedRange> m_ranges;
    std::uint64_t m_identity;
};

using SharedAddressSpace = std::shared_ptr<AddressSpace>;

} // namespace candela
