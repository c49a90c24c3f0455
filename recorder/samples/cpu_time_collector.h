/// Reads the kernel's account of CPU time during a recording, in order of time with all other events about
/// processes, and only as often as that costs next to nothing.
#pragma once

#include "recorder/kernel/cpu_time_source.h"
#include "recorder/samples/cpu_account.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace candela {

class CpuTimeCollector {
public:
    explicit CpuTimeCollector(ProcessTable& processes) : m_account(processes) {}

    /// To be called at the start of the recording: the CPU time that threads used so far does not count.
    void begin(CpuTimeSource& source, std::int64_t now);

    /// Takes the events in the ring. Then call takeUntil() as often as needed, then endStep().
    void beginStep();
    void takeUntil(std::int64_t time, SegmentDraft& draft);
    void endStep();

    /// Counts the CPU time of living threads until now, unless that was done a moment ago and they are many.
    void countLivingIfCheap(std::int64_t now, SegmentDraft& draft);
    /// To be called when the recording ends; earlier events may still be in the ring.
    void stop();
    /// Counts the rest, and the remaining CPU time of exiting threads.
    void end(SegmentDraft& draft);

    const CpuAccount& account() const { return m_account; }

private:
    CpuAccount m_account;
    CpuTimeSource* m_source = nullptr; // null: this kernel gives no account
    std::vector<cpu_time_event> m_events;
    std::size_t m_taken = 0; // how many of m_events were taken in this step
    std::int64_t m_notBefore = 0;
    std::vector<cpu_time_event> m_lastLiving;
};

} // namespace candela
