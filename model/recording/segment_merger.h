/// Adds Segments to a ProfileBuilder: rows that segments repeat are stored once, and processes and threads
/// are followed from segment to segment. The tables of a segment are looked up once; its samples are then
/// translated by row number.
#pragma once

#include "model/profile/profile_builder.h"
#include "model/recording/identity_table.h"
#include "model/recording/late_frame_names.h"
#include "model/recording/recording.pb.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace candela {

class SegmentMerger {
public:
    explicit SegmentMerger(ProfileBuilder& builder) : m_builder(builder) {}

    /// The segment must have passed check(). Times in the profile are relative to recordingStart
    /// (CLOCK_MONOTONIC).
    void add(const recording::Segment& segment, std::int64_t recordingStart);
    std::uint64_t sampleCount() const { return m_sampleCount; }
    /// The names that became known late; they have to be applied to the builder's profile.
    const LateFrameNames& lateNames() const { return m_lateNames; }

private:
    using ProcessKey = std::tuple<std::int32_t, std::uint32_t, std::int64_t>; // pid, instance, start time

    void addStrings(const recording::Segment& segment);
    void addLabelSets(const recording::LabelSets& sets);
    void addProcesses(const recording::Segment& segment);
    void addThreads(const recording::Segment& segment);
    void addMappings(const recording::Segment& segment);
    void addFunctions(const recording::Segment& segment);
    void addFrames(const recording::Frames& frames);
    void addStacks(const recording::Stacks& stacks);
    ValueTypeIndex valueType(const recording::Samples& samples);
    void addSamples(const recording::Samples& samples, std::int64_t segmentStart);
    void addCode(const recording::Segment& segment);
    void addSources(const recording::Segment& segment);
    void addLateNames(const recording::Segment& segment);

    StringIndex text(std::uint32_t row) const { return row == 0 ? StringIndex() : m_strings[row]; }
    StringIndex textOrNone(std::uint32_t rowPlusOne) const;
    LabelSetIndex labels(std::uint32_t row) const { return row == 0 ? LabelSetIndex() : m_labelSets[row]; }
    std::int64_t sinceStart(std::int64_t monotonic) const;
    /// The time in the profile; 0 means "not known".
    std::int64_t timeOrNone(std::int64_t monotonic) const;
    void findParent(ProcessIndex child, const recording::Process& recorded);
    void setParent(ProcessIndex child, ProcessIndex parent);

    ProfileBuilder& m_builder;
    std::int64_t m_recordingStart = 0;
    std::uint64_t m_sampleCount = 0;

    absl::flat_hash_map<std::pair<std::string, std::string>, ValueTypeIndex> m_values; // key: name and unit
    IdentityTable<ProcessIndex> m_processes;
    IdentityTable<ThreadIndex> m_threads;
    absl::flat_hash_map<ProcessKey, std::vector<ProcessIndex>>
        m_orphans;                               // key: the parent, which has not arrived yet
    absl::flat_hash_set<ProcessIndex> m_waiting; // all processes that are or were orphans

    LateFrameNames m_lateNames;

    // The builder's rows for the rows of the current segment.
    std::vector<StringIndex> m_strings;
    std::vector<LabelSetIndex> m_labelSets;
    std::vector<ProcessIndex> m_processRows;
    std::vector<ThreadIndex> m_threadRows;
    std::vector<MappingIndex> m_mappings;
    std::vector<FunctionIndex> m_functions;
    std::vector<FrameIndex> m_frames;
    std::vector<StackIndex> m_stacks;
};

} // namespace candela
