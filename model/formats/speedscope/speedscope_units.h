/// The units of weights in speedscope files. Source: speedscope's file-format-schema.json.
#pragma once

#include <cstdint>
#include <string_view>

namespace candela {

struct SpeedscopeUnit {
    std::string_view name;
    std::int64_t nanoseconds; ///< in one unit; 0 if the unit is not time
    std::string_view value;   ///< name and unit of the value type for such weights
    std::string_view valueUnit;
};

inline constexpr SpeedscopeUnit speedscopeUnits[]{
    {"none", 0, "samples", "count"},
    {"nanoseconds", 1, "time", "nanoseconds"},
    {"microseconds", 1'000, "time", "nanoseconds"},
    {"milliseconds", 1'000'000, "time", "nanoseconds"},
    {"seconds", 1'000'000'000, "time", "nanoseconds"},
    {"bytes", 0, "memory", "bytes"},
};

/// The unit of that name; "none" for unknown names.
inline const SpeedscopeUnit& speedscopeUnit(std::string_view name) {
    for (const auto& unit : speedscopeUnits) {
        if (unit.name == name) return unit;
    }
    return speedscopeUnits[0];
}

} // namespace candela
