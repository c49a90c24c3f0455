/// What samples and switches of a perf.data capture
/// add to the profile: value types, and their samples.
#pragma once

#include "model/formats/perf_data/perf_data_header.h"
#include "model/formats/perf_data/perf_data_processes.h"
#include "model/formats/perf_data/perf_data_records.h"
#include "model/formats/perf_data/perf_data_sample.h"
#include "model/formats/perf_data/perf_data_stacks.h"
#include "model/profile/profile_builder.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace candela {

/// Records must be applied in order of time; times are the profile's.
class PerfSamples {
public:
    /// All arguments must outlive this object.
    PerfSamples(const PerfHeader& header, PerfProcesses& processes, PerfStacks& stacks,
                ProfileBuilder& builder)
        : m_header(header), m_processes(processes), m_stacks(stacks), m_builder(builder) {}

    /// To be called before all records. `counts` has the number of samples of each event.
    void addValues(std::span<const std::size_t> counts);
    void applySample(const PerfRecord& record, std::int64_t time);
    void applySwitch(const PerfRecord& record, std::int64_t time);
    void applyDeferredChain(const PerfRecord& record);
    /// To be called after the last record: adds samples whose user part never arrived.
    void addDeferredWithoutUser();

    /// Whether no sample was added.
    bool isEmpty() const;
    /// Sets the default value and its period.
    void addOrigin();
    void addWarnings();

private:
    using Weight = std::pair<ValueTypeIndex, std::int64_t>;
    struct DeferredSample {
        Sample sample;
        PerfStacks::DeferredStack stack;
        std::vector<Weight> weights;
    };

    void weigh(std::size_t event);
    void addSamples(Sample sample, std::span<const Weight> weights);
    void addSwitch(const PerfTracepoint& tracepoint, PerfThread& from, const Sample& sample);
    void endWait(PerfThread& thread, std::int64_t time, std::int32_t cpu);

    const PerfHeader& m_header;
    PerfProcesses& m_processes;
    PerfStacks& m_stacks;
    ProfileBuilder& m_builder;

    std::vector<ValueTypeIndex> m_values;          // by event
    std::vector<const PerfTracepoint*> m_switches; // for each event: set if it is sched:sched_switch
    bool m_hasSwitchEvent = false;
    ValueTypeIndex m_offCpu;
    PerfSample m_sample;           // the sample that is being applied
    std::vector<Weight> m_weights; // the weights of that sample
    absl::flat_hash_map<std::pair<std::uint64_t, std::uint32_t>, std::uint64_t> m_counts; // key: id and
                                                                                          // thread
    absl::flat_hash_map<std::uint32_t, std::vector<DeferredSample>> m_deferred;           // by thread
    std::uint64_t m_unknownEvents = 0;
    std::uint64_t m_damagedSamples = 0;
    bool m_hasBranches = false;
};

} // namespace candela
