/// The tracepoints that a perf.data file describes: their names, and the offsets of their fields in a
/// sample's raw bytes. Format: the output of libtraceevent, "tracing data" of perf.data-file-format.txt.
#pragma once

#include "model/formats/perf_data/perf_data_bytes.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace candela {

struct PerfTracepoint {
    struct Field {
        std::size_t offset = 0;
        std::size_t size = 0;
    };

    std::string name; ///< "sched:sched_switch"
    std::map<std::string, Field, std::less<>> fields;
};

class PerfTracepoints {
public:
    /// Reads as much as possible of the tracing data.
    void read(std::span<const std::byte> tracingData);

    /// The tracepoint of an event's config; null if the file does not describe it.
    const PerfTracepoint* find(std::uint64_t id) const;

private:
    void addFormat(std::string_view system, std::string_view format);

    std::map<std::uint64_t, PerfTracepoint> m_tracepoints;
};

/// An integer field of a sample's raw bytes; none if it does not exist or is not within the bytes.
std::optional<std::int64_t> tracepointNumber(const PerfTracepoint& tracepoint, std::string_view field,
                                             PerfDataBytes raw);

} // namespace candela
