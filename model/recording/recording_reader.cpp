#include "model/recording/recording_reader.h"

#include "model/base/byte_reader.h"
#include "model/base/memory_scope.h"
#include "model/base/text/model_text.h"
#include "model/base/units.h"
#include "model/profile/losses.h"
#include "model/recording/recorder_text.h"
#include "model/recording/segment_check.h"
#include "model/recording/stream_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace candela {

namespace {

/// The maximum number of failures that are kept: no valid stream has more. Warnings have their own limit.
constexpr std::size_t maximumFailures = 1000;

/// The maximum number of reasons, more than any recorder has; further reasons are counted together.
constexpr std::size_t maximumLossReasons = 200;

/// No feature is required so far.
bool isKnownFeature(std::string_view) {
    return false;
}

std::string timeText(std::int64_t nanoseconds) {
    return nanoseconds == 0 ? "its start" : formatDuration(nanoseconds);
}

ErrorCode errorCode(recording::Failure::Code code) {
    switch (code) {
    case recording::Failure::BAD_REQUEST:
        return ErrorCode::Usage;
    case recording::Failure::NOT_PERMITTED:
        return ErrorCode::NotPermitted;
    default:
        return ErrorCode::NotPossible;
    }
}

/// Values of later versions mean nothing here. Recorders always state their host; converters of earlier
/// versions wrote no mark.
Provenance provenanceOf(const recording::Segment& segment) {
    switch (segment.provenance()) {
    case recording::UNMARKED:
        return segment.machine().host().empty() ? Provenance::Converted : Provenance::Recorded;
    case recording::RECORDED:
        return Provenance::Recorded;
    case recording::RECORDED_WITH_BUILD_IDS:
        return Provenance::RecordedWithBuildIds;
    default:
        return Provenance::Converted;
    }
}

} // namespace

RecordingReader::RecordingReader(Purpose purpose)
    : m_purpose(purpose), m_builder(std::make_unique<ProfileBuilder>()),
      m_merger(keepsSamples() ? std::make_unique<SegmentMerger>(*m_builder) : nullptr) {}

void RecordingReader::feed(std::span<const std::byte> bytes) {
    // The stream copies its input. It gets pieces of about a segment, so that a mapped file is never in
    // memory twice.
    constexpr std::size_t pieceSize = 1 << 20;
    while (!bytes.empty()) {
        const auto piece = bytes.first(std::min(bytes.size(), pieceSize));
        bytes = bytes.subspan(piece.size());
        m_stream.feed(piece);
        readSegments();
    }
}

void RecordingReader::end() {
    if (std::exchange(m_isEnded, true)) return;
    m_stream.end();
    readSegments();
}

Profile RecordingReader::finish() {
    end();
    auto profile = m_builder->build();
    if (m_merger) m_merger->lateNames().apply(profile);
    return profile;
}

Profile RecordingReader::snapshot(std::size_t maximumSamples) const {
    auto profile = m_builder->snapshot(maximumSamples);
    if (m_merger) m_merger->lateNames().apply(profile);
    return profile;
}

void RecordingReader::readSegments() {
    while (true) {
        switch (const auto event = m_stream.next()) {
        case SegmentStream::Event::NeedsBytes:
            return;
        case SegmentStream::Event::Segment:
            addSegment(m_stream.content());
            break;
        case SegmentStream::Event::Damage:
            m_isDamaged = true;
            break;
        case SegmentStream::Event::AnotherRecording:
            m_builder->addWarning(
                ModelText::tr("Another recording follows in the same file; only the first was read."));
            return;
        case SegmentStream::Event::End:
        case SegmentStream::Event::Cut:
            warnOfEnd(event);
            return;
        }
    }
}

void RecordingReader::addSegment(std::string_view content) {
    const bool isReadable = hasUsualRowCounts(content) &&
                            m_segment.ParseFromArray(content.data(), static_cast<int>(content.size()));
    if (isReadable && !isUnderstood(m_segment)) return;
    const auto problem = isReadable ? check(m_segment) : "it can't be understood";
    if (!problem.empty()) {
        // The checksum is right, so it was written this way.
        m_isDamaged = true;
        m_contradiction = fmt::format(" (a segment contradicts itself: {})", problem);
        return;
    }
    if (isExpected(m_segment)) add(m_segment);
    // A message that is reused keeps memory for the largest text that each row ever had, so it would grow for
    // hours. It is reused only if a file is read at full speed.
    if (m_purpose != Purpose::Profile) m_segment = recording::Segment();
}

bool RecordingReader::isUnderstood(const recording::Segment& segment) {
    const auto& required = segment.required_features();
    const auto unknown = std::ranges::find_if_not(required, isKnownFeature);
    if (unknown == required.end()) return true;
    m_unknownFeature = *unknown;
    if (m_progress.needsNewerReader) return false;
    m_progress.needsNewerReader =
        Error{ModelText::tr("needs a newer version of Candela: it uses \"{}\", which this one does not know",
                            *unknown),
              ModelText::tr("it was recorded by Candela {} (format {}); this one reads format {}",
                            segment.written_by().empty() ? ModelText::tr("of an unknown version")
                                                         : segment.written_by(),
                            segment.format_version(), recordingFormatVersion),
              ErrorCode::BadInput};
    return false;
}

bool RecordingReader::isExpected(const recording::Segment& segment) {
    if (!m_beginning) return true;
    if (segment.recording_id() != m_beginning->recordingId) {
        m_builder->addWarning(ModelText::tr("A segment of another recording was left out."));
        return false;
    }
    if (segment.sequence() < m_nextSequence) {
        m_builder->addWarning(
            ModelText::tr("A segment of the recording is repeated or out of order and was left out."));
        return false;
    }
    return true;
}

void RecordingReader::add(const recording::Segment& segment) {
    if (!m_beginning) m_beginning = {segment.recording_id(), segment.recording_start_time()};
    warnOfMissing(segment);
    m_isDamaged = false;
    m_contradiction.clear();
    m_unknownFeature.clear();
    m_nextSequence = segment.sequence() + 1;
    if (m_observer) m_observer(segment);
    addOrigin(segment);
    addStatus(segment);
    keepSamples(segment);
}

void RecordingReader::keepSamples(const recording::Segment& segment) {
    if (m_purpose == Purpose::Status) return;
    if (m_purpose == Purpose::Profile) return m_merger->add(segment, m_beginning->startTime);
    const auto kept = withinMemory([&]() -> Result<void> {
        m_merger->add(segment, m_beginning->startTime);
        return {};
    });
    if (!kept) dropSamples(kept.error());
}

void RecordingReader::addLoss(const recording::Loss& loss) {
    if (m_builder->losses().size() < maximumLossReasons)
        m_builder->addLoss({loss.reason(), loss.count(), loss.value(), loss.weight()});
    else
        m_builder->addLoss("other", loss.count());
}

/// Drops all samples, but keeps the facts about the whole recording.
void RecordingReader::dropSamples(const Error& why) {
    m_purpose = Purpose::Status;
    m_memoryProblem = why;
    m_merger.reset();
    const auto full = std::exchange(m_builder, std::make_unique<ProfileBuilder>());
    m_builder->origin() = full->origin();
    for (const auto& warning : full->warnings())
        m_builder->addWarning(warning);
    for (const auto& loss : full->losses())
        m_builder->addLoss(loss);
    m_builder->setRecorderUsage(m_progress.usage);
}

void RecordingReader::warnOfMissing(const recording::Segment& segment) {
    const auto missing = segment.sequence() - m_nextSequence;
    if (missing == 0 && !m_isDamaged) return;
    const auto from = timeText(m_progress.recordedTime);
    const auto to = formatDuration(sinceStart(segment.start_time()));
    if (missing == 0 && m_contradiction.empty()) {
        m_builder->addWarning(ModelText::tr(
            "Bytes that belong to no segment stand at {} of the recording; nothing is missing.", to));
        return;
    }
    addLostTime(*m_builder, {m_progress.recordedTime, sinceStart(segment.start_time())});
    if (!m_unknownFeature.empty())
        m_builder->addWarning(ModelText::tr("From {} to {} the recording uses \"{}\", which only newer "
                                            "versions of Candela know; that part was left out.",
                                            from, to, m_unknownFeature));
    else if (m_isDamaged)
        m_builder->addWarning(
            ModelText::tr("The recording is damaged from {} to {}{}; what was recorded then is missing.",
                          from, to, m_contradiction));
    else if (m_progress.segments == 0)
        m_builder->addWarning(ModelText::tr("The recording's first {} are not in it.", to));
    else
        m_builder->addWarning(ModelText::tr(
            "The recording has a gap from {} to {}: what was recorded then is missing.", from, to));
}

void RecordingReader::warnOfEnd(SegmentStream::Event how) {
    const auto at = timeText(m_progress.recordedTime);
    if (m_progress.hasEnded) {
        if (m_isDamaged || how == SegmentStream::Event::Cut)
            m_builder->addWarning(ModelText::tr(
                "Bytes that belong to no segment follow the end of the recording; nothing is missing."));
        return;
    }
    if (!hasFatalFailure() || m_isDamaged) addLostTime(*m_builder, {m_progress.recordedTime, noTime});
    if (!m_unknownFeature.empty())
        m_builder->addWarning(
            ModelText::tr("After {} the recording uses \"{}\", which only newer versions of "
                          "Candela know; what follows was left out.",
                          at, m_unknownFeature));
    else if (m_progress.segments == 0)
        m_builder->addWarning(ModelText::tr("The recording holds no whole segment: nothing can be read."));
    else if (m_isDamaged)
        m_builder->addWarning(ModelText::tr(
            "The recording is damaged after {}{}; what followed can't be read.", at, m_contradiction));
    else if (!hasFatalFailure())
        m_builder->addWarning(
            ModelText::tr("The recording was cut off after {}; what followed is missing.", at));
}

void RecordingReader::addOrigin(const recording::Segment& segment) {
    auto& origin = m_builder->origin();
    const auto& machine = segment.machine();
    const auto& settings = segment.settings();
    origin.provenance = provenanceOf(segment);
    origin.addressBase = segment.counts_from_image() ? AddressBase::Image : AddressBase::File;
    origin.host = machine.host();
    origin.kernel = machine.kernel_release();
    if (!machine.architecture().empty())
        origin.kernel += (origin.kernel.empty() ? "" : " ") + machine.architecture();
    origin.cpus = machine.cpus();
    origin.processor = machine.processor();
    origin.command = settings.command().empty() ? settings.scope() : settings.command();
    origin.period = settings.period();
    origin.periodType = settings.period_type();
    origin.periodUnit = settings.period_unit();
    if (segment.recording_start_unix() != 0) origin.startTime = segment.recording_start_unix();
    origin.duration = sinceStart(segment.end_time());
}

void RecordingReader::addStatus(const recording::Segment& segment) {
    ++m_progress.segments;
    for (const auto& samples : segment.samples())
        m_progress.samples += sampleRows(samples);
    m_progress.recordedTime = sinceStart(segment.end_time());
    m_progress.hasEnded = segment.is_last();
    for (const auto idle : segment.idle_time())
        m_builder->origin().idleTime =
            static_cast<std::int64_t>(static_cast<std::uint64_t>(m_builder->origin().idleTime) + idle);
    for (const auto stolen : segment.stolen_time())
        m_builder->origin().stolenTime =
            static_cast<std::int64_t>(static_cast<std::uint64_t>(m_builder->origin().stolenTime) + stolen);
    if (segment.has_cpu_account()) m_builder->setHasCpuAccount();
    for (const auto& loss : segment.losses())
        addLoss(loss);
    m_progress.losses = m_builder->losses();
    for (const auto& failure : segment.failures())
        addFailure(failure);
    for (const auto& warning : segment.warnings())
        m_builder->addWarning(warning);
    for (const auto& comment : segment.comments())
        m_builder->addComment(comment);
    if (segment.has_recorder()) {
        const auto& usage = segment.recorder();
        m_progress.usage = {.cpuTime = static_cast<std::int64_t>(usage.cpu_time()),
                            .peakMemory = usage.peak_memory(),
                            .bpfRunTime = static_cast<std::int64_t>(usage.bpf_run_time()),
                            .bpfRunCount = usage.bpf_run_count()};
        m_progress.codeTime = static_cast<std::int64_t>(usage.code_time());
        m_builder->setRecorderUsage(m_progress.usage);
    }
    m_progress.costOfProbes.clear();
    for (const auto& probe : segment.recorder().probes())
        m_progress.costOfProbes.push_back({probe.name(), probe.run_time(), probe.run_count()});
    m_progress.costOfDepth.clear();
    for (const auto& cost : segment.recorder().cost_of_depth())
        m_progress.costOfDepth.push_back({cost.first(), cost.samples(), cost.time()});
    m_progress.tables.clear();
    for (const auto& table : segment.tables())
        m_progress.tables.push_back({table.name(), table.used(), table.limit(), table.evicted()});
}

void RecordingReader::addFailure(const recording::Failure& failure) {
    if (m_failures.size() == maximumFailures) return;
    const auto message = recorderText(failure.message()), hint = recorderText(failure.hint());
    m_failures.push_back({{message, hint, errorCode(failure.code())}, failure.is_fatal()});
    auto sentence = ModelText::tr("The recorder reported: {}", message);
    if (!hint.empty()) sentence += " (" + hint + ")";
    m_builder->addWarning(sentence + ".");
}

std::int64_t RecordingReader::sinceStart(std::int64_t monotonic) const {
    // Overflow of malicious times wraps around, which is defined for unsigned numbers.
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(monotonic) -
                                     static_cast<std::uint64_t>(m_beginning->startTime));
}

bool looksLikeRecording(std::span<const std::byte> start) {
    const auto text = asText(start);
    const auto magic = text.substr(0, recordingMagic.size());
    if (!magic.empty() && recordingMagic.starts_with(magic)) return true;
    const auto frameStart = recordingMagic.size() + lengthFieldSize;
    if (text.size() < frameStart) return false;
    int right = 0;
    for (std::size_t at = 0; at < recordingMagic.size(); ++at)
        right += magic[at] == recordingMagic[at];
    const bool frameFollows = text.substr(frameStart).starts_with("\x28\xb5\x2f\xfd");
    return frameFollows && right >= 5;
}

} // namespace candela
