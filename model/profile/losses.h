/// What a profile lacks: samples, other records, and ranges of time without any data. One wording for the
/// window, `info` and a recording that runs.
///
/// A Loss is a reason and a count; the reason says what is counted. So files keep losses that their reader
/// does not know, and JSON has them by reason. Losses of samples may name their value and what they would
/// have weighed.
#pragma once

#include "model/profile/profile_builder.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace candela {

/// What a loss counts. Records are a writer's of any kind, most of them samples; Time is a LostTime; Other is
/// none of these, and the reason says what ("mappings without room").
enum class LossKind { Samples, Records, Time, Other };
LossKind lossKind(const Loss& loss);

/// A range of time without data, because the file is damaged or was cut off; nanoseconds since the profile's
/// start.
struct LostTime {
    std::int64_t begin = 0;
    std::int64_t end = noTime; ///< noTime: how much is missing is not known
    bool operator==(const LostTime&) const = default;
};
void addLostTime(ProfileBuilder& builder, const LostTime& time);
/// None where the loss is of another kind.
std::optional<LostTime> lostTime(const Loss& loss);
std::vector<LostTime> lostTimes(const Profile& profile);

/// Losses that count samples; what else was lost is in other units and can't be added to them.
std::uint64_t lostSamples(const std::vector<Loss>& losses);

/// The part of the value's whole weight, recorded and lost, that was lost: 0 to 1. None where the loss has no
/// weight, or the profile no such value.
std::optional<double> lostShare(const Profile& profile, const Loss& loss);

/// "all from 3 s to 5 s", "1,234 samples of cpu (sample ring full)", "3 records (ring buffer full)",
/// "mappings without room: 8,190": times first, then samples; the largest of each kind first. Empty where
/// nothing is known to be missing.
std::vector<std::string> lossLines(const std::vector<Loss>& losses);
/// The same with shares: "1,234 samples of cpu (sample ring full), 1.3 % of its weight".
std::vector<std::string> lossLines(const Profile& profile);

} // namespace candela
