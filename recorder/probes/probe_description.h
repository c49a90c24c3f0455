/// What a probe measures and how it can be asked for, in words that every client shows as they are.
#pragma once

#include "model/recording/probe_request.h"
#include "model/recording/recording.pb.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace candela {

/// One quantity that a probe measures. Its samples are one table of the recording.
struct ProbeValue {
    std::string_view name; ///< "minor-faults"
    std::string_view unit; ///< as in ValueType: "nanoseconds", "count"
    recording::ValueKind kind = recording::COUNT;
    bool isDefault = false;       ///< the one to show first, of this probe's
    std::string_view option = {}; ///< a recording has the value where this option is not 0; empty: always
};

/// A number that changes how a probe measures.
struct ProbeOption {
    std::string_view name;
    std::string_view description; ///< one line
    std::string_view unit;
    std::uint64_t defaultNumber = 0;
    std::uint64_t minimum = 0;
    std::uint64_t maximum = 0;
};

/// What a probe says of each sample besides its weight. Kernel programs number labels and texts.
struct ProbeLabel {
    std::string_view key;
    std::span<const std::string_view>
        texts; ///< of a label that is one of several; else the program has the text
};

struct ProbeDescription {
    std::string_view name;        ///< "faults"
    std::string_view title;       ///< "Page faults"
    std::string_view description; ///< one line
    std::string_view cost;        ///< one line: what it costs the machine
    std::span<const ProbeValue> values;
    std::span<const ProbeOption> options;
    std::span<const ProbeLabel> labels;
};

/// Refuses options that the probe does not have, numbers out of range, and what is given twice.
Result<void> checkOptions(const ProbeDescription& probe, const ProbeRequest& request);
/// The number that was asked for, or the default.
std::uint64_t numberOf(const ProbeDescription& probe, const ProbeRequest& request, std::string_view option);

/// The same for clients.
void announce(const ProbeDescription& probe, recording::Probe& announced);

} // namespace candela
