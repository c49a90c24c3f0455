#include "model/formats/perf_data/perf_data_session.h"
#include "model/base/text/model_text.h"

#include <algorithm>

namespace candela {

namespace {

constexpr std::size_t recordsBetweenChecks = 1u << 9; // takes some milliseconds if the records contain stacks
                                                      // to unwind
constexpr std::uint64_t everyProcess = 0xffffffff;
constexpr std::uint64_t latestTime = 1ull << 62; // later times are damage

} // namespace

PerfSession::PerfSession(PerfHeader header, std::size_t unpackedLimit)
    : m_header(std::move(header)), m_records(m_header.records, m_header.order(), unpackedLimit),
      m_modules(m_header, m_builder), m_processes(m_builder), m_stacks(m_header, m_modules, m_builder),
      m_samples(m_header, m_processes, m_stacks, m_builder) {}

Result<Profile> PerfSession::read(Task& task) {
    TRY(collect(task));
    m_header.nameEvents();
    if (m_header.events.size() == 0) return failure(ModelText::tr("it does not describe what was recorded"));
    sort();
    addValues();
    TRY(apply(task));
    TRY(checkUse());
    addOrigin();
    addWarnings();
    return m_builder.build();
}

Result<void> PerfSession::collect(Task& task) {
    const auto order = m_header.order();
    task.setRange(0, 0.3);
    std::size_t count = 0;
    while (const auto* header = m_records.next()) {
        if (count++ % recordsBetweenChecks == 0) {
            if (task.isCancelled()) return cancelled();
            task.setProgress(double(m_records.done()) / double(m_header.records.size()));
        }
        const auto record = perfRecordAt(header, order);
        if (record.type >= perf::FirstOfTool) {
            collectToolRecord(header);
            continue;
        }
        auto time = m_header.events.timeOf(record.type, record.body);
        if (time >= latestTime) time = 0;
        m_moments.push_back({time, header});
    }
    return {};
}

/// Applies metadata, which pipe mode has among the records, before the first record that needs it.
void PerfSession::collectToolRecord(const std::byte* header) {
    const auto record = perfRecordAt(header, m_header.order());
    PerfDataBytes bytes(record.body, m_header.order());
    switch (record.type) {
    case perf::HeaderAttribute:
        return m_header.addEvent(record.body);
    case perf::EventUpdate:
        return m_header.updateEvent(record.body);
    case perf::HeaderEventType:
        return m_header.addEventType(record.body);
    case perf::HeaderBuildId:
        return m_header.addBuildId(record.body, record.misc);
    case perf::HeaderFeature: {
        const auto feature = bytes.u64();
        if (feature < perf::FeatureBits) m_header.addFeature(static_cast<unsigned>(feature), bytes.peek());
        return;
    }
    case perf::HeaderTracingData: {
        constexpr std::uint64_t alignment = 8;
        const std::uint64_t size = bytes.u32();
        const auto rest = bytes.peek();
        // perf writes the data after the record; Android's simpleperf writes it into the record.
        if (size > 0 && rest.size() >= size && rest.size() >= alignment)
            return m_header.tracepoints.read(rest.first(size));
        return m_header.tracepoints.read(m_records.take((size + alignment - 1) / alignment * alignment));
    }
    case perf::AuxTrace:
        m_header.hasTraces = true;
        return m_records.skip(bytes.u64());
    default:
        return;
    }
}

/// Sorts the records by time: only those of one processor's buffer are in order. Records without a time
/// describe the state before the recording.
void PerfSession::sort() {
    const auto isEarlier = [](const Moment& left, const Moment& right) { return left.time < right.time; };
    if (!std::is_sorted(m_moments.begin(), m_moments.end(), isEarlier))
        std::stable_sort(m_moments.begin(), m_moments.end(), isEarlier);
    // The profile extends from its first sample to its last.
    for (const auto& moment : m_moments) {
        if (moment.time == 0) continue;
        const bool isSample = perfRecordAt(moment.header, m_header.order()).type == perf::Sample;
        if (m_firstTime == 0 || (isSample && !m_hasTimedSample)) m_firstTime = moment.time;
        if (isSample || !m_hasTimedSample) m_lastTime = moment.time;
        m_hasTimedSample |= isSample;
    }
}

std::int64_t PerfSession::profileTime(std::uint64_t time) const {
    return time == 0 ? noTime : static_cast<std::int64_t>(time - m_firstTime);
}

/// Fails if there is nothing to show.
Result<void> PerfSession::checkUse() const {
    if (!m_samples.isEmpty()) return {};
    if (m_records.end() == PerfRecords::End::CutOff)
        return failure(ModelText::tr("it was cut off before its first sample"));
    if (m_records.end() != PerfRecords::End::Whole)
        return failure(ModelText::tr("it is damaged before its first sample"));
    if (m_header.hasTraces)
        return failure(ModelText::tr("it holds hardware traces and no samples: Candela shows samples only"));
    return failure(ModelText::tr("it holds no samples"));
}

void PerfSession::addValues() {
    const auto& events = m_header.events;
    std::vector<std::size_t> counts(events.size());
    for (const auto& moment : m_moments) {
        const auto record = perfRecordAt(moment.header, m_header.order());
        if (record.type != perf::Sample) continue;
        if (const auto event = events.ofSample(record.body)) ++counts[*event];
    }
    for (std::size_t row = 0; row < events.size(); ++row)
        m_reportsExec |= events[row].hasFlag(perf::ReportsExec);
    m_samples.addValues(counts);
}

Result<void> PerfSession::apply(Task& task) {
    task.setRange(0.3, 1);
    for (std::size_t row = 0; row < m_moments.size(); ++row) {
        if (row % recordsBetweenChecks == 0) {
            if (task.isCancelled()) return cancelled();
            task.setProgress(double(row) / double(m_moments.size()));
        }
        apply(perfRecordAt(m_moments[row].header, m_header.order()), m_moments[row].time);
    }
    m_samples.addDeferredWithoutUser();
    return {};
}

void PerfSession::apply(const PerfRecord& record, std::uint64_t time) {
    switch (record.type) {
    case perf::Sample:
        return m_samples.applySample(record, profileTime(time));
    case perf::Mmap:
    case perf::Mmap2:
        return applyMap(record);
    case perf::Comm:
        return applyName(record, profileTime(time));
    case perf::Fork:
    case perf::Exit:
        return applyForkOrExit(record, profileTime(time));
    case perf::Lost:
    case perf::LostSamples:
    case perf::Throttle:
        return applyLoss(record);
    case perf::KernelSymbol:
        return applyKernelSymbol(record);
    case perf::Switch:
    case perf::SwitchCpuWide:
        return m_samples.applySwitch(record, profileTime(time));
    case perf::CallchainDeferred:
        return m_samples.applyDeferredChain(record);
    default:
        return;
    }
}

void PerfSession::applyMap(const PerfRecord& record) {
    PerfDataBytes bytes(record.body, m_header.order());
    const auto pid = bytes.u32();
    bytes.u32();
    const auto start = bytes.u64();
    const auto size = bytes.u64();
    const auto fileOffset = bytes.u64();
    PerfFileIdentity file;
    std::string buildId;
    if (record.type == perf::Mmap2) {
        if (record.misc & perf::miscMmapBuildId) {
            const std::size_t idSize = bytes.number<std::uint8_t>();
            bytes.skip(3);
            const auto id = bytes.bytes(perf::buildIdBytes);
            buildId = perfBuildIdText(id.first(std::min(idSize, id.size())));
        } else {
            file.major = bytes.u32();
            file.minor = bytes.u32();
            file.inode = bytes.u64();
            bytes.u64();
        }
        bytes.skip(4 + 4); // protection, flags
    }
    if (bytes.failed()) return;
    const auto path = bytes.lastText();
    if (record.mode() == perf::ModeKernel) return m_stacks.mapKernel(start, size, fileOffset, path);
    if (record.mode() != perf::ModeUser || pid == everyProcess || (record.misc & perf::miscMmapOfData))
        return;
    if (start + size < start) return;
    m_processes.map(pid,
                    {start, start + size, fileOffset, m_modules.intern(path, std::move(buildId), file, pid)});
}

void PerfSession::applyName(const PerfRecord& record, std::int64_t time) {
    PerfDataBytes bytes(record.body, m_header.order());
    const auto pid = bytes.u32();
    const auto tid = bytes.u32();
    const auto name = bytes.lastText();
    if (bytes.failed()) return;
    m_processes.name(pid, tid, name, reasonOf(record, pid == tid), time);
}

PerfProcesses::NewName PerfSession::reasonOf(const PerfRecord& nameRecord, bool isProcess) const {
    if (!isProcess) return PerfProcesses::NewName::Renamed;
    if (nameRecord.misc & perf::miscExec) return PerfProcesses::NewName::NewProgram;
    return m_reportsExec ? PerfProcesses::NewName::Renamed : PerfProcesses::NewName::PerhapsNewProgram;
}

void PerfSession::applyForkOrExit(const PerfRecord& record, std::int64_t time) {
    PerfDataBytes bytes(record.body, m_header.order());
    const auto pid = bytes.u32();
    const auto parentPid = bytes.u32();
    const auto tid = bytes.u32();
    const auto parentTid = bytes.u32();
    if (bytes.failed()) return;
    if (record.type == perf::Fork)
        m_processes.fork(pid, parentPid, tid, parentTid, time);
    else
        m_processes.exit(pid, tid, time);
}

void PerfSession::applyLoss(const PerfRecord& record) {
    PerfDataBytes bytes(record.body, m_header.order());
    if (record.type == perf::Throttle) return m_builder.addLoss("throttled", 1);
    if (record.type == perf::Lost) bytes.u64(); // which event
    const auto count = bytes.u64();
    if (bytes.failed() || count == 0) return;
    m_builder.addLoss(record.type == perf::Lost ? "ring buffer full" : "sample lost", count);
}

void PerfSession::applyKernelSymbol(const PerfRecord& record) {
    constexpr std::uint16_t isRemoved = 1;
    PerfDataBytes bytes(record.body, m_header.order());
    const auto start = bytes.u64();
    const auto size = bytes.u32();
    bytes.number<std::uint16_t>();
    const auto flags = bytes.number<std::uint16_t>();
    if (bytes.failed() || (flags & isRemoved)) return;
    m_stacks.kernelNames().add(start, size, bytes.lastText());
}

void PerfSession::addOrigin() {
    auto& origin = m_builder.origin();
    origin.host = m_header.hostName;
    origin.kernel = m_header.kernelRelease;
    if (!m_header.architecture.empty()) origin.kernel += " " + m_header.architecture;
    origin.command = m_header.commandLine;
    origin.cpus = m_header.cpus;
    origin.processor = m_header.processor;
    m_builder.coverUntil(static_cast<std::int64_t>(m_lastTime - m_firstTime));
    if (m_header.clock)
        origin.startTime = static_cast<std::int64_t>(static_cast<std::uint64_t>(m_header.clock->sinceEpoch) +
                                                     (m_firstTime - m_header.clock->clock));
    m_samples.addOrigin();
}

void PerfSession::addWarnings() {
    switch (m_records.end()) {
    case PerfRecords::End::Whole:
        if (m_header.isCutOff)
            m_builder.addWarning(
                ModelText::tr("The recording was not ended properly, or the file was cut off."));
        break;
    case PerfRecords::End::CutOff:
        m_builder.addWarning(ModelText::tr("The file was cut off: this is what was in it up to there."));
        break;
    case PerfRecords::End::Damaged:
        m_builder.addWarning(ModelText::tr("The file is damaged: this is what was in it up to there."));
        break;
    case PerfRecords::End::BadlyPacked:
        m_builder.addWarning(
            ModelText::tr("The packed records are damaged: this is what was in them up to there."));
        break;
    case PerfRecords::End::TooLarge:
        m_builder.addWarning(ModelText::tr(
            "The packed records hold more than fits into memory: this is the first part of them."));
        break;
    }
    m_samples.addWarnings();
    if (m_header.hasTraces)
        m_builder.addWarning(ModelText::tr("Hardware traces were left out: only samples are shown."));
}

} // namespace candela
