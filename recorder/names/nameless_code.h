/// Addresses in one process's generated code that had no name when they were asked for. A just-in-time
/// compiler may write a name down late, many when the process ends.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace candela {

class NamelessCode {
public:
    /// Further ones are not asked for again.
    static constexpr std::size_t maximumAddresses = 20'000;

    /// `segment` is the number of the segment that holds it.
    void add(std::uint64_t address, std::uint64_t segment) {
        if (m_segments.size() < maximumAddresses) m_segments.try_emplace(address, segment);
    }
    /// It has a name now. `firstWaiting` is the number of the first segment that was not sent yet: where an
    /// earlier one holds the address, the name is late, and true is returned.
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
    /// Those whose names came after a segment that holds them was sent; each is given once.
    std::vector<std::uint64_t> takeLate() { return std::exchange(m_late, {}); }

private:
    absl::flat_hash_map<std::uint64_t, std::uint64_t> m_segments; // by address
    std::vector<std::uint64_t> m_late;
};

} // namespace candela
