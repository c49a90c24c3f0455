/// Turns the records of one perf.data capture into a profile: in the order of time, whichever processor's
/// buffer they came through.
#pragma once

#include "model/base/task.h"
#include "model/formats/perf_data/perf_data_header.h"
#include "model/formats/perf_data/perf_data_modules.h"
#include "model/formats/perf_data/perf_data_processes.h"
#include "model/formats/perf_data/perf_data_records.h"
#include "model/formats/perf_data/perf_data_stacks.h"
#include "model/profile/profile_builder.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace candela {

class PerfSession {
public:
    PerfSession(PerfHeader header, std::size_t unpackedLimit);

    Result<Profile> read(Task& task);

private:
    /// A record and when it happened.
    struct Moment {
        std::uint64_t time;
        const std::byte* header;
    };

    using Weight = std::pair<ValueTypeIndex, std::int64_t>;

    Result<void> collect(Task& task);
    void collectToolRecord(const std::byte* header);
    void sort();
    void addValues();
    Result<void> apply(Task& task);
    void apply(const PerfRecord& record, std::uint64_t time);
    void applyMap(const PerfRecord& record);
    void applyName(const PerfRecord& record, std::int64_t time);
    PerfProcesses::NewName reasonOf(const PerfRecord& nameRecord, bool isProcess) const;
    void applyForkOrExit(const PerfRecord& record, std::int64_t time);
    void applyLoss(const PerfRecord& record);
    void applyKernelSymbol(const PerfRecord& record);
    void applySwitch(const PerfRecord& record, std::int64_t time);
    void applyDeferredChain(const PerfRecord& record);
    void applySample(const PerfRecord& record, std::int64_t time);
    void weigh(std::size_t event);
    void addSamples(Sample sample, std::span<const Weight> weights);
    void addDeferredWithoutUser();
    void addSwitch(const PerfTracepoint& tracepoint, PerfThread& from, const Sample& sample);
    void endWait(PerfThread& thread, std::int64_t time, std::int32_t cpu);
    Result<void> checkUse() const;
    void addOrigin();
    void addWarnings();
    std::int64_t profileTime(std::uint64_t time) const;

    PerfHeader m_header;
    PerfRecords m_records;
    ProfileBuilder m_builder;
    PerfModules m_modules;
    PerfProcesses m_processes;
    PerfStacks m_stacks;

    std::vector<Moment> m_moments;
    std::uint64_t m_firstTime = 0;
    std::uint64_t m_lastTime = 0;
    bool m_hasTimedSample = false;
    std::vector<ValueTypeIndex> m_values;          // by event
    std::vector<const PerfTracepoint*> m_switches; // by event: where it is sched:sched_switch
    bool m_hasSwitchEvent = false;
    bool m_reportsExec = false;
    ValueTypeIndex m_offCpu;
    PerfSample m_sample;           // the current one
    std::vector<Weight> m_weights; // of the current one
    absl::flat_hash_map<std::pair<std::uint64_t, std::uint32_t>, std::uint64_t> m_counts; // by id and thread
    struct DeferredSample {
        Sample sample;
        PerfStacks::DeferredStack stack;
        std::vector<Weight> weights;
    };
    absl::flat_hash_map<std::uint32_t, std::vector<DeferredSample>> m_deferred; // by thread
    std::uint64_t m_unknownEvents = 0;
    std::uint64_t m_damagedSamples = 0;
    bool m_hasBranches = false;
};

} // namespace candela
