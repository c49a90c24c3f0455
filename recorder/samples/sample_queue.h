/// Samples from the rings of all processors, to be processed in order of time.
#pragma once

#include "bpf/events.h"
#include "recorder/kernel/sample_rings.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace candela {

class SampleQueue {
public:
    /// Bytes of stack memory. Beyond it, stacks stay incomplete: "unwind table missing".
    static constexpr std::size_t maximumUnfinished = 32 << 20;

    void push(const SampleRecord& sample);
    void sortByTime();
    void clear();

    std::size_t size() const { return m_entries.size(); }
    /// A sample; valid until the queue changes.
    SampleRecord operator[](std::size_t row) const {
        const auto& entry = m_entries[row];
        return {entry.event, std::span(m_labels).subspan(entry.firstLabel, entry.event.labels),
                std::span(m_frames).subspan(entry.firstFrame, entry.frameCount),
                std::span(m_unfinished).subspan(entry.firstByte, entry.event.unfinished_bytes)};
    }

private:
    struct Entry {
        sample_event event;
        std::size_t firstLabel;
        std::size_t firstFrame;
        std::size_t frameCount;
        std::size_t firstByte;
    };
    std::vector<Entry> m_entries;
    std::vector<sample_label> m_labels;
    std::vector<std::uint64_t> m_frames;
    std::vector<std::byte> m_unfinished;
};

} // namespace candela
