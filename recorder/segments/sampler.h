/// The kernel side of a recording: the loaded probes, each processor's event and sample ring, the scope.
/// Follows processors that come and go.
#pragma once

#include "model/base/result.h"
#include "recorder/base/event_loop.h"
#include "recorder/kernel/cpu_time_source.h"
#include "recorder/kernel/processor_event.h"
#include "recorder/kernel/sample_rings.h"
#include "recorder/kernel/sampling_periods.h"
#include "recorder/kernel/scope.h"
#include "recorder/probes/all_probes.h"
#include "recorder/samples/loss_ledger.h"
#include "recorder/segments/recording_options.h"
#include "recorder/segments/segment_builder.h"
#include "recorder/unwind/unwind_table_store.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace candela {

class Sampler {
public:
    /// Loads the probes; nothing is sampled yet. `onFull` is called when a ring should be emptied soon.
    static Result<std::unique_ptr<Sampler>> load(const RecordingOptions& options, EventLoop& loop,
                                                 std::unique_ptr<EventOpener> opener,
                                                 const UnwindTableStore& unwind, SampleCallback onSample,
                                                 std::function<void()> onFull);
    Sampler(const Sampler&) = delete;
    Sampler& operator=(const Sampler&) = delete;
    ~Sampler();

    /// Attaches the probes to every processor that is online, and adds the scope's processes.
    Result<void> start();
    /// Detaches the probes; the rings can still be read. The kernel's account continues until stopCounting().
    void stop();
    void stopCounting();
    const Scope& scope() const { return *m_scope; }

    /// To be called about ten times a second while it samples.
    void tick();
    /// Calls onSample for each sample in the rings.
    void takeSamples() { m_rings->drain(); }
    /// Appends the kernel's sideband events, in order of time within each processor.
    void takeEvents(std::vector<SidebandEvent>& events);
    /// Whether this kernel has its own account of CPU time, and the reason if it has none.
    bool hasCpuAccount() const { return m_cpuTimes->isOpen(); }
    const std::optional<Error>& accountProblem() const { return m_accountProblem; }
    CpuTimeSource& cpuTimes() { return *m_cpuTimes; }
    /// A processor that was not sampled for a while because it was offline.
    struct MissedTime {
        std::uint32_t processor = 0;
        std::int64_t nanoseconds = 0; ///< at most this long; the processor was offline for a part of it
    };
    struct ProcessorLook {
        std::vector<MissedTime> missed; ///< processors that were missing since the last complete look, and
                                        ///< are sampled again
        bool isComplete = true;         ///< false: one could not be started, the next look retries
    };
    /// Checks which processors are online now and whether their events still count; to be called about once a
    /// second.
    ProcessorLook followProcessors();
    /// The same just before sampling stops: nothing is started again.
    std::vector<MissedTime> missedAtEnd();

    /// The recording's values, by the numbers that samples have: the names of the tables.
    const std::vector<RecordedValue>& values() const { return m_values; }
    /// The names of the probes that take samples.
    std::vector<std::string_view> probes() const;
    TickSource source() const { return m_opener->source(); }
    std::uint32_t frequency() const { return m_frequency; }
    /// Whether a probe samples at the frequency.
    bool usesTicks() const;
    /// The cost of each probe, supporters included.
    std::vector<NamedProbeCost> costs() const;
    void countLosses(LossLedger& losses) const;

private:
    struct LoadedProbe {
        const ProbeEntry* entry = nullptr;
        std::string_view name;
        std::unique_ptr<Probe> probe;
        std::vector<Attachment> attachments; // attachments of a probe that is attached to the whole kernel
    };
    struct Processor {
        std::unique_ptr<ProcessorEvent> event;
        std::vector<Attachment> attachments;
        // The state at the last look:
        std::int64_t lookedAt = 0;     // CLOCK_MONOTONIC
        std::uint64_t timeEnabled = 0; // nanoseconds that its event was enabled
    };

    Sampler(EventLoop& loop, std::unique_ptr<EventOpener> opener, std::function<void()> onFull)
        : m_loop(loop), m_opener(std::move(opener)), m_onFull(std::move(onFull)) {}
    Result<void> loadProbes(const UnwindTableStore& unwind);
    Result<void> loadProbe(const ProbeEntry& entry, const ProbeRequest& request,
                           const UnwindTableStore& unwind, KernelTypes& types);
    static const ProbeEntry& entryOf(const ProbeRequest& request, TickSource source);
    std::uint32_t expectedSamples() const;
    bool isUsed(const ProbeEntry& entry) const;
    void addValues(const ProbeDescription& probe, const ProbeRequest& request);
    Result<void> startProcessor(std::uint32_t number);
    void stopProcessor(Processor& processor);
    static std::int64_t missedTime(Processor& processor);
    static bool hasMissedTime(Processor& processor);
    Result<void> varyPeriods();
    void varyOnce();

    EventLoop& m_loop;
    std::unique_ptr<EventOpener> m_opener;
    std::function<void()> m_onFull;
    std::uint32_t m_frequency = 0;
    std::vector<std::int32_t> m_pids;
    std::vector<ProbeRequest> m_requests; // at least one
    std::optional<Scope> m_scope;
    std::unique_ptr<SampleRings> m_rings;
    std::unique_ptr<CpuTimeSource> m_cpuTimes;
    std::optional<Error> m_accountProblem;
    std::unique_ptr<SamplingPeriods> m_periods;
    FileDescriptor m_periodTimer; // used with the CPU clock only
    bool m_variesAtTick = false;  // nothing needed another period at the last look
    std::vector<LoadedProbe> m_probes;
    std::vector<RecordedValue> m_values;
    std::vector<Processor> m_processors;
    std::vector<SidebandEvent> m_leftovers; // events of processors that went offline
    std::int64_t m_followedAt = 0;          // CLOCK_MONOTONIC time of the last look at processors
    bool m_ringsAreWatched = false;
    bool m_isSampling = false;
};

} // namespace candela
