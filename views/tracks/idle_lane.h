/// The time during which the machine's CPUs ran nothing, in recordings of a whole machine.
#pragma once

#include "model/analysis/samples/timeline.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <vector>

namespace candela {

struct IdleLane {
    std::int64_t total = 0;    ///< nanoseconds of all CPUs, as the kernel counted them
    std::int64_t capacity = 0; ///< of one slice: its length on all CPUs
    /// For each slice: its time on all CPUs without the CPU time of its samples, at least 0. The course is
    /// not recorded, so it also has what other virtual machines used and what was not sampled.
    std::vector<std::int64_t> weight;

    std::int64_t weightIn(std::size_t slice) const { return slice < weight.size() ? weight[slice] : 0; }
};

/// The value whose samples are CPU time, if the capture states the machine's idle time and has samples of all
/// processes; else none.
ValueTypeIndex idleValue(const Profile& profile);

/// From the timeline of that value without any filter, which has that many slices.
IdleLane idleLane(const Profile& profile, const Timeline& all, std::size_t slices);

/// "idle 1.5 s of 2 s": of one slice.
QString idleText(const IdleLane& idle, std::size_t slice);
QString idleToolTip(const Profile& profile, const IdleLane& idle);

} // namespace candela
