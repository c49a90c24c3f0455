/// Reads a recording into a Profile: a file or the recorder's live stream, in pieces of any size. No
/// undamaged segment is lost to damage elsewhere, and whatever is missing is stated in a warning.
#pragma once

#include "model/base/result.h"
#include "model/profile/profile_builder.h"
#include "model/recording/segment_merger.h"
#include "model/recording/segment_stream.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// A failure that the recorder reported; also among the profile's warnings.
struct RecordingFailure {
    Error error;
    bool isFatal = false; ///< the recording ended there
};

/// How full one of the recorder's bounded tables was.
struct TableUse {
    std::string name;
    std::uint64_t used = 0;
    std::uint64_t limit = 0;
    std::uint64_t evicted = 0;
};

/// The cost of samples in kernel programs, for depths from `first` up to the next row's `first`.
struct CostOfDepth {
    std::uint32_t first = 0;
    std::uint64_t samples = 0;
    std::uint64_t time = 0; ///< nanoseconds
};

/// The cost of a probe's kernel programs since the recording began.
struct CostOfProbe {
    std::string name;
    std::uint64_t runTime = 0; ///< nanoseconds
    std::uint64_t runCount = 0;
};

/// Facts that are shown while a recording runs.
struct RecordingProgress {
    std::int64_t recordedTime = 0; ///< nanoseconds from the recording's start to the end of the last segment
    std::uint64_t segments = 0;
    std::uint64_t samples = 0; ///< number of samples of all value types
    bool hasEnded = false;     ///< the recorder stated that this was the end
    RecorderUsage usage;
    std::int64_t codeTime = 0; ///< nanoseconds of usage.cpuTime that reading code took
    std::vector<CostOfDepth> costOfDepth;
    std::vector<CostOfProbe> costOfProbes; ///< also of supporters
    std::vector<Loss> losses;
    std::vector<TableUse> tables;
    std::optional<Error> needsNewerReader; ///< why segments were left out
};

class RecordingReader {
public:
    /// What the segments are read for.
    enum class Purpose {
        Profile,     ///< all samples are kept; throws OutOfMemory in a MemoryScope that has none left
        LiveProfile, ///< samples are kept while they fit into memory; after that like Status
        Status, ///< no samples are kept: memory does not grow with the recording, and finish() returns no
                ///< profile
    };

    explicit RecordingReader(Purpose purpose = Purpose::Profile);
    RecordingReader(const RecordingReader&) = delete;
    RecordingReader& operator=(const RecordingReader&) = delete;

    /// The observer gets each segment that is used, in order, before it is added.
    void setObserver(std::function<void(const recording::Segment&)> observer) {
        m_observer = std::move(observer);
    }
    /// Takes the next bytes and adds every segment that is now complete.
    void feed(std::span<const std::byte> bytes);
    /// To be called when the stream has ended, complete or not: missing parts become warnings.
    void end();
    /// Calls end() if that was not done. The reader can't be used afterwards.
    Profile finish();
    /// A copy of the part read so far; see ProfileBuilder::snapshot().
    Profile snapshot(std::size_t maximumSamples = std::numeric_limits<std::size_t>::max()) const;
    /// Whether samples are kept: false for Status, and for a live profile that no longer fits into memory.
    bool keepsSamples() const { return m_purpose != Purpose::Status; }
    /// Why the samples of a live profile are no longer kept.
    const std::optional<Error>& memoryProblem() const { return m_memoryProblem; }

    const RecordingProgress& progress() const { return m_progress; }
    const std::vector<RecordingFailure>& failures() const { return m_failures; }
    /// The number of bytes so far that belong to no segment.
    std::uint64_t damagedBytes() const { return m_stream.damagedBytes(); }
    const std::vector<std::string>& warnings() const { return m_builder->warnings(); }

private:
    void readSegments();
    void addSegment(std::string_view content);
    void add(const recording::Segment& segment);
    void keepSamples(const recording::Segment& segment);
    void dropSamples(const Error& why);
    bool isExpected(const recording::Segment& segment);
    bool isUnderstood(const recording::Segment& segment);
    void warnOfMissing(const recording::Segment& segment);
    void warnOfEnd(SegmentStream::Event how);
    void addOrigin(const recording::Segment& segment);
    void addStatus(const recording::Segment& segment);
    void addFailure(const recording::Failure& failure);
    void addLoss(const recording::Loss& loss);
    bool hasFatalFailure() const { return !m_failures.empty() && m_failures.back().isFatal; }
    std::int64_t sinceStart(std::int64_t monotonic) const;

    /// Facts that the first segment fixes for the whole recording.
    struct Beginning {
        std::uint64_t recordingId = 0;
        std::int64_t startTime = 0;
    };

    Purpose m_purpose;
    std::function<void(const recording::Segment&)> m_observer; // may be empty
    std::unique_ptr<ProfileBuilder> m_builder;
    SegmentStream m_stream;
    std::unique_ptr<SegmentMerger> m_merger; // null if no samples are kept
    std::optional<Error> m_memoryProblem;
    bool m_isEnded = false;
    recording::Segment m_segment; // the current segment; its memory is reused for the next
    std::optional<Beginning> m_beginning;
    std::uint64_t m_nextSequence = 0;
    bool m_isDamaged = false;     // damage was found since the last good segment
    std::string m_unknownFeature; // a feature that a skipped segment requires, since the last good segment
    std::string m_contradiction;  // the error in a segment with a correct checksum, since the last good
                                  // segment
    RecordingProgress m_progress;
    std::vector<RecordingFailure> m_failures;
};

/// Whether the bytes can be the start of a recording, even if a few of them are damaged or missing.
bool looksLikeRecording(std::span<const std::byte> start);

} // namespace candela
