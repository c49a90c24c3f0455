/// Asks the kernel for its account of CPU time while a recording runs, in the order of time with all other
/// news about processes, and as often as it costs next to nothing.
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

    /// The recording begins: what threads used so far does not count.
    void begin(CpuTimeSource& source, std::int64_t now);

    /// Takes what waits in the ring. Then takeUntil() in steps, then endStep().
    void beginStep();
    void takeUntil(std::int64_t time, SegmentDraft& draft);
    void endStep();

    /// What the living threads used until now; not where they were asked a moment ago and are many.
    void countLivingIfCheap(std::int64_t now, SegmentDraft& draft);
    /// The recording ends at this moment; what happened before may still wait in the ring.
    void stop();
    /// Counts what is left, and what threads that were exiting still used.
    void end(SegmentDraft& draft);

    const CpuAccount& account() const { return m_account; }

private:
    CpuAccount m_account;
    CpuTimeSource* m_source = nullptr; // null: this kernel gives no account
    std::vector<cpu_time_event> m_events;
    std::size_t m_taken = 0; // of these, in this step
    std::int64_t m_notBefore = 0;
    std::vector<cpu_time_event> m_lastLiving;
};

} // namespace candela
