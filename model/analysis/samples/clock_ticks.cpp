#include "model/analysis/samples/clock_ticks.h"

#include "model/profile/value_kinds.h"

#include <limits>

namespace candela {

bool hasTicks(const Profile& profile, ValueTypeIndex value) {
    const auto& table = profile.samples[value.row()];
    return !table.lasts && !table.time.empty() && profile.origin.period > 0 &&
           profile.origin.periodUnit == "nanoseconds" && profile.text(table.type.unit) == "nanoseconds" &&
           kindOf(profile, value) == ValueKind::Flow;
}

TimeRange rangeOfTicks(TimeRange range, std::int64_t maximumWeight) {
    if (__builtin_add_overflow(range.end, maximumWeight, &range.end))
        range.end = std::numeric_limits<std::int64_t>::max();
    return range;
}

} // namespace candela
