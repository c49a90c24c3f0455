/// One running recording: takes records and events of the kernel's programs, finds the owners, and sends a
/// segment every few seconds.
#pragma once

#include "model/base/result.h"
#include "recorder/base/event_loop.h"
#include "recorder/base/suspend_watch.h"
#include "recorder/kernel/processor_looks.h"
#include "recorder/kernel/tracer_frames.h"
#include "recorder/processes/live_process.h"
#include "recorder/progress_watch.h"
#include "recorder/recording_tables.h"
#include "recorder/samples/cpu_time_collector.h"
#include "recorder/samples/lasting_samples.h"
#include "recorder/samples/sample_queue.h"
#include "recorder/samples/segment_draft.h"
#include "recorder/sandbox_watch.h"
#include "recorder/segments/recording_options.h"
#include "recorder/segments/sampler.h"
#include "recorder/segments/segment_sender.h"
#include "recorder/unwind/unfinished_stacks.h"
#include "recorder/unwind/unwind_tables.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace candela {

class ActiveRecording {
public:
    /// The minimum number of locations in a segment that is cut early because names use much memory.
    static constexpr std::size_t locationsOfShortSegment = 128;

    /// Attaches the probes; the opener was made while all rights were there. What needs rights that a running
    /// recording does without is done here; begin() follows. `onEnd` is called once, when the output has the
    /// last segment or is broken.
    static Result<std::unique_ptr<ActiveRecording>> prepare(const RecordingOptions& options,
                                                            std::unique_ptr<EventOpener> opener,
                                                            EventLoop& loop, const SandboxClients& clients,
                                                            Output& output, std::function<void()> onEnd);
    ActiveRecording(const ActiveRecording&) = delete;
    ActiveRecording& operator=(const ActiveRecording&) = delete;

    /// Reads the processes that run already, and sends the first segment.
    void begin();
    /// To be called about ten times a second.
    void tick();
    /// Stops sampling, and takes the records that are still in the rings; the last segment follows once it
    /// has its names. A second call does nothing.
    void stop();
    /// Reports a failure to the client with the next segment.
    void report(recording::Failure failure) { m_sender->report(std::move(failure)); }

private:
    ActiveRecording(const RecordingOptions& options, const SandboxClients& clients, Output& output,
                    std::function<void()> onEnd);
    Result<void> attachProbes(std::unique_ptr<EventOpener> opener, EventLoop& loop);

    void collect();
    void applyUntil(std::int64_t time);
    void askForNames(std::int64_t now);
    void take(const SampleRecord& sample);
    void add(const SampleRecord& sample, const SharedProcess& process, const LiveThread& thread);
    void addLasting(const LastingSamples::Ended& sample);
    void wantNames(const SharedProcess& process);
    void cutIfFull(std::int64_t time);
    void takeFinished(std::int64_t now);
    /// After stop(): true when no stack waits for its unwind table any more and the sender has the last
    /// draft.
    bool finishUnfinished(std::int64_t now);
    bool areLateNamesAwaited(std::int64_t now) const;
    bool isCodeAwaited(std::int64_t now);
    void watchProgress(std::int64_t now);
    void reportUnnamed();
    void apply(const SidebandEvent& event);
    void countChildren();
    void tickLabels(std::int64_t now);
    void cutSegment(std::int64_t endTime);
    std::int64_t segmentLength() const;
    void markModules(std::vector<bool>& isUsed) const;
    void reportSuspension(std::int64_t now);
    void followProcessors(std::int64_t now);
    void reportMissed(const std::vector<Sampler::MissedTime>& missed);

    RecordingOptions m_options;
    SandboxClients m_clients;
    Output& m_output;
    std::function<void()> m_onEnd;

    RecordingTables m_tables;
    TracerFrames m_tracerFrames{m_tables.kernel()};
    SandboxWatch m_sandbox;
    std::unique_ptr<UnwindTables> m_unwind;
    std::unique_ptr<UnfinishedStacks> m_unfinished;
    LastingSamples m_lasting{[this](const auto& sample) { addLasting(sample); }};
    std::unique_ptr<Sampler> m_sampler;
    std::unique_ptr<SegmentSender> m_sender;

    CpuTimeCollector m_cpuTimes;
    SuspendWatch m_suspendWatch;
    ProcessorLooks m_processorLooks;
    SampleQueue m_samples;
    std::vector<SidebandEvent> m_events; // read but not applied yet
    std::size_t m_appliedEvents = 0;     // how many of m_events were applied in this collection
    std::vector<CodeLocation> m_newLocations;
    std::optional<SegmentDraft> m_draft;
    std::uint64_t m_forgottenBefore = 0; // number of forgotten entries when the draft began
    std::int64_t m_startTime = 0;
    std::int64_t m_askedForNamesAt = 0;
    std::int64_t m_eventsUntil = 0; // all events before this time were applied
    std::int64_t m_stoppedAt = 0;
    ProgressWatch m_progress; // after stop()
    bool m_isLastCodeWanted = false;
    bool m_isUnnamedReported = false;
    bool m_isStopping = false;
    bool m_isEnded = false;
};

} // namespace candela
