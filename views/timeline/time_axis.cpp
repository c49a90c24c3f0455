#include "views/timeline/time_axis.h"

#include "model/base/text/number_form.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace candela {

namespace {

struct TimeUnit {
    std::int64_t nanoseconds;
    const char* sign;
};
constexpr std::array units{TimeUnit{1'000'000'000, "s"}, TimeUnit{1'000'000, "ms"}, TimeUnit{1'000, "µs"},
                           TimeUnit{1, "ns"}};

/// The smallest of 1, 2, 5, 10, 20, … that is at least `least`.
std::int64_t roundStep(double least) {
    double power = 1;
    while (power * 10 <= least)
        power *= 10;
    for (const double factor : {1, 2, 5, 10})
        if (power * factor >= least) return static_cast<std::int64_t>(power * factor);
    return static_cast<std::int64_t>(power * 10);
}

/// Whole recordings are labelled in seconds; for steps below a tenth of a millisecond, a smaller unit is more
/// readable.
const TimeUnit& unitOf(std::int64_t step) {
    return *std::ranges::find_if(units,
                                 [step](const TimeUnit& unit) { return step * 10'000 > unit.nanoseconds; });
}

/// A multiple of `step` with as many decimals as the step needs.
QString stepText(std::int64_t time, std::int64_t step, const TimeUnit& unit) {
    int decimals = 0;
    for (auto part = unit.nanoseconds; part > step && decimals < 9; part /= 10)
        ++decimals;
    return QString::fromStdString(
        formatDecimal(static_cast<double>(time) / static_cast<double>(unit.nanoseconds), decimals) + " " +
        unit.sign);
}

} // namespace

std::vector<TimeTick> timeTicks(TimeRange range, int most) {
    const auto length = static_cast<double>(range.end) - static_cast<double>(range.begin);
    if (length <= 0 || most < 1) return {};
    const auto step = roundStep(length / most);
    auto first = range.begin / step * step;
    if (first < range.begin) first += step;
    std::vector<TimeTick> ticks;
    for (auto time = first; time < range.end && static_cast<int>(ticks.size()) < most; time += step)
        ticks.push_back({time, stepText(time, step, unitOf(step))});
    return ticks;
}

QString timeText(std::int64_t time, std::int64_t length) {
    const auto step = roundStep(std::max(static_cast<double>(length) / 2000, 1.0));
    return stepText(time, step, unitOf(step));
}

QString timeText(std::int64_t time, std::int64_t length, std::int64_t axisLength) {
    constexpr double labels = 10; // about as many as an axis has
    const auto step = roundStep(std::max(static_cast<double>(length) / 2000, 1.0));
    return stepText(time, step, unitOf(roundStep(std::max(static_cast<double>(axisLength) / labels, 1.0))));
}

} // namespace candela
