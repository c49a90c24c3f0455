/// The values that a probe measures and its options, in texts that every client shows unchanged.
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
    bool isDefault = false;       ///< the value of the probe that is shown first
    std::string_view option = {}; ///< the value is recorded if this option is not 0; empty: always
};

/// A number that changes how a probe measures.
struct ProbeOption {
    std::string_view name;
    std::string_view description; ///< one line of text
    std::string_view unit;
    std::uint64_t defaultNumber = 0;
    std::uint64_t minimum = 0;
    std::uint64_t maximum = 0;
};

/// A label of a probe's samples. Kernel programs refer to labels and texts by their positions in these lists.
struct ProbeLabel {
    std::string_view key;
    std::span<const std::string_view> texts; ///< the possible texts; empty: the program writes the text
};

struct ProbeDescription {
    std::string_view name;        ///< "faults"
    std::string_view title;       ///< "Page faults"
    std::string_view description; ///< one line of text
    std::string_view cost;        ///< one line: the cost for the machine
    std::span<const ProbeValue> values;
    std::span<const ProbeOption> options;
    std::span<const ProbeLabel> labels;
};

/// Fails for options that the probe does not have, numbers out of range, and options given twice.
Result<void> checkOptions(const ProbeDescription& probe, const ProbeRequest& request);
/// The number that was requested, or the default.
std::uint64_t numberOf(const ProbeDescription& probe, const ProbeRequest& request, std::string_view option);

/// Adds the description to an announcement, for clients.
void announce(const ProbeDescription& probe, recording::Probe& announced);

} // namespace candela
