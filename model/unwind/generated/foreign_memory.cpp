#include "model/unwind/generated/foreign_memory.h"

#include <algorithm>
#include <limits>

namespace candela {

const ForeignMemory::Page* ForeignMemory::page(std::uint64_t number) {
    if (const auto known = m_pages.find(number); known != m_pages.end()) return known->second.get();
    if (m_pages.size() >= keptPages) m_pages.clear();
    auto page = std::make_unique<Page>();
    if (!readOnce(number * pageBytes, *page)) page.reset();
    return m_pages.emplace(number, std::move(page)).first->second.get();
}

bool ForeignMemory::read(std::uint64_t address, std::span<std::byte> bytes) {
    if (bytes.size() > std::numeric_limits<std::uint64_t>::max() - address || m_reads >= maximumReads)
        return false;
    ++m_reads;
    while (!bytes.empty()) {
        const auto* known = page(address / pageBytes);
        if (!known) return false;
        const auto offset = address % pageBytes;
        const auto count = std::min<std::size_t>(bytes.size(), pageBytes - offset);
        std::copy_n(known->begin() + static_cast<std::ptrdiff_t>(offset), count, bytes.begin());
        bytes = bytes.subspan(count);
        address += count;
    }
    return true;
}

bool ForeignMemory::readOnce(std::uint64_t address, std::span<std::byte> bytes) {
    if (bytes.size() > budget - std::min(budget, m_fetched)) {
        m_fetched = budget; // uses the budget up, so that a caller that keeps reading notices
        return false;
    }
    m_fetched += bytes.size();
    return fetch(address, bytes) == bytes.size();
}

std::optional<std::string> ForeignMemory::readText(std::uint64_t address, std::size_t maximumSize) {
    std::string text;
    while (text.size() < maximumSize) {
        const auto* known = page(address / pageBytes);
        if (!known) return std::nullopt;
        for (auto offset = address % pageBytes; offset < pageBytes; ++offset) {
            const auto letter = static_cast<char>((*known)[offset]);
            if (letter == 0) return text;
            if (text.size() >= maximumSize) return std::nullopt;
            text += letter;
        }
        address += pageBytes - address % pageBytes;
    }
    return std::nullopt;
}

void ForeignMemory::forget() {
    m_pages.clear();
    m_fetched = 0;
    m_reads = 0;
}

} // namespace candela
