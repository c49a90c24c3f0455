#include "model/recording/recording_writer.h"

#include "model/base/byte_reader.h"
#include "model/base/version.h"
#include "model/recording/segment_maker.h"
#include "model/recording/segment_writer.h"
#include "model/recording/stream_limits.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace candela {

namespace {

/// Samples are sorted by slices of time only; within a slice they keep the profile's order.
constexpr std::int64_t sliceDuration = 1'000'000'000;
constexpr std::uint64_t maximumSlices = 10'000;

/// The earliest and the latest time in the profile.
struct TimeRange {
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    std::int64_t last = noTime;

    bool isKnown() const { return last != noTime; }
    void include(std::int64_t time) {
        if (time == noTime) return;
        first = std::min(first, time);
        last = std::max(last, time);
    }
    std::uint64_t length() const {
        return static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first);
    }
};

TimeRange sampleTimes(const Profile& profile) {
    TimeRange range;
    for (const auto& table : profile.samples)
        for (const auto time : table.time)
            range.include(time);
    return range;
}

/// The recording's start, on a clock that makes all times in the profile positive.
std::int64_t recordingStart(const Profile& profile, TimeRange range) {
    for (const auto& process : profile.processes) {
        range.include(process.startTime);
        range.include(process.endTime);
    }
    for (const auto& thread : profile.threads)
        range.include(thread.startTime);
    return !range.isKnown() || range.first > 0 ? 1 : 1 - std::max(range.first, noTime + 2);
}

recording::Provenance provenanceOf(const ProfileOrigin& origin) {
    switch (origin.provenance) {
    case Provenance::Recorded:
        return recording::RECORDED;
    case Provenance::RecordedWithBuildIds:
        return recording::RECORDED_WITH_BUILD_IDS;
    case Provenance::Converted:
        break;
    }
    return recording::CONVERTED;
}

/// An id that is the same for equal profiles: a hash of strings and sizes (FNV-1a).
std::uint64_t recordingId(const Profile& profile) {
    std::uint64_t hash = 0xcbf29ce484222325;
    const auto add = [&hash](std::uint64_t byte) { hash = (hash ^ byte) * 0x100000001b3; };
    for (std::size_t row = 0; row < profile.strings.size(); ++row)
        for (const char byte : profile.text(StringIndex(row)))
            add(static_cast<unsigned char>(byte));
    for (const auto& table : profile.samples)
        add(table.size());
    return hash;
}

/// The rows of one value type, sorted by the time slices
/// that they are in; rows without a time come first.
class SliceOrder {
public:
    SliceOrder(const SampleTable& table, const TimeRange& range, std::uint64_t sliceLength,
               std::size_t slices)
        : m_begin(slices + 2), m_rows(table.size()) {
        const auto sliceOf = [&](std::size_t row) -> std::size_t {
            const auto time = table.timeAt(row);
            if (time == noTime) return 0;
            return 1 +
                   (static_cast<std::uint64_t>(time) - static_cast<std::uint64_t>(range.first)) / sliceLength;
        };
        for (std::size_t row = 0; row < table.size(); ++row)
            ++m_begin[sliceOf(row) + 1];
        for (std::size_t slice = 1; slice < m_begin.size(); ++slice)
            m_begin[slice] += m_begin[slice - 1];
        auto next = m_begin;
        for (std::size_t row = 0; row < table.size(); ++row)
            m_rows[next[sliceOf(row)]++] = static_cast<std::uint32_t>(row);
    }

    std::span<const std::uint32_t> rows(std::size_t slice) const {
        return std::span(m_rows).subspan(m_begin[slice], m_begin[slice + 1] - m_begin[slice]);
    }

private:
    std::vector<std::size_t> m_begin;
    std::vector<std::uint32_t> m_rows;
};

class RecordingWriter {
public:
    using Write = std::function<void(std::span<const std::byte>)>;

    RecordingWriter(const Profile& profile, const Write& write, Task& task)
        : m_profile(profile), m_write(write), m_task(task), m_range(sampleTimes(profile)),
          m_start(recordingStart(profile, m_range)), m_recordingId(recordingId(profile)),
          m_maker(profile, m_start) {
        for (const auto& table : profile.samples)
            m_sampleCount += table.size();
    }

    Result<void> run() {
        m_write(asBytes(recordingMagic));
        TRY(addEntities());
        const auto length = m_range.isKnown() ? m_range.length() : 0;
        const auto most = std::clamp<std::uint64_t>(m_sampleCount, 1, maximumSlices);
        const auto sliceLength = std::max<std::uint64_t>(sliceDuration, length / most + 1);
        const std::size_t slices = m_range.isKnown() ? length / sliceLength + 2 : 1;
        std::vector<SliceOrder> orders;
        for (const auto& table : m_profile.samples)
            orders.emplace_back(table, m_range, sliceLength, slices);
        for (std::size_t slice = 0; slice < slices; ++slice) {
            for (std::size_t value = 0; value < orders.size(); ++value)
                TRY(addSamples(ValueTypeIndex(value), orders[value].rows(slice)));
        }
        return writeSegment(End::Yes);
    }

private:
    enum class End { No, Yes };

    /// Adds rows that have no samples, which would otherwise be left out.
    Result<void> addEntities() {
        const auto addAll = [this](std::size_t rows, auto&& add) -> Result<void> {
            for (std::size_t row = 0; row < rows; ++row) {
                add(row);
                if (m_maker.size() > maximumUsualSegmentSize) TRY(writeSegment(End::No));
            }
            return {};
        };
        TRY(addAll(m_profile.processes.size(),
                   [this](std::size_t row) { m_maker.addProcess(ProcessIndex(row)); }));
        TRY(addAll(m_profile.threads.size(),
                   [this](std::size_t row) { m_maker.addThread(ThreadIndex(row)); }));
        TRY(addAll(m_profile.mappings.size(),
                   [this](std::size_t row) { m_maker.addMapping(MappingIndex(row)); }));
        TRY(addAll(m_profile.code.size(),
                   [this](std::size_t row) { m_maker.addCode(*m_profile.code[row]); }));
        return addAll(m_profile.sources.size(),
                      [this](std::size_t row) { m_maker.addSource(*m_profile.sources[row]); });
    }

    Result<void> addSamples(ValueTypeIndex value, std::span<const std::uint32_t> rows) {
        for (const auto row : rows) {
            m_maker.addSample(value, row);
            if (m_maker.size() > maximumUsualSegmentSize) TRY(writeSegment(End::No));
        }
        m_samplesDone += rows.size();
        return {};
    }

    Result<void> writeSegment(End end) {
        if (m_task.isCancelled()) return cancelled();
        auto segment = m_maker.take();
        segment.set_format_version(recordingFormatVersion);
        segment.set_written_by(std::string(programVersion()));
        segment.set_sequence(m_sequence++);
        segment.set_recording_id(m_recordingId);
        const auto& origin = m_profile.origin;
        segment.set_provenance(provenanceOf(origin));
        segment.set_counts_from_image(origin.addressBase == AddressBase::Image);
        if (origin.startTime != noTime) segment.set_recording_start_unix(origin.startTime);
        auto& machine = *segment.mutable_machine();
        machine.set_host(origin.host);
        machine.set_kernel_release(origin.kernel);
        machine.set_cpus(origin.cpus);
        machine.set_processor(origin.processor);
        auto& settings = *segment.mutable_settings();
        settings.set_command(origin.command);
        settings.set_period(origin.period);
        settings.set_period_type(origin.periodType);
        settings.set_period_unit(origin.periodUnit);
        if (segment.sequence() == 0) addRemarks(segment);
        if (end == End::Yes) {
            segment.set_is_last(true);
            if (origin.duration != 0) segment.set_end_time(endTime());
        }
        m_write(TRY(m_writer.write(segment)));
        if (m_sampleCount > 0) m_task.setProgress(double(m_samplesDone) / double(m_sampleCount));
        return {};
    }

    std::int64_t endTime() const {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(m_start) +
                                         static_cast<std::uint64_t>(m_profile.origin.duration));
    }

    void addRemarks(recording::Segment& segment) const {
        for (const auto& warning : m_profile.warnings)
            segment.add_warnings(warning);
        for (const auto& comment : m_profile.comments)
            segment.add_comments(comment);
        for (const auto& loss : m_profile.losses) {
            auto& message = *segment.add_losses();
            message.set_reason(loss.reason);
            message.set_count(loss.count);
            message.set_value(loss.value);
            message.set_weight(loss.weight);
        }
        if (m_profile.origin.idleTime != 0)
            segment.add_idle_time(static_cast<std::uint64_t>(m_profile.origin.idleTime));
        if (m_profile.origin.stolenTime != 0)
            segment.add_stolen_time(static_cast<std::uint64_t>(m_profile.origin.stolenTime));
        if (!m_profile.hasRecorderUsage) return;
        auto& usage = *segment.mutable_recorder();
        usage.set_cpu_time(static_cast<std::uint64_t>(m_profile.recorder.cpuTime));
        usage.set_peak_memory(m_profile.recorder.peakMemory);
        usage.set_bpf_run_time(static_cast<std::uint64_t>(m_profile.recorder.bpfRunTime));
        usage.set_bpf_run_count(m_profile.recorder.bpfRunCount);
    }

    const Profile& m_profile;
    const Write& m_write;
    Task& m_task;
    TimeRange m_range;
    std::int64_t m_start;
    std::uint64_t m_recordingId;
    SegmentMaker m_maker;
    SegmentWriter m_writer;
    std::uint64_t m_sequence = 0;
    std::size_t m_sampleCount = 0;
    std::size_t m_samplesDone = 0;
};

} // namespace

Result<void> writeRecording(const Profile& profile,
                            const std::function<void(std::span<const std::byte>)>& write, Task& task) {
    return RecordingWriter(profile, write, task).run();
}

} // namespace candela
