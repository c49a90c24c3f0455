/// The metadata of a perf.data file before and after its records: events, and facts about the machine. In
/// pipe mode the same facts are records, and are added here when they are reached.
#pragma once

#include "model/base/result.h"
#include "model/formats/perf_data/perf_data_events.h"
#include "model/formats/perf_data/perf_data_tracepoints.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// How the clock of the records relates to the time of day, at one moment.
struct PerfClock {
    std::int64_t sinceEpoch = 0; ///< nanoseconds
    std::uint64_t clock = 0;
};

class PerfHeader {
public:
    /// Reads the start of a file and, if it is a file rather than a pipe, the sections after its records.
    /// Fails if it is not a perf.data file, or was cut off before its first record.
    static Result<PerfHeader> read(std::span<const std::byte> file);

    ByteOrder order() const { return events.order(); }

    void addEvent(std::span<const std::byte> attributeAndIds);
    void updateEvent(std::span<const std::byte> update);
    void addEventType(std::span<const std::byte> body);
    /// Adds a feature's section; `feature` is its bit.
    void addFeature(unsigned feature, std::span<const std::byte> section);
    /// Takes the body of a build id record, and the record's misc.
    void addBuildId(std::span<const std::byte> body, std::uint16_t misc);
    /// Compares only names: the host, its kernel release and the kind of processor.
    bool isOfThisMachine() const;
    /// Names all events, once everything is read.
    void nameEvents();

    PerfEvents events;
    PerfTracepoints tracepoints;
    std::span<const std::byte> records;
    bool isCutOff = false;  ///< records, or the sections after them, are missing
    bool hasTraces = false; ///< hardware traces, which are no samples

    std::string hostName;
    std::string kernelRelease;
    std::string architecture;
    std::string processor;
    std::string commandLine;
    std::uint32_t cpus = 0;
    std::optional<PerfClock> clock;
    std::map<std::string, std::string, std::less<>> buildIds; ///< by path, in hexadecimal

private:
    explicit PerfHeader(ByteOrder order) : events(order) {}
    Result<void> readFileHeader(PerfDataBytes bytes, std::span<const std::byte> file);
    void readAttributes(PerfDataBytes section, std::uint64_t entrySize, std::span<const std::byte> file);
    void readFeatures(std::span<const std::uint64_t> bits, std::span<const std::byte> file,
                      std::uint64_t offset);
    void readEventDescriptions(PerfDataBytes section);
    void readCommandLine(PerfDataBytes section);
    void readClock(PerfDataBytes section);

    absl::flat_hash_map<std::uint64_t, std::string> m_oldNames; // by config; only in old pipes
};

/// Whether the bytes are the start of a perf.data file, in either byte order.
bool looksLikePerfData(std::span<const std::byte> start);

/// The bytes in hexadecimal, without the zeros that pad them.
std::string perfBuildIdText(std::span<const std::byte> bytes);

} // namespace candela
