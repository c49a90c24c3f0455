/// One sample of a perf.data file, parsed. Format: PERF_RECORD_SAMPLE in linux:
/// include/uapi/linux/perf_event.h.
#pragma once

#include "model/formats/perf_data/perf_data_events.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace candela {

/// A column of words in the file, which may be in another byte order.
class PerfWords {
public:
    PerfWords() = default;
    PerfWords(std::span<const std::byte> bytes, ByteOrder order) : m_bytes(bytes), m_order(order) {}

    std::size_t size() const { return m_bytes.size() / sizeof(std::uint64_t); }
    std::uint64_t operator[](std::size_t row) const {
        std::uint64_t word = 0;
        std::memcpy(&word, m_bytes.data() + row * sizeof(word), sizeof(word));
        return m_order == ByteOrder::Own ? word : __builtin_bswap64(word);
    }

private:
    std::span<const std::byte> m_bytes;
    ByteOrder m_order = ByteOrder::Own;
};

/// The reading of one event of a group.
struct PerfReading {
    std::uint64_t value = 0;
    std::uint64_t id = 0;
};

struct PerfSample {
    std::size_t event = 0;
    std::uint64_t ip = 0;
    std::uint32_t pid = 0;
    std::uint32_t tid = 0;
    std::uint64_t time = 0;
    std::optional<std::uint32_t> cpu;
    std::uint64_t period = 0;
    std::vector<PerfReading> readings; ///< readings of a group's events; empty unless the file has them
    PerfWords chain;                   ///< innermost first, with perf::ChainMark between parts
    std::span<const std::byte> raw;
    PerfWords branches;               ///< each from, to and flags; newest first
    std::uint64_t registerWidth = 0;  ///< 0: no user registers; 1: 32-bit ones; 2: 64-bit ones
    PerfWords registers;              ///< in the order of the bits of the event's userRegisters
    std::span<const std::byte> stack; ///< memory from the stack pointer upwards
    bool isStackFull = false;         ///< the stack may continue after the copy
};

/// Reads into `sample`, whose memory is reused. False if
/// the record is too short for the fields of its event.
bool readPerfSample(const PerfEvent& event, std::span<const std::byte> body, ByteOrder order,
                    PerfSample& sample);

/// Process, thread and time of a record that is not a sample; 0 if it does not have them.
struct PerfSampleId {
    std::uint32_t pid = 0;
    std::uint32_t tid = 0;
    std::uint64_t time = 0;
    std::optional<std::uint32_t> cpu;
};

/// Reads the ids from the end of the record; all are 0 if events have none.
PerfSampleId readPerfSampleId(const PerfEvent& event, std::span<const std::byte> body, ByteOrder order);

} // namespace candela
