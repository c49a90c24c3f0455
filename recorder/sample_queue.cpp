#include "recorder/sample_queue.h"

#include <algorithm>

namespace candela {

void SampleQueue::push(const sample_event& event, std::span<const std::uint64_t> frames) {
    m_entries.push_back({event, m_frames.size(), frames.size()});
    m_frames.insert(m_frames.end(), frames.begin(), frames.end());
}

void SampleQueue::sortByTime() {
    std::stable_sort(m_entries.begin(), m_entries.end(), [](const Entry& left, const Entry& right) {
        return left.event.time < right.event.time;
    });
}

void SampleQueue::clear() {
    constexpr std::size_t usualFrames = 1 << 18;
    m_entries.clear();
    m_frames.clear();
    if (m_frames.capacity() > usualFrames) m_frames.shrink_to_fit();
}

} // namespace candela
