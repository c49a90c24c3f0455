/// Samples that were taken out of the rings of all processors, to be gone through in the order of time.
#pragma once

#include "bpf/events.h"

#include <cstdint>
#include <span>
#include <vector>

namespace candela {

/// Valid until the queue changes.
struct QueuedSample {
    const sample_event& event;
    std::span<const std::uint64_t> frames;
};

class SampleQueue {
public:
    void push(const sample_event& event, std::span<const std::uint64_t> frames);
    void sortByTime();
    void clear();

    std::size_t size() const { return m_entries.size(); }
    QueuedSample operator[](std::size_t row) const {
        const auto& entry = m_entries[row];
        return {entry.event, std::span(m_frames).subspan(entry.firstFrame, entry.frameCount)};
    }

private:
    struct Entry {
        sample_event event;
        std::size_t firstFrame;
        std::size_t frameCount;
    };
    std::vector<Entry> m_entries;
    std::vector<std::uint64_t> m_frames;
};

} // namespace candela
