/// Files as texts in tests: read with the format that recognizes them.
#pragma once

#include "model/base/byte_reader.h"
#include "model/formats/format.h"

#include <string>
#include <string_view>

namespace candela {

inline Result<Profile> readText(std::string_view text) {
    const auto bytes = asBytes(text);
    auto input = Input::fromBytes("-", {bytes.begin(), bytes.end()});
    Task task;
    return readProfile(input, task);
}

/// The format's name and the first violated invariant, or the error. "perf-script" if the profile is valid.
inline std::string outcome(const Result<Profile>& profile) {
    if (!profile) return profile.error().message;
    return profile->origin.format + check(*profile);
}

/// "cycles [count] 12 in 3": each value type with its total and number of samples, one per line.
inline std::string valuesOf(const Profile& profile) {
    std::string text;
    for (std::size_t row = 0; row < profile.samples.size(); ++row) {
        const auto& table = profile.samples[row];
        text += std::string(profile.text(table.type.name)) + " [" +
                std::string(profile.text(table.type.unit)) + "] " +
                std::to_string(profile.totalWeight(ValueTypeIndex(row))) + " in " +
                std::to_string(table.size()) + "\n";
    }
    return text;
}

/// The warnings, each on a line.
inline std::string warningsOf(const Profile& profile) {
    std::string text;
    for (const auto& warning : profile.warnings)
        text += warning + "\n";
    return text;
}

} // namespace candela
