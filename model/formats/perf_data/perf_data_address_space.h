/// The mappings of one process (or of the kernel), at the time of the records applied so far.
#pragma once

#include "model/base/index.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace candela {

using PerfModuleIndex = Index<struct PerfModuleTag>;

struct PerfArea {
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::uint64_t fileOffset = 0;
    PerfModuleIndex module;

    bool holds(std::uint64_t address) const { return address >= start && address < end; }
};

class PerfAddressSpace {
public:
    /// Inserts an area; mappings that it covers are removed.
    void insert(const PerfArea& area);
    std::size_t size() const { return m_areas.size(); }
    /// The area at an address; null if nothing is mapped there.
    const PerfArea* find(std::uint64_t address) const;

private:
    std::vector<PerfArea> m_areas; // sorted by start; areas do not overlap
};

/// A child shares the address space of its parent until either of them maps something.
using SharedPerfAddressSpace = std::shared_ptr<PerfAddressSpace>;

} // namespace candela
