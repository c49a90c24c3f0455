/// The last stage of a recording: drafts wait here for their names, then are sent to the output as complete
/// segments, in order.
#pragma once

#include "model/recording/segment_writer.h"
#include "recorder/base/processors.h"
#include "recorder/client/output.h"
#include "recorder/metadata/label_table.h"
#include "recorder/names/name_table.h"
#include "recorder/samples/loss_ledger.h"
#include "recorder/samples/segment_draft.h"
#include "recorder/segments/own_usage.h"
#include "recorder/segments/sampler.h"
#include "recorder/segments/segment_builder.h"

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

namespace candela {

/// `evicted`: rows that were removed since the recording's start because there was no room.
recording::TableUse tableUse(const char* name, std::uint64_t used, std::uint64_t limit,
                             std::uint64_t evicted);

/// The name of the table of kept code.
inline constexpr auto keptCodeTable = "bytes of kept code";

class SegmentSender {
public:
    /// The maximum time to wait: after it, a segment is sent without its missing names.
    static constexpr std::int64_t maximumWait = 2'000'000'000;
    /// A segment is also sent if this many segments wait behind it.
    static constexpr std::size_t maximumWaiting = 16;

    SegmentSender(const Sampler& sampler, SegmentBuilder builder, NameTable& names, const LabelTable& labels,
                  Output& output);

    /// To be called when the recording begins.
    void begin(std::int64_t time, const Scope& scope);
    void add(SegmentDraft draft, std::int64_t now);
    /// Whether a segment may be cut early without forcing others out before their names are known.
    bool hasRoomForShort() const { return m_waiting.size() < maximumWaiting / 2; }
    /// Sends the segments that are ready. After the last draft, call finish() instead.
    void sendReady(std::int64_t now);
    /// Sends the segments that are ready, and ends the recording with the last draft; true when that is done.
    bool finish(std::int64_t now);
    void report(recording::Failure failure) { m_failures.push_back(std::move(failure)); }
    /// Asks for the code of functions that were hit less, after the last draft.
    void wantLastCode();
    LossLedger& losses() { return m_losses; }
    OwnUsage& usage() { return m_usage; }
    /// Adds, for the next segment, names of addresses in earlier ones.
    void addLateNames(std::vector<LateNames> names);
    /// Sets how full the recording's tables are.
    void setTables(std::vector<recording::TableUse> tables) { m_tables = std::move(tables); }
    /// The number of drafts so far.
    std::uint64_t added() const { return m_added; }
    /// The number of drafts so far that need no more names.
    std::uint64_t sent() const { return m_added - m_waiting.size(); }
    void markModules(std::vector<bool>& isUsed) const;

private:
    struct WaitingSegment {
        SegmentDraft draft;
        ProcessorTimes times;                // the times since the previous segment
        std::vector<CodeLocation> unsettled; // locations whose names may still arrive
        std::int64_t addedAt = 0;
        bool isCounted = false; // whether the hits of its functions were counted
    };
    void countHits(WaitingSegment& waiting);
    void setRecordingCost(std::size_t bytes, CodeKeeper::Stage stage);
    bool isSettled(WaitingSegment& waiting, std::int64_t now);
    bool isReady(WaitingSegment& waiting, std::int64_t now);
    bool areLabelsSettled(const SegmentDraft& draft, std::int64_t now) const;
    void addTables();
    void sendFirst(bool isLast);
    void fill(const WaitingSegment& waiting);
    std::vector<KeptFunction> addCode(bool isLast);
    std::size_t plainSize(const SegmentDraft& draft);
    void setLeftOutCode();
    void addLostSamples(const SegmentDraft& draft, std::string_view reason);

    const Sampler& m_sampler;
    SegmentBuilder m_builder;
    NameTable& m_names;
    const LabelTable& m_labels;
    Output& m_output;
    SegmentWriter m_writer{1};
    OwnUsage m_usage;
    LossLedger m_losses;
    std::deque<WaitingSegment> m_waiting;
    ProcessorTimes m_timesBefore;
    std::vector<recording::Failure> m_failures;
    std::vector<LateNames> m_late;
    recording::Segment m_header;  // the fields that every segment has
    recording::Segment m_segment; // a member to reuse its memory
    std::uint64_t m_sequence = 0;
    std::uint64_t m_added = 0;
    std::uint64_t m_lateNames = 0;
    std::uint64_t m_plainBytes = 0; // that were sent, without code
    bool m_isLastCodeWanted = false;
    bool m_isFirstBuilt = false; // m_segment has the draft that waits, with all of its names and labels
    std::vector<recording::TableUse> m_tables;
};

} // namespace candela
