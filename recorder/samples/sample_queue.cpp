#include "recorder/samples/sample_queue.h"

#include <algorithm>

namespace candela {

void SampleQueue::push(const SampleRecord& sample) {
    const auto& [event, labels, frames, unfinished] = sample;
    m_entries.push_back({event, m_labels.size(), m_frames.size(), frames.size(), m_unfinished.size()});
    m_labels.insert(m_labels.end(), labels.begin(), labels.end());
    if (m_unfinished.size() + unfinished.size() <= maximumUnfinished)
        m_unfinished.insert(m_unfinished.end(), unfinished.begin(), unfinished.end());
    else
        m_entries.back().event.unfinished_bytes = 0;
    m_frames.insert(m_frames.end(), frames.begin(), frames.end());
}

void SampleQueue::sortByTime() {
    std::stable_sort(m_entries.begin(), m_entries.end(), [](const Entry& left, const Entry& right) {
        return left.event.time < right.event.time;
    });
}

void SampleQueue::clear() {
    constexpr std::size_t retainedFrames = 1 << 18;
    constexpr std::size_t retainedUnfinished = 1 << 20;
    m_entries.clear();
    m_labels.clear();
    m_frames.clear();
    if (m_frames.capacity() > retainedFrames) m_frames.shrink_to_fit();
    m_unfinished.clear();
    if (m_unfinished.capacity() > retainedUnfinished) m_unfinished.shrink_to_fit();
}

} // namespace candela
