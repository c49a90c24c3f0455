/// What a profile lacks: samples, other records, and ranges of time without any data. The same wording in the
/// window, `info` and a running recording.
///
/// A Loss is a reason and a count; the reason states what is counted. So files keep losses that their reader
/// does not know, and JSON has them by reason. Losses of samples may state their value and the weight that
/// they would have had.
#pragma once

#include "model/profile/profile_builder.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace candela {

/// The unit of a loss. Records are any records of a writer, mostly samples; Time is a LostTime; Other is none
/// of these, and the reason states the unit ("mappings without room").
enum class LossKind { Samples, Records, Time, Other };
LossKind lossKind(const Loss& loss);

/// A range of time without data, because the file is damaged or was cut off; nanoseconds since the profile's
/// start.
struct LostTime {
    std::int64_t begin = 0;
    std::int64_t end = noTime; ///< noTime: the length is not known
    bool operator==(const LostTime&) const = default;
};
void addLostTime(ProfileBuilder& builder, const LostTime& time);
/// The range of a loss of time; none for losses of another kind.
std::optional<LostTime> lostTime(const Loss& loss);
std::vector<LostTime> lostTimes(const Profile& profile);

/// The sum of the losses that count samples; other losses have other units and can't be added.
std::uint64_t lostSamples(const std::vector<Loss>& losses);

/// The lost share of the value's weight, 0 to 1: lost weight divided by recorded and lost weight together.
/// None if the loss has no weight, or if the profile has no such value.
std::optional<double> lostShare(const Profile& profile, const Loss& loss);

/// "all from 3 s to 5 s", "1,234 samples of cpu (sample ring full)", "3 records (ring buffer full)",
/// "mappings without room: 8,190": times first, then samples; within each kind, the largest first. Empty if
/// nothing is known to be missing.
std::vector<std::string> lossLines(const std::vector<Loss>& losses);
/// The same with shares: "1,234 samples of cpu (sample ring full), 1.3 % of its weight".
std::vector<std::string> lossLines(const Profile& profile);

} // namespace candela
