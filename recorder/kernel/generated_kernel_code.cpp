#include "recorder/kernel/generated_kernel_code.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace candela {

void GeneratedKernelCode::add(std::uint64_t start, std::uint64_t end, std::string name, std::string module,
                              std::int64_t time) {
    if (m_pieces.size() >= m_maximum) makeRoom();
    remove(start, time); // ends an earlier piece whose end was not reported
    m_longest = std::max(m_longest, end - start);
    m_pieces.emplace(start, Piece{end, time, 0, std::move(name), std::move(module), ++m_lastSerial});
}

bool GeneratedKernelCode::remove(std::uint64_t start, std::int64_t time) {
    const auto [first, last] = m_pieces.equal_range(start);
    bool isKnown = false;
    for (auto piece = first; piece != last; ++piece) {
        if (piece->second.until != 0) continue;
        piece->second.until = time;
        isKnown = true;
    }
    return isKnown;
}

const GeneratedKernelCode::Piece* GeneratedKernelCode::find(std::uint64_t address, std::int64_t from,
                                                            std::int64_t until) const {
    const Piece* found = nullptr;
    for (auto piece = m_pieces.upper_bound(address); piece != m_pieces.begin();) {
        --piece;
        if (address - piece->first >= m_longest) break;
        const auto& known = piece->second;
        const bool wasThere = known.from <= until && (known.until == 0 || known.until >= from);
        if (address < known.end && wasThere && (!found || known.serial > found->serial)) found = &known;
    }
    return found;
}

void GeneratedKernelCode::retire(std::int64_t time) {
    std::erase_if(m_pieces,
                  [&](const auto& entry) { return entry.second.until != 0 && entry.second.until < time; });
}

/// Removes a quarter at once: code that was unloaded, then the oldest.
void GeneratedKernelCode::makeRoom() {
    std::vector<std::pair<bool, std::uint64_t>> byUse;
    for (const auto& [start, piece] : m_pieces)
        byUse.emplace_back(piece.until == 0, piece.serial);
    const auto count = static_cast<std::ptrdiff_t>(byUse.size() / 4);
    std::nth_element(byUse.begin(), byUse.begin() + count, byUse.end());
    const auto limit = byUse[static_cast<std::size_t>(count)];
    m_evicted += std::erase_if(m_pieces, [&](const auto& entry) {
        return std::pair(entry.second.until == 0, entry.second.serial) <= limit;
    });
}

} // namespace candela
