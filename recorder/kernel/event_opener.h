/// Opens the perf events of processors, whenever one comes. Some kernels (Debian's, by default) demand all
/// rights of an administrator for that; then a small process keeps them, which does nothing but open these
/// events.
#pragma once

#include "model/base/file.h"
#include "model/base/result.h"
#include "recorder/base/packet_socket.h"
#include "recorder/rights/protections.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace candela {

/// What makes a processor's event tick.
enum class TickSource : std::uint8_t {
    HardwareCycles, ///< processor cycles; none pass while the processor is idle
    CpuClock,       ///< a timer of the kernel; ticks for idle processors, too
    None,           ///< nothing: the event only carries news
};

/// What the kernel counts on a processor, whichever process causes it.
enum class CountedEvent : std::uint8_t {
    MinorFaults = 1, ///< page faults that were answered from memory
    MajorFaults = 2, ///< those that something was read for
};

/// What the kernel demands of a process that observes a processor.
enum class EventRight : std::uint8_t {
    Observer,      ///< CAP_PERFMON
    Administrator, ///< CAP_SYS_ADMIN
};
EventRight neededEventRight();

class EventOpener {
public:
    /// To be called while all rights are there. Chooses hardware cycles where this machine really counts
    /// them, else the CPU clock; fails where neither is allowed.
    static Result<std::unique_ptr<EventOpener>> create(EventRight right = neededEventRight());

    TickSource source() const { return m_source; }
    /// What the process is locked in without; empty where there is none.
    MissingProtections missing() const { return m_missing; }
    /// For a processor that is online, and of its own ring's size in bytes (a power of two). It is switched
    /// off. At frequency 0 it never ticks.
    Result<FileDescriptor> open(std::uint32_t processor, std::uint32_t frequency, std::uint32_t ringBytes);
    /// One that ticks after each `period` of what is counted there. It has no ring, and is on.
    Result<FileDescriptor> openCounter(std::uint32_t processor, CountedEvent counted, std::uint64_t period);

private:
    struct Request;
    static FileDescriptor openEvent(TickSource source, const Request& request);
    [[noreturn]] static void serve(PacketSocket recorder, TickSource source);
    Result<FileDescriptor> open(const Request& request);

    explicit EventOpener(TickSource source) : m_source(source) {}

    TickSource m_source;
    MissingProtections m_missing;
    std::optional<PacketSocket> m_process; // where we may not open them ourselves
};

/// The highest frequency that the kernel allows just now (kernel.perf_event_max_sample_rate); 0: not known.
std::uint32_t maximumKernelFrequency();

} // namespace candela
