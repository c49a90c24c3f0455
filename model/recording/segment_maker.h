/// Puts samples of a Profile into a Segment, with exactly the table rows that they need.
#pragma once

#include "model/profile/profile.h"
#include "model/recording/recording.pb.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace candela {

/// The row in a segment's table for each row of the profile's table.
template<typename I>
class RowMap {
public:
    explicit RowMap(std::size_t rows) : m_rowsPlusOne(rows) {}

    /// 0: not in the segment yet.
    std::uint32_t rowPlusOne(I index) const { return m_rowsPlusOne[index.row()]; }
    /// Assigns the next row to the index, and returns that row + 1.
    std::uint32_t add(I index) {
        m_used.push_back(index);
        return m_rowsPlusOne[index.row()] = static_cast<std::uint32_t>(m_used.size());
    }
    void clear() {
        for (const auto index : m_used)
            m_rowsPlusOne[index.row()] = 0;
        m_used.clear();
    }

private:
    std::vector<std::uint32_t> m_rowsPlusOne;
    std::vector<I> m_used;
};

class SegmentMaker {
public:
    /// Times are written as if the profile started at recordingStart (CLOCK_MONOTONIC nanoseconds).
    SegmentMaker(const Profile& profile, std::int64_t recordingStart);

    /// These functions return the segment's row + 1.
    std::uint32_t addProcess(ProcessIndex index);
    std::uint32_t addThread(ThreadIndex index);
    std::uint32_t addMapping(MappingIndex index);
    void addCode(const KeptCode& code);
    void addSource(const KeptSource& source);
    void addSample(ValueTypeIndex value, std::size_t row);

    /// The approximate serialized size of the segment.
    std::size_t size() const { return m_size; }
    bool isEmpty() const { return m_size == 0; }
    /// Returns the segment with everything that was added, and begins the next. The caller sets the fields
    /// that are not tables.
    recording::Segment take();

private:
    /// The rows of one value type, in two tables because a column of times must have a time for every row.
    struct Rows {
        recording::Samples timed;
        recording::Samples untimed;
        std::int64_t lastTime = 0;
    };

    void start();
    std::uint32_t addString(StringIndex index);
    std::uint32_t addFunction(FunctionIndex index);
    std::uint32_t addFrame(FrameIndex index);
    std::uint32_t addStack(StackIndex index);
    std::uint32_t addLabelSet(LabelSetIndex index);
    std::int64_t monotonic(std::int64_t time) const;
    std::int64_t monotonicOrZero(std::int64_t time) const { return time == noTime ? 0 : monotonic(time); }
    void countInstances();

    const Profile& m_profile;
    std::int64_t m_recordingStart;
    std::vector<std::uint32_t> m_processInstances; // for each process: how many earlier rows have the same
                                                   // pid
    std::vector<std::uint32_t> m_threadInstances;
    std::vector<bool> m_isCpuTimeWritten; // for each thread

    recording::Segment m_segment;
    std::vector<Rows> m_samples;
    std::int64_t m_startTime = 0;
    std::int64_t m_endTime = 0;
    std::size_t m_size = 0;
    RowMap<StringIndex> m_strings;
    RowMap<ProcessIndex> m_processes;
    RowMap<ThreadIndex> m_threads;
    RowMap<MappingIndex> m_mappings;
    RowMap<FunctionIndex> m_functions;
    RowMap<FrameIndex> m_frames;
    RowMap<StackIndex> m_stacks;
    RowMap<LabelSetIndex> m_labelSets;
    std::vector<StackIndex> m_path; // from a stack to its nearest caller in the segment
};

} // namespace candela
