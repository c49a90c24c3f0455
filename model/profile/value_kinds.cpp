#include "model/profile/value_kinds.h"

#include "model/base/text/model_text.h"
#include "model/base/text/number_form.h"
#include "model/base/units.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace candela {

namespace {

constexpr double second = 1e9;

struct KindRow {
    ValueKind kind;
    Density density;
};

constexpr std::array kinds{
    KindRow{ValueKind::Flow, Density::Rate},
    KindRow{ValueKind::Duration, Density::AtOnce},
    KindRow{ValueKind::Count, Density::Rate},
    KindRow{ValueKind::Gauge, Density::Level},
};

/// "2.1", "340": three digits, without trailing zeros after the point.
std::string numberText(double number) {
    const auto size = std::abs(number);
    if (size >= 99.95 || number == std::round(number))
        return formatCount(static_cast<std::int64_t>(std::round(number)));
    return formatDecimal(number, size >= 9.995 ? 1 : 2);
}

/// The number as an integer, limited to its range, because damaged files may have any weights.
std::int64_t rounded(double number) {
    constexpr auto limit = static_cast<double>(std::numeric_limits<std::int64_t>::max() / 2);
    return static_cast<std::int64_t>(std::round(std::clamp(number, -limit, limit)));
}

} // namespace

ValueKind kindOf(const Profile& profile, ValueTypeIndex value) {
    const auto& table = profile.samples[value.row()];
    if (table.kind != ValueKind::Unstated) return table.kind;
    if (table.lasts) return ValueKind::Duration;
    return profile.text(table.type.unit) == "count" ? ValueKind::Count : ValueKind::Flow;
}

Density densityOf(ValueKind kind) {
    for (const auto& row : kinds) {
        if (row.kind == kind) return row.density;
    }
    return Density::Rate;
}

std::string_view densityName(Density density) {
    switch (density) {
    case Density::Rate:
        return ModelText::trLater("rate");
    case Density::AtOnce:
        return ModelText::trLater("how many at once");
    case Density::Level:
        return ModelText::trLater("level");
    }
    return {};
}

std::string densityText(Density density, std::int64_t weight, std::int64_t length, std::string_view unit) {
    if (density == Density::Level) return formatWeight(weight, unit);
    const double share = static_cast<double>(weight) / static_cast<double>(std::max<std::int64_t>(length, 1));
    if (density == Density::AtOnce) return ModelText::tr("{} at once", numberText(share));
    const double rate = share * second;
    // Small rates have decimals, because less than one per second would round to zero.
    const bool isPlain = unit.empty() || unit == "count";
    return (isPlain && std::abs(rate) < 100 ? numberText(rate) : formatWeight(rounded(rate), unit)) + "/s";
}

} // namespace candela
