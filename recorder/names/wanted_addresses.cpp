#include "recorder/names/wanted_addresses.h"

#include <algorithm>
#include <utility>

namespace candela {

void WantedAddresses::add(std::uint64_t address, std::uint64_t segment) {
    if (!m_segments.emplace(address, segment).second) return;
    m_share.set(m_segments.size());
    m_queue.push_back(address);
}

std::span<const std::uint64_t> WantedAddresses::ask(std::size_t maximumCount) {
    const auto count = std::min(m_queue.size(), maximumCount);
    const auto end = m_queue.begin() + static_cast<std::ptrdiff_t>(count);
    m_asked.insert(m_asked.end(), m_queue.begin(), end);
    m_queue.erase(m_queue.begin(), end);
    return std::span<const std::uint64_t>(m_asked).last(count);
}

std::optional<std::uint64_t> WantedAddresses::takeAnswer(std::uint64_t address) {
    const auto found = m_segments.find(address);
    if (found == m_segments.end()) return std::nullopt;
    const auto segment = found->second;
    m_segments.erase(found);
    m_share.set(m_segments.size());
    return segment;
}

void WantedAddresses::endAnswers() {
    // Answers arrive in order: addresses that were requested and are still wanted belong to later questions.
    std::erase_if(m_asked, [&](auto address) { return !m_segments.contains(address); });
}

void WantedAddresses::askAgain() {
    m_queue.insert(m_queue.end(), m_asked.begin(), m_asked.end());
    m_asked.clear();
}

void WantedAddresses::clear() {
    m_queue.clear();
    m_asked.clear();
    m_segments.clear();
    m_share.set(0);
}

} // namespace candela
