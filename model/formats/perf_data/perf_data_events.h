/// The events that a perf.data file was recorded with, and the event of each record.
#pragma once

#include "model/formats/perf_data/perf_data_bytes.h"
#include "model/formats/perf_data/perf_data_numbers.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace candela {

/// The part of perf_event_attr that defines the format of records; fields missing in an older file are 0.
struct PerfEvent {
    std::string name; ///< the name that perf recorded; empty: see perfEventName()
    std::uint32_t type = 0;
    std::uint64_t config = 0;
    std::uint64_t period = 0; ///< the period, or the frequency
    std::uint64_t sampleType = 0;
    std::uint64_t readFormat = 0;
    std::uint64_t flags = 0;
    std::uint64_t branchSampleType = 0;
    std::uint64_t userRegisters = 0;
    std::uint64_t interruptRegisters = 0;
    std::uint32_t userStackSize = 0;

    bool has(perf::SampleField field) const { return (sampleType & field) != 0; }
    bool hasFlag(perf::AttributeFlag flag) const { return (flags >> flag & 1) != 0; }
    bool isClock() const {
        return type == perf::Software &&
               (config == perf::softwareCpuClock || config == perf::softwareTaskClock);
    }
    bool isDummy() const { return type == perf::Software && config == perf::softwareDummy; }
    /// Whether the event is a hardware tracer, which fills traces and has no samples.
    bool isTracing() const;
};

/// Reads one perf_event_attr of any version from its own bytes; none if they are too few.
std::optional<PerfEvent> readPerfEvent(PerfDataBytes bytes);
/// The name that perf gives to an event without one.
std::string perfEventName(const PerfEvent& event);

class PerfEvents {
public:
    explicit PerfEvents(ByteOrder order) : m_order(order) {}

    /// Returns the row of the new event. Ids that other events already have are not changed.
    std::size_t add(PerfEvent event, std::span<const std::uint64_t> ids);
    void addId(std::size_t row, std::uint64_t id) { m_rows.try_emplace(id, row); }
    /// The event with that id; null if the id is unknown.
    PerfEvent* find(std::uint64_t id);
    std::optional<std::size_t> rowOf(std::uint64_t id) const;

    std::size_t size() const { return m_events.size(); }
    PerfEvent& operator[](std::size_t row) { return m_events[row]; }
    const PerfEvent& operator[](std::size_t row) const { return m_events[row]; }

    /// The event of a SAMPLE record's body; none if its id is unknown.
    std::optional<std::size_t> ofSample(std::span<const std::byte> body) const;
    /// The event of any other record from the kernel, from the `sample_id_all` fields at the body's end.
    std::optional<std::size_t> ofOther(std::span<const std::byte> body) const;
    /// The time of a record; 0 if the record does not state it.
    std::uint64_t timeOf(std::uint32_t type, std::span<const std::byte> body) const;

    ByteOrder order() const { return m_order; }

private:
    std::uint64_t numberAt(std::span<const std::byte> body, std::size_t offset) const;

    ByteOrder m_order;
    std::vector<PerfEvent> m_events;
    absl::flat_hash_map<std::uint64_t, std::size_t> m_rows; // by id
};

} // namespace candela
