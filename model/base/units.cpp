#include "model/base/units.h"

#include "model/base/text/model_text.h"
#include "model/base/text/number_form.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <span>

namespace candela {

namespace {

struct Scale {
    double factor;
    std::string_view suffix;
};

constexpr std::array timeScales{Scale{1, "ns"}, Scale{1e3, "µs"}, Scale{1e6, "ms"}, Scale{1e9, "s"}};
constexpr std::array byteScales{Scale{1, "B"}, Scale{1e3, "kB"}, Scale{1e6, "MB"}, Scale{1e9, "GB"},
                                Scale{1e12, "TB"}};

std::string scaled(double value, std::span<const Scale> scales) {
    const Scale* chosen = &scales.front();
    for (const auto& scale : scales) {
        if (std::abs(value) >= scale.factor * 0.9995) chosen = &scale;
    }
    const double shown = value / chosen->factor;
    const double size = std::abs(shown);
    if (shown == std::floor(shown) && size < 1000) return fmt::format("{:.0f} {}", shown, chosen->suffix);
    const int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
    return fmt::format("{} {}", formatDecimal(shown, decimals), chosen->suffix);
}

} // namespace

std::string formatWeight(std::int64_t weight, std::string_view unit) {
    const auto value = static_cast<double>(weight);
    if (unit == "nanoseconds" || unit == "nanosecond" || unit == "ns") return scaled(value, timeScales);
    // The micro sign, and the Greek letter mu, which Austin writes.
    if (unit == "microseconds" || unit == "us" || unit == "\u00b5s" || unit == "\u03bcs")
        return scaled(value * 1e3, timeScales);
    if (unit == "milliseconds" || unit == "ms") return scaled(value * 1e6, timeScales);
    if (unit == "seconds" || unit == "s") return scaled(value * 1e9, timeScales);
    if (unit == "bytes" || unit == "byte" || unit == "B") return scaled(value, byteScales);
    if (unit == "kilobytes" || unit == "kB") return scaled(value * 1e3, byteScales);
    std::string text = formatCount(weight);
    if (!unit.empty() && unit != "count") text.append(" ").append(unit);
    return text;
}

std::string formatShare(double part, double total) {
    if (total == 0) return "–";
    const double percent = 100 * part / total;
    if (percent != 0 && std::abs(percent) < 0.05)
        return percent > 0 ? fmt::format("< {} %", formatDecimal(0.1, 1))
                           : fmt::format("> {} %", formatDecimal(-0.1, 1));
    return formatDecimal(percent, 1) + " %";
}

std::string formatCount(std::int64_t count) {
    return withGroups(fmt::format("{}", count));
}

std::string formatSamples(std::uint64_t count) {
    return count == 1 ? ModelText::tr("1 sample")
                      : ModelText::tr("{} samples", formatCount(static_cast<std::int64_t>(count)));
}

std::string formatDuration(std::int64_t nanoseconds) {
    return scaled(static_cast<double>(nanoseconds), timeScales);
}

std::string formatBytes(std::uint64_t bytes) {
    return scaled(static_cast<double>(bytes), byteScales);
}

} // namespace candela
