/// The perf event of one processor, which all probes share: its ticks run the probes that sample at a
/// frequency, its ring carries sideband events about processes. Samples have rings of their own
/// (sample_rings.h). If it ticks by the CPU clock, there is a second event that only ticks: the two timers
/// are used in turns (sampling_periods.h).
#pragma once

#include "model/base/file.h"
#include "model/base/result.h"
#include "recorder/base/sideband.h"
#include "recorder/kernel/event_opener.h"

#include <cstdint>
#include <vector>

namespace candela {

class ProcessorEvent {
public:
    /// Opens the event for a processor that is online. At frequency 0 it does not tick. While no program is
    /// attached, ticks are written into the ring.
    static Result<ProcessorEvent> open(std::uint32_t processor, EventOpener& opener, std::uint32_t frequency);
    ProcessorEvent(ProcessorEvent&& other) noexcept;
    ProcessorEvent& operator=(ProcessorEvent&& other) noexcept;
    ~ProcessorEvent();

    std::uint32_t processor() const { return m_processor; }
    /// A descriptor to attach programs to and to wait on: it is readable once the ring fills up.
    int descriptor() const { return m_event.get(); }
    /// The descriptors of the events that tick: one or two. None if there is no frequency.
    std::vector<int> timers() const;
    /// Appends the events that arrived, in order of time.
    void read(std::vector<SidebandEvent>& events);
    /// For how many nanoseconds the event was enabled; this stops when its processor goes offline. 0 if it
    /// can't be read.
    std::uint64_t timeEnabled() const;

private:
    ProcessorEvent() = default;

    std::uint32_t m_processor = 0;
    FileDescriptor m_event;
    FileDescriptor m_secondTimer; // with the CPU clock only
    bool m_ticks = false;
    void* m_ring = nullptr;
    std::vector<std::byte> m_record; // copy of a record that wraps around the ring's end
};

} // namespace candela
