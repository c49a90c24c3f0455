#include "recorder/active_recording.h"

#include "recorder/base/clock.h"
#include "recorder/processes/module_opener.h"
#include "recorder/recording_failures.h"

#include <algorithm>
#include <utility>

namespace candela {

namespace {

/// A few large collections cost less than many small ones, which begin with cold processor caches; rings that
/// fill up are collected earlier.
constexpr std::int64_t timeBetweenCollections = 250'000'000;
/// The processes of a large machine are read bit by bit, so that a client's requests need not wait.
constexpr std::int64_t timeOfReading = 40'000'000;
/// Many code locations in one question cost the symbol child less than many questions; a segment's last
/// locations are requested when it ends.
constexpr std::int64_t timeBetweenQuestions = 500'000'000;

/// At the end, names are waited for as long as they arrive (`ProgressWatch`) and not longer than this: after
/// a start of the machine, or beside programs that write much, a disk takes seconds for the files of a short
/// recording. Clients wait longer (RecorderConnection::Timeouts::stop).
constexpr std::int64_t maximumWaitForNames = 10'000'000'000;
/// Code is worth less than names, but without it a short recording would have none.
constexpr std::int64_t maximumWaitForCode = 5'000'000'000;

} // namespace

ActiveRecording::ActiveRecording(const RecordingOptions& options, const SandboxClients& clients,
                                 Output& output, std::function<void()> onEnd)
    : m_options(options), m_clients(clients), m_output(output), m_onEnd(std::move(onEnd)),
      m_tables(
          options, clients, [this](auto failure) { report(std::move(failure)); },
          [this](auto& isUsed) { markModules(isUsed); }),
      m_sandbox(clients, [this](auto failure) { report(std::move(failure)); }),
      m_cpuTimes(m_tables.processes()) {}

Result<std::unique_ptr<ActiveRecording>>
ActiveRecording::prepare(const RecordingOptions& options, std::unique_ptr<EventOpener> opener,
                         EventLoop& loop, const SandboxClients& clients, Output& output,
                         std::function<void()> onEnd) {
    std::unique_ptr<ActiveRecording> recording(
        new ActiveRecording(options, clients, output, std::move(onEnd)));
    TRY(recording->attachProbes(std::move(opener), loop));
    return recording;
}

Result<void> ActiveRecording::attachProbes(std::unique_ptr<EventOpener> opener, EventLoop& loop) {
    static_cast<void>(copyVdso()); // while this process may still create files in memory
    m_unwind = TRY(UnwindTables::create(
        m_tables.modules(), m_clients.unwindTables, m_clients.openers.files, loop,
        [this](auto failure) { report(std::move(failure)); }, m_options.limits.unwindTables));
    m_unfinished = std::make_unique<UnfinishedStacks>(*m_unwind, m_tables.modules());
    m_sampler = TRY(Sampler::load(
        m_options, loop, std::move(opener), m_unwind->store(),
        [this](const SampleRecord& sample) { m_samples.push(sample); }, [this] { collect(); }));
    SegmentBuilder builder(
        m_tables.modules(), m_tables.processes(), m_tables.kernel(),
        [this](auto module) { return m_tables.names().find(module); },
        [this](const auto& process) {
            return m_tables.labels().labelsOf(process, m_tables.programOf(process));
        },
        m_options.onlyUser ? SegmentBuilder::Ancestors::LeaveOut : SegmentBuilder::Ancestors::Include);
    m_sender = std::make_unique<SegmentSender>(*m_sampler, std::move(builder), m_tables.names(),
                                               m_tables.labels(), m_output);
    if (const auto lack = m_tables.openKernelNames()) report(*lack);
    if (m_sampler->frequency() != m_options.frequency) report(frequencyLimited(m_sampler->frequency()));
    m_sandbox.start();
    m_startTime = monotonicTime();
    m_sender->usage().begin();
    TRY(m_sampler->start());
    if (const auto& problem = m_sampler->accountProblem()) report(cpuTimesUnreadable(*problem));
    m_cpuTimes.begin(m_sampler->cpuTimes(), m_startTime);
    return {};
}

void ActiveRecording::begin() {
    // The kernel already stores events, since prepare(), so that no change is missed while the processes are
    // read.
    m_tables.processes().beginReading();
    m_tables.processes().readOn(m_startTime + timeOfReading);
    m_draft.emplace(m_startTime);
    m_sender->begin(m_startTime, m_sampler->scope());
    // The first segment shows that the recording runs; a client may hold a command until it arrives.
    cutSegment(m_startTime);
    m_sender->sendReady(m_startTime);
}

void ActiveRecording::tick() {
    if (m_isEnded) return;
    const auto now = monotonicTime();
    m_sandbox.watch(now);
    reportSuspension(now);
    m_sampler->tick();
    m_unwind->tick();
    countChildren();
    if (!m_isStopping) {
        m_tables.processes().readOn(now + timeOfReading);
        const bool isSegmentOver = now - m_draft->startTime() >= segmentLength();
        if (isSegmentOver || now - m_eventsUntil >= timeBetweenCollections) collect();
        if (isSegmentOver) {
            m_cpuTimes.countLivingIfCheap(now, *m_draft);
            cutSegment(now);
        }
        if (m_options.maximumSeconds != 0 && now - m_startTime >= m_options.maximumSeconds * 1'000'000'000LL)
            stop();
        if (m_options.maximumBytes != 0 && m_output.sentBytes() >= m_options.maximumBytes) stop();
    }
    tickLabels(now);
    m_sender->addLateNames(m_tables.names().takeLateNames());
    if (m_draft) {
        m_sender->sendReady(now);
        m_tables.names().makeRoom(m_sender->sent());
    }
    if (!m_isStopping) return;
    watchProgress(now);
    m_tables.names().pump(); // requests code that the last stacks need
    if (!finishUnfinished(now) || areLateNamesAwaited(now) || isCodeAwaited(now)) return;
    if (m_progress.isStalled()) reportUnnamed();
    if (!m_sender->finish(m_progress.isStalled() ? now + SegmentSender::maximumWait : now)) return;
    m_isEnded = true;
    m_onEnd();
}

void ActiveRecording::stop() {
    if (m_isStopping) return;
    m_isStopping = true;
    reportMissed(m_sampler->missedAtEnd());
    m_sampler->stop();
    m_cpuTimes.stop();
    m_stoppedAt = monotonicTime();
    m_progress.begin(m_stoppedAt);
    collect();
    m_cpuTimes.end(*m_draft);
    m_sampler->stopCounting();
    static_cast<void>(finishUnfinished(m_stoppedAt));
}

bool ActiveRecording::finishUnfinished(std::int64_t now) {
    if (!m_draft) return true;
    takeFinished(m_progress.isStalled() ? now + UnfinishedStacks::maximumWait : now);
    askForNames(now);
    if (!m_unfinished->isEmpty()) return false; // each stack waits for a limited time
    m_lasting.finish();
    m_draft->end(m_stoppedAt);
    m_sender->add(std::move(*m_draft), now);
    m_draft.reset();
    m_tables.names().askNamelessAgain(NameTable::NamelessOf::AllModules);
    return true;
}

/// The last segment is the last chance to send names for earlier segments.
bool ActiveRecording::areLateNamesAwaited(std::int64_t now) const {
    return !m_progress.isStalled() && m_tables.names().waiting() > 0 && !m_clients.names.isUnavailable() &&
           now - m_stoppedAt < maximumWaitForNames;
}

/// The last segment is also the last chance to send code.
bool ActiveRecording::isCodeAwaited(std::int64_t now) {
    if (!std::exchange(m_isLastCodeWanted, true)) m_sender->wantLastCode();
    const auto& code = m_tables.names().code();
    return !m_progress.isStalled() && (code.hasQuestions() || code.awaitsAnswer()) &&
           !m_clients.names.isUnavailable() && now - m_stoppedAt < maximumWaitForCode;
}

void ActiveRecording::collect() {
    if (!m_draft) return;
    // Samples are read first, then events: an event that happened before one of these samples is in a ring by
    // now. Events that happened after the samples wait for the next call, when all samples before them have
    // been read.
    const auto until = monotonicTime();
    m_sampler->takeSamples();
    m_sampler->takeEvents(m_events);
    m_cpuTimes.beginStep();
    m_samples.sortByTime();
    std::ranges::stable_sort(m_events, {}, &SidebandEvent::time);
    for (std::size_t row = 0; row < m_samples.size(); ++row) {
        const auto sample = m_samples[row];
        applyUntil(static_cast<std::int64_t>(sample.event.time));
        take(sample);
    }
    m_samples.clear();
    m_lasting.endBatch();
    applyUntil(until);
    takeFinished(until);
    m_eventsUntil = until;
    if (m_isStopping || until - m_askedForNamesAt >= timeBetweenQuestions)
        askForNames(until);
    else
        m_tables.names().pumpGenerated();
    m_tables.endCollection();
    m_events.erase(m_events.begin(), m_events.begin() + static_cast<std::ptrdiff_t>(m_appliedEvents));
    m_appliedEvents = 0;
    m_cpuTimes.endStep();
    if (!m_isStopping && m_processorLooks.isDue(until)) followProcessors(until);
}

/// Applies the kernel's events and its CPU time account together: the owner of CPU time depends on which
/// processes were started when.
void ActiveRecording::applyUntil(std::int64_t time) {
    for (; m_appliedEvents < m_events.size() && m_events[m_appliedEvents].time <= time; ++m_appliedEvents) {
        m_cpuTimes.takeUntil(m_events[m_appliedEvents].time, *m_draft);
        apply(m_events[m_appliedEvents]);
    }
    m_cpuTimes.takeUntil(time, *m_draft);
}

void ActiveRecording::askForNames(std::int64_t now) {
    m_askedForNamesAt = now;
    m_tables.names().pump();
}

void ActiveRecording::take(const SampleRecord& sample) {
    // Called before any look-up, because cutting a segment retires processes and sweeps modules.
    cutIfFull(static_cast<std::int64_t>(sample.event.time));
    const auto process = m_tables.processes().processOf(
        static_cast<std::int32_t>(sample.event.pid), static_cast<std::int64_t>(sample.event.process_start));
    const auto& thread = m_tables.processes().threadOf(*process, static_cast<std::int32_t>(sample.event.tid));
    if (sample.event.flags & (sample_ended | sample_part_ended)) {
        if (!process->metadata.isKnown && process->metadata.question == 0)
            m_tables.labels().want(process, sample.event.cgroup, sample.event.user);
        m_lasting.end(sample.event, sample.labels, process, thread);
        return;
    }
    m_tables.labels().want(process, sample.event.cgroup, sample.event.user);
    m_sender->usage().count(sample.event);
    if (sample.event.flags & sample_begins) m_lasting.expect(sample.event);
    if (!sample.unfinished.empty() && m_unfinished->add(sample, process, thread)) return;
    add(sample, process, thread);
}

void ActiveRecording::add(const SampleRecord& sample, const SharedProcess& process,
                          const LiveThread& thread) {
    auto event = sample.event;
    auto frames = sample.frames;
    if (event.flags & sample_of_tracepoint) {
        const auto skipped = m_tracerFrames.countIn(frames.first(event.kernel_frames));
        frames = frames.subspan(skipped);
        event.kernel_frames = static_cast<std::uint16_t>(event.kernel_frames - skipped);
    }
    const SampleRecord shown{event, sample.labels, frames, {}};
    if (event.flags & sample_begins) {
        std::vector<CodeLocation> path;
        SegmentDraft::locate(shown, *process, m_tables.modules(), path);
        m_lasting.hold(event, std::move(path), process);
        return;
    }
    m_newLocations.clear();
    m_draft->add(shown, process, thread, m_tables.modules(), m_newLocations);
    wantNames(process);
}

/// The sample may have begun before the draft, so its code locations are located again.
void ActiveRecording::addLasting(const LastingSamples::Ended& sample) {
    if (!m_draft) return;
    cutIfFull(m_draft->startTime());
    m_newLocations.clear();
    m_draft->add(sample.event, sample.labels, sample.path, sample.process, sample.thread, m_newLocations);
    wantNames(sample.process);
}

void ActiveRecording::wantNames(const SharedProcess& process) {
    for (const auto& location : m_newLocations)
        m_tables.names().want(location, process);
    if (!process->executable.isNone()) m_tables.names().wantFile(process->executable, process);
}

/// Cuts the segment if it is full, or if the names use much memory: a segment with few names needs little,
/// and frees it when it is sent.
void ActiveRecording::cutIfFull(std::int64_t time) {
    const bool mayBeShort =
        m_draft->locations().size() >= locationsOfShortSegment && m_sender->hasRoomForShort();
    if (!m_draft->isFull() && !(m_tables.names().isCrowded() && mayBeShort)) return;
    // A stack that was finished later belongs to an earlier moment than the draft.
    cutSegment(m_isStopping ? m_stoppedAt : std::max(time, m_draft->startTime()));
}

void ActiveRecording::takeFinished(std::int64_t now) {
    m_unfinished->walkOn(now, [this](const FinishedStack& stack) {
        cutIfFull(static_cast<std::int64_t>(stack.event.time));
        // The mappings at the time of the sample.
        auto current = std::exchange(stack.process->space, stack.space);
        add({stack.event, stack.labels, stack.frames, {}}, stack.process, stack.thread);
        stack.process->space = std::move(current);
    });
}

void ActiveRecording::watchProgress(std::int64_t now) {
    const auto& [names, unwindTables, openers] = m_clients;
    const auto isWorking = [&] {
        return names.isWorking(now) || unwindTables.isWorking(now) ||
               (openers.files.waiting() > 0 && !openers.files.areAllHanging());
    };
    using Obstacle = ProgressWatch::Obstacle;
    const bool isReading = names.isReadingFile() || unwindTables.isReadingFile();
    m_progress.look(now,
                    {m_tables.names().waiting() + m_tables.names().code().wanted(), m_unfinished->size(),
                     m_tables.labels().waiting(),
                     static_cast<std::size_t>(m_sender->added() - m_sender->sent())},
                    isWorking,
                    isReading                     ? Obstacle::Disk
                    : openers.files.waiting() > 0 ? Obstacle::Opener
                                                  : Obstacle::OtherFiles);
}

void ActiveRecording::reportUnnamed() {
    m_clients.openers.files.reportHanging();
    const auto unnamed = m_tables.names().waiting();
    if (unnamed == 0 || std::exchange(m_isUnnamedReported, true)) return;
    report(endedWithoutNames(unnamed, m_clients.openers.files.waiting() > 0
                                          ? UnnamedBecause::ProviderHangs
                                          : UnnamedBecause::FilesTookTooLong));
}

void ActiveRecording::countChildren() {
    using Role = OwnUsage::Role;
    auto& usage = m_sender->usage();
    usage.setChild(Role::Names, m_clients.names.child());
    usage.setChild(Role::UnwindTables, m_clients.unwindTables.child());
    const auto files = m_clients.openers.files.processes();
    usage.setChild(Role::OpensFiles, files.empty() ? 0 : files.front());
    usage.setChild(Role::ReadsProcesses, m_clients.openers.processes.process());
    usage.setChild(Role::ReadsMetadata, m_clients.openers.metadata.process());
}

void ActiveRecording::tickLabels(std::int64_t now) {
    // After the stop there are no further events.
    for (const auto provider : m_tables.labels().tick(now, m_isStopping ? now : m_eventsUntil))
        report(labelsHang(provider));
}

void ActiveRecording::apply(const SidebandEvent& event) {
    m_tables.apply(event);
    if (event.kind == SidebandEvent::Kind::Exec) m_unwind->generated().programChanged(event.pid, event.time);
    if (event.kind == SidebandEvent::Kind::Map && event.mapping.path.ends_with("/libjvm.so"))
        m_unwind->generated().onJvmMapped(event.pid);
    if (event.kind == SidebandEvent::Kind::Lost) m_sender->losses().add({"process events"}, {event.count});
    if (event.kind == SidebandEvent::Kind::Throttled)
        m_sender->losses().add({"held back by the kernel"}, {event.count});
}

void ActiveRecording::reportSuspension(std::int64_t now) {
    if (const auto length = m_suspendWatch.look(now, timeSinceBoot()))
        report(machineSuspended(*length, now - m_startTime));
}

void ActiveRecording::followProcessors(std::int64_t now) {
    const auto look = m_sampler->followProcessors();
    if (!look.missed.empty() || !look.isComplete) m_processorLooks.changed(now);
    reportMissed(look.missed);
}

void ActiveRecording::reportMissed(const std::vector<Sampler::MissedTime>& missed) {
    for (const auto& [processor, length] : missed)
        report(processorMissed(processor, length, monotonicTime() - m_startTime));
}

/// Everything that a segment names stays in the tables until it is sent. If tables are too small, shorter
/// segments help.
std::int64_t ActiveRecording::segmentLength() const {
    constexpr std::int64_t second = 1'000'000'000;
    return m_tables.forgotten() == m_forgottenBefore ? m_options.segmentSeconds * second : second;
}

void ActiveRecording::cutSegment(std::int64_t endTime) {
    m_forgottenBefore = m_tables.forgotten();
    m_draft->end(endTime);
    auto next = SegmentDraft::after(*m_draft);
    m_sender->add(std::move(*m_draft), endTime);
    m_draft = std::move(next);
    m_tables.processes().retire(endTime);
    m_lasting.removeLost(endTime);
    m_tables.names().askNamelessAgain(NameTable::NamelessOf::UsedModules);
    askForNames(endTime);
    m_tables.endSegment(m_sender->added(), m_sender->sent(), endTime);
    m_sender->setTables(m_tables.describe(m_unwind->store(), m_cpuTimes.account()));
    auto& losses = m_sender->losses();
    losses.setTotal({"mappings without room"}, {m_tables.modules().refused()});
    losses.setTotal({"names without room"}, {m_tables.names().unasked()});
    losses.setTotal({"stacks of waits without room"}, {m_lasting.dropped()});
}

void ActiveRecording::markModules(std::vector<bool>& isUsed) const {
    m_sender->markModules(isUsed);
    m_draft->markModules(isUsed);
    m_unfinished->markModules(isUsed);
    m_lasting.markModules(isUsed);
}

} // namespace candela
