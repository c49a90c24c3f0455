/// Samples that were taken out of the rings of all processors, to be gone through in the order of time.
#pragma once

#include "bpf/events.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace candela {

/// Valid until the queue changes.
struct QueuedSample {
    const sample_event& event;
    std::span<const std::uint64_t> frames;
    std::span<const std::byte> unfinished;
};

class SampleQueue {
public:
    void push(const sample_event& event, std::span<const std::uint64_t> frames,
              std::span<const std::byte> unfinished = {});
    void sortByTime();
    void clear();

    std::size_t size() const { return m_entries.size(); }
    QueuedSample operator[](std::size_t row) const {
        const auto& entry = m_entries[row];
        return {entry.event, std::span(m_frames).subspan(entry.firstFrame, entry.frameCount),
                std::span(m_unfinished).subspan(entry.firstByte, entry.event.unfinished_bytes)};
    }

private:
    struct Entry {
        sample_event event;
        std::size_t firstFrame;
        std::size_t frameCount;
        std::size_t firstByte;
    };
    std::vector<Entry> m_entries;
    std::vector<std::uint64_t> m_frames;
    std::vector<std::byte> m_unfinished;
};

} // namespace candela
