/// Turns the records of a perf.data capture into a profile, in the order of time across all processors'
/// buffers.
#pragma once

#include "model/base/task.h"
#include "model/formats/perf_data/perf_data_header.h"
#include "model/formats/perf_data/perf_data_modules.h"
#include "model/formats/perf_data/perf_data_processes.h"
#include "model/formats/perf_data/perf_data_records.h"
#include "model/formats/perf_data/perf_data_samples.h"
#include "model/formats/perf_data/perf_data_stacks.h"
#include "model/profile/profile_builder.h"

#include <cstdint>
#include <vector>

namespace candela {

class PerfSession {
public:
    PerfSession(PerfHeader header, std::size_t unpackedLimit);

    Result<Profile> read(Task& task);

private:
    /// A record and its time.
    struct Moment {
        std::uint64_t time;
        const std::byte* header;
    };

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
    PerfSamples m_samples;

    std::vector<Moment> m_moments;
    std::uint64_t m_firstTime = 0;
    std::uint64_t m_lastTime = 0;
    bool m_hasTimedSample = false;
    bool m_reportsExec = false;
};

} // namespace candela
