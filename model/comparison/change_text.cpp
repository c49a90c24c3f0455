#include "model/comparison/change_text.h"

#include "model/base/shown_text.h"
#include "model/base/units.h"
#include "model/comparison/significance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace candela {

namespace {

constexpr std::string_view minus = "−";

std::string signedText(double number, std::string_view magnitude) {
    return fmt::format("{}{}", number < 0 ? minus : number > 0 ? "+" : "", magnitude);
}

/// Small shares get one more decimal, so that they can be distinguished.
std::string percentDigits(double share) {
    const double size = std::abs(share) * 100;
    const int decimals = size >= 1000 ? 0 : size > 0 && size < 0.095 ? 2 : 1;
    return fmt::format("{:.{}f}", size, decimals);
}

std::string weightWords(double weight, const std::string& unit) {
    return shownText(formatWeight(std::llround(weight), unit));
}

/// The text after a weight that was divided.
std::string_view perText(Normalize normalize) {
    switch (normalize) {
    case Normalize::Duration:
        return "/s";
    case Normalize::CpuTime:
        return " per CPU s";
    case Normalize::Work:
        return " per unit";
    default:
        return "";
    }
}

/// How much more recording would decide a row: "+50 s" or "+3 runs".
std::string moreText(const ComparisonRow& row, const Comparison& comparison) {
    if (row.timesAsMuch <= 1) return {};
    const auto runs = std::max(comparison.base.runs(), comparison.newSide.runs());
    const double more = row.timesAsMuch - 1;
    constexpr double maximumMore = 1e6; // longer recordings are not practical
    if (more > maximumMore) return {};
    if (runs > 1) {
        const double number = std::ceil(more * static_cast<double>(runs));
        return fmt::format(", +{:.0f} {}", number, number == 1 ? "run" : "runs");
    }
    const auto duration =
        static_cast<double>(std::min(comparison.base.duration, comparison.newSide.duration));
    if (duration <= 0) return fmt::format(", {:.0f} × as many samples", std::ceil(row.timesAsMuch));
    return fmt::format(", +{}", formatDuration(std::llround(std::ceil(more * duration / 1e9) * 1e9)));
}

std::string_view blocksOrRuns(const ComparisonSide& side) {
    if (!side.sums) return "nothing that says how weights vary";
    switch (side.sums->kind) {
    case UnitKind::Runs:
        return "runs";
    case UnitKind::Blocks:
        return "blocks of time";
    case UnitKind::Whole:
        return "counts";
    }
    return "";
}

} // namespace

std::string sideText(std::int64_t weight, const ComparisonSide& side, const Comparison& comparison) {
    const double number = normalizedWeight(weight, side, comparison.normalize);
    if (comparison.normalize == Normalize::Share) return formatShare(number, 1);
    return fmt::format("{}{}", weightWords(number, comparison.valueUnit), perText(comparison.normalize));
}

std::string differenceText(double difference, const Comparison& comparison) {
    if (comparison.normalize == Normalize::Share)
        return signedText(difference, percentDigits(difference) + " pp");
    return fmt::format("{}{}",
                       signedText(difference, weightWords(std::abs(difference), comparison.valueUnit)),
                       perText(comparison.normalize));
}

std::string changeText(std::optional<double> change, std::int64_t base, std::int64_t newWeight) {
    if (base == 0) return newWeight == 0 ? "" : "new";
    if (newWeight == 0) return "removed";
    if (!change) return {};
    return signedText(*change, percentDigits(*change) + " %");
}

std::string intervalText(const std::optional<ChangeInterval>& interval) {
    if (!interval) return {};
    const auto end = [](double change) {
        return std::isfinite(change) ? signedText(change, percentDigits(change)) : std::string("∞");
    };
    return fmt::format("{} … {} %", end(interval->low), end(interval->high));
}

std::string_view verdictWords(Verdict verdict, const Comparison& comparison) {
    const bool isSlower = verdict == Verdict::Slower;
    if (!isSlower && verdict != Verdict::Faster) return verdictName(verdict);
    if (comparison.normalize == Normalize::Share) return isSlower ? "more of the total" : "less of the total";
    if (isTimeUnit(comparison.valueUnit)) return verdictName(verdict);
    return isSlower ? "more" : "less";
}

std::string verdictText(const ComparisonRow& row, const Comparison& comparison) {
    std::string text(verdictWords(row.verdict, comparison));
    if (row.verdict == Verdict::Same && std::isfinite(row.noChangeBeyond))
        text += fmt::format(" ± {} %", percentDigits(row.noChangeBeyond));
    if (row.verdict == Verdict::Unknown) text += moreText(row, comparison);
    return text;
}

std::string meaningText(const Comparison& comparison) {
    return std::string(normalizeMeaning(comparison.normalize));
}

std::string evidenceText(const Comparison& comparison) {
    const auto& base = comparison.base;
    const auto& newSide = comparison.newSide;
    if (!base.sums || !newSide.sums)
        return "Nothing states how much the weights vary: there are no intervals.";
    const auto isWhole = [](const ComparisonSide& side) { return side.sums->kind == UnitKind::Whole; };
    const auto numbered = [](const ComparisonSide& side) {
        return fmt::format("{} {}", formatCount(static_cast<std::int64_t>(side.sums->units())),
                           blocksOrRuns(side));
    };
    const auto isCounted = [&](const ComparisonSide& side) {
        return !isWhole(side) || side.sums->sampleWeight > 0;
    };
    std::string text;
    if (isWhole(base) && isWhole(newSide)) {
        if (!isCounted(base) || !isCounted(newSide))
            return "There are no times and no runs, and weights are no counts: nothing states how much they "
                   "vary.";
        text = fmt::format("There are no times and no runs: samples are assumed to vary {:.0f} times as much "
                           "as independent ones.",
                           assumedDispersion);
    } else if (isWhole(base) || isWhole(newSide)) {
        const bool isBase = isWhole(base);
        const auto& single = isBase ? base : newSide;
        const auto one = isBase ? "the base" : "the new side", other = isBase ? "the new side" : "the base";
        const auto units = numbered(isBase ? newSide : base);
        if (!isCounted(single))
            return fmt::format("There are {} of {}, but {} is one sum without times, whose weights are no "
                               "counts: nothing states how much they vary.",
                               units, other, one);
        text = fmt::format(
            "Intervals of 95 % from {} of {}; {} is one sum without times: its samples are assumed "
            "to vary {:.0f} times as much as independent ones{}.",
            units, other, one, assumedDispersion,
            (isBase ? newSide : base).runs() > 1 ? ", and at least as much as those runs" : "");
    } else if (base.runs() > 1 || newSide.runs() > 1) {
        text = fmt::format("Intervals of 95 % from the differences between runs: base {}, new {}.",
                           numbered(base), numbered(newSide));
    } else {
        text = fmt::format("Intervals of 95 % from {} and {}. With one run a side, differences "
                           "between runs are not in them.",
                           numbered(base), numbered(newSide));
    }
    return text + fmt::format(" At most {:.0f} % of comparisons without any change report one.",
                              100 * (1 - intervalLevel));
}

double differenceScale(const Comparison& comparison) {
    double largest = 0;
    for (const auto& row : comparison.rows)
        largest = std::max({largest, std::abs(row.selfDifference), std::abs(row.totalDifference)});
    // Shares that differ by less than a percentage point are mostly noise: they stay pale.
    return comparison.normalize == Normalize::Share ? std::max(largest, 0.01) : largest;
}

} // namespace candela
