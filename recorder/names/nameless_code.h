/// Addresses in one process's generated code that had no name when requested. A just-in-time compiler may
/// write names down late, many of them when the process ends.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace candela {

class NamelessCode {
public:
    /// Addresses beyond this number are not requested again.
    static constexpr std::size_t maximumAddresses = 20'000;

    /// `segment` is the number of the segment that contains the address.
    void add(std::uint64_t address, std::uint64_t segment) {
        if (m_segments.size() < maximumAddresses) m_segments.try_emplace(address, segment);
    }
    /// The address has a name now. `firstWaiting` is the number of the first unsent segment: if an earlier
    /// one contains the address, the name is late, and true is returned.
    bool remove(std::uint64_t address, std::uint64_t firstWaiting) {
        const auto found = m_segments.find(address);
        if (found == m_segments.end()) return false;
        const bool isLate = found->second < firstWaiting;
        if (isLate) m_late.push_back(address);
        m_segments.erase(found);
        return isLate;
    }
    std::vector<std::uint64_t> addresses() const {
        std::vector<std::uint64_t> all;
        for (const auto& [address, segment] : m_segments)
            all.push_back(address);
        return all;
    }
    /// The addresses whose names arrived after a segment with them was sent; each is returned once.
    std::vector<std::uint64_t> takeLate() { return std::exchange(m_late, {}); }

private:
    absl::flat_hash_map<std::uint64_t, std::uint64_t> m_segments; // by address
    std::vector<std::uint64_t> m_late;
};

} // namespace candela
