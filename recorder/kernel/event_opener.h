/// Opens the perf events of processors, also of those that come online later. Some kernels (Debian's, by
/// default) demand CAP_SYS_ADMIN for that; then a small process keeps this capability and only opens these
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

/// What a processor's event counts between two ticks.
enum class TickSource : std::uint8_t {
    HardwareCycles, ///< processor cycles; an idle processor counts none
    CpuClock,       ///< a timer of the kernel; idle processors tick, too
    None,           ///< no ticks: the event only carries sideband events
};

/// An event that the kernel counts on a processor, whichever process causes it.
enum class CountedEvent : std::uint8_t {
    MinorFaults = 1, ///< page faults that were served from memory
    MajorFaults = 2, ///< page faults that had to read something
};

/// The right that the kernel demands for observing a processor.
enum class EventRight : std::uint8_t {
    Observer,      ///< CAP_PERFMON
    Administrator, ///< CAP_SYS_ADMIN
};
EventRight neededEventRight();

class EventOpener {
public:
    /// Must be called with all rights. Chooses hardware cycles if this machine really counts them, else the
    /// CPU clock; fails if neither is allowed.
    static Result<std::unique_ptr<EventOpener>> create(EventRight right = neededEventRight());

    TickSource source() const { return m_source; }
    /// The protections that the process lacks; empty if there is no process.
    MissingProtections missing() const { return m_missing; }
    /// Opens the event of a processor that is online, disabled, with a ring of this many bytes (a power of
    /// two). At frequency 0 it never ticks. Without a ring (0 bytes) it has no sideband events.
    Result<FileDescriptor> open(std::uint32_t processor, std::uint32_t frequency, std::uint32_t ringBytes);
    /// Opens an event that ticks after each `period` counted events. It has no ring, and is enabled.
    Result<FileDescriptor> openCounter(std::uint32_t processor, CountedEvent counted, std::uint64_t period);

private:
    struct Request;
    static FileDescriptor openEvent(TickSource source, const Request& request);
    [[noreturn]] static void serve(PacketSocket recorder, TickSource source);
    Result<FileDescriptor> open(const Request& request);

    explicit EventOpener(TickSource source) : m_source(source) {}

    TickSource m_source;
    MissingProtections m_missing;
    std::optional<PacketSocket> m_process; // exists if this process may not open events itself
};

/// The maximum frequency that the kernel allows at this moment (kernel.perf_event_max_sample_rate); 0: not
/// known.
std::uint32_t maximumKernelFrequency();

} // namespace candela
