#include "model/comparison/change_text.h"

#include "model/base/shown_text.h"
#include "model/base/text/model_text.h"
#include "model/base/text/number_form.h"
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
    return formatDecimal(size, decimals);
}

std::string weightWords(double weight, const std::string& unit) {
    return shownText(formatWeight(std::llround(weight), unit));
}

/// The text after a weight that was divided.
std::string perText(Normalize normalize) {
    switch (normalize) {
    case Normalize::Duration:
        return "/s";
    case Normalize::CpuTime:
        return ModelText::tr(" per CPU s");
    case Normalize::Work:
        return ModelText::tr(" per unit");
    default:
        return "";
    }
}

/// A length of time that somebody would record, rounded up: "50 s", "11 min", "3 h", "12 days".
std::string recordingTime(double seconds) {
    constexpr double minute = 60, hour = 60 * minute, day = 24 * hour;
    constexpr double inLargerUnit = 2; // fewer are given in the smaller unit, which is more exact
    const auto in = [seconds](double unit) { return formatCount(std::llround(std::ceil(seconds / unit))); };
    if (seconds <= inLargerUnit * minute) return in(1) + " s";
    if (seconds <= inLargerUnit * hour) return in(minute) + " min";
    if (seconds <= inLargerUnit * day) return in(hour) + " h";
    return ModelText::tr("{} days", in(day));
}

/// How much more recording would decide a row: "50 s", "3 runs". "7 × as many samples" is the whole, not the
/// addition.
struct MoreRecording {
    std::string text; ///< empty: not known, or more than is practical
    bool isAddition = true;
};

std::string runsText(double number) {
    return number == 1 ? ModelText::tr("1 run") : ModelText::tr("{} runs", formatCount(std::llround(number)));
}

MoreRecording moreRecording(const ComparisonRow& row, const Comparison& comparison) {
    const double more = row.evidence().timesAsMuch - 1;
    constexpr double maximumMore = 1e6; // longer recordings are not practical
    if (more <= 0 || more > maximumMore) return {};
    const auto runs = std::max(comparison.base.runs(), comparison.newSide.runs());
    if (runs > 1) return {runsText(std::ceil(more * static_cast<double>(runs)))};
    const auto duration =
        static_cast<double>(std::min(comparison.base.duration, comparison.newSide.duration));
    if (duration <= 0)
        return {ModelText::tr("{} × as many samples",
                              formatCount(std::llround(std::ceil(row.evidence().timesAsMuch)))),
                false};
    return {recordingTime(more * duration / 1e9)};
}

/// "To tell, record 50 s more of each side."
std::string decidingText(const MoreRecording& more, bool hasRuns) {
    const auto howMuch = more.isAddition ? ModelText::tr("{} more", more.text) : more.text;
    return hasRuns ? ModelText::tr(" To tell, record {} of each side.", howMuch)
                   : ModelText::tr(" To tell, record {} of each side, or several runs.", howMuch);
}

/// "3 runs", "120 blocks of time".
std::string unitsText(const ComparisonSide& side) {
    const auto units = side.sums->units();
    switch (side.sums->kind) {
    case UnitKind::Runs:
        return runsText(static_cast<double>(units));
    case UnitKind::Blocks:
        return units == 1 ? ModelText::tr("1 block of time")
                          : ModelText::tr("{} blocks of time", formatCount(static_cast<std::int64_t>(units)));
    case UnitKind::Whole:
        break;
    }
    return ModelText::tr("one sum");
}

/// "1,234 samples in 120 blocks of time"; for weights that are no counts, only "120 blocks of time".
std::string weighedText(std::int64_t weight, const ComparisonSide& side) {
    const double sample = side.sums->sampleWeight;
    if (sample <= 0) return unitsText(side);
    const auto samples = formatSamples(
        static_cast<std::uint64_t>(std::llround(std::abs(static_cast<double>(weight)) / sample)));
    return side.sums->kind == UnitKind::Whole ? samples : ModelText::tr("{} in {}", samples, unitsText(side));
}

/// Why the gap leaves a row undecided, as sentences.
std::string gapText(EvidenceGap gap) {
    if (gap == EvidenceGap::BrokenStacks)
        return ModelText::tr(
            "The difference is no larger than the weight of stacks that are broken on one side "
            "only and may belong here: record both sides with whole stacks.");
    return ModelText::tr(
        "The difference is no larger than the weight of the module's code that has no name on "
        "one side: look up its names with --symbols, or keep the program's symbols.");
}

bool excludesNoChange(const std::optional<ChangeInterval>& interval) {
    return interval && (interval->low > 0 || interval->high < 0);
}

/// Whether it is known how much a side's weights vary.
bool hasVariance(const ComparisonSide& side) {
    return side.sums && (side.sums->kind != UnitKind::Whole || side.sums->sampleWeight > 0);
}

} // namespace

std::string normalizedText(double number, Normalize normalize, const std::string& unit) {
    if (normalize == Normalize::Share) return formatShare(number, 1);
    return fmt::format("{}{}", weightWords(number, unit), perText(normalize));
}

std::string sideText(std::int64_t weight, const ComparisonSide& side, const Comparison& comparison) {
    return normalizedText(normalizedWeight(weight, side, comparison.normalize), comparison.normalize,
                          comparison.valueUnit);
}

std::string differenceText(double difference, Normalize normalize, const std::string& unit) {
    if (normalize == Normalize::Share)
        return signedText(difference, ModelText::tr("{} pp", percentDigits(difference)));
    return fmt::format("{}{}", signedText(difference, weightWords(std::abs(difference), unit)),
                       perText(normalize));
}

std::string differenceText(double difference, const Comparison& comparison) {
    return differenceText(difference, comparison.normalize, comparison.valueUnit);
}

std::string weightCell(std::int64_t weight, const ComparisonSide& side, const Comparison& comparison) {
    return weight == 0 ? std::string() : sideText(weight, side, comparison);
}

std::string differenceCell(double difference, const Comparison& comparison) {
    return difference == 0 ? std::string() : differenceText(difference, comparison);
}

std::string intervalCell(const std::optional<ChangeInterval>& interval, std::int64_t base) {
    return base == 0 ? std::string() : intervalText(interval);
}

std::string changeText(std::optional<double> change, std::int64_t base, std::int64_t newWeight) {
    if (base == 0) return newWeight == 0 ? std::string() : ModelText::tr("new");
    if (newWeight == 0) return ModelText::tr("removed");
    if (!change) return {};
    return signedText(*change, percentDigits(*change) + " %");
}

std::string intervalText(const std::optional<ChangeInterval>& interval) {
    if (!interval) return {};
    const auto end = [](double change) {
        constexpr double maximumShown = 1000; // with few samples, larger factors have digits that mean
                                              // nothing
        if (std::isfinite(change) && change > maximumShown) return "> +" + formatCount(100'000);
        return std::isfinite(change) ? signedText(change, percentDigits(change)) : std::string("∞");
    };
    return fmt::format("{} … {} %", end(interval->low), end(interval->high));
}

std::string verdictWords(Verdict verdict, const Comparison& comparison) {
    const bool isSlower = verdict == Verdict::Slower;
    if (!isSlower && verdict != Verdict::Faster) return ModelText::translated(verdictName(verdict));
    if (comparison.normalize == Normalize::Share)
        return isSlower ? ModelText::tr("more of the total") : ModelText::tr("less of the total");
    if (isTimeUnit(comparison.valueUnit)) return ModelText::translated(verdictName(verdict));
    return isSlower ? ModelText::tr("more") : ModelText::tr("less");
}

std::string verdictText(const ComparisonRow& row, const Comparison& comparison) {
    if (row.match == MatchEvidence::Inlined && !isChange(row.verdict))
        return ModelText::translated(matchStep(row.match));
    auto text = verdictWords(row.verdict, comparison);
    if (row.verdict == Verdict::Same && std::isfinite(row.evidence().noChangeBeyond))
        text += fmt::format(" ± {} %", percentDigits(row.evidence().noChangeBeyond));
    if (row.verdict == Verdict::Unknown && row.gap() != EvidenceGap::None)
        return fmt::format("{}: {}", text, ModelText::translated(gapName(row.gap())));
    if (row.verdict == Verdict::Unknown) {
        const auto more = moreRecording(row, comparison);
        if (!more.text.empty()) text += fmt::format(", {}{}", more.isAddition ? "+" : "", more.text);
    }
    return text;
}

std::string rowEvidenceText(const ComparisonRow& row, const Comparison& comparison) {
    if (!hasVariance(comparison.base) || !hasVariance(comparison.newSide))
        return ModelText::tr(
            "Nothing states how much the weights vary: record samples with times, or several "
            "runs of each side.");
    const bool isOfSelf = isChange(row.selfVerdict) && !isChange(row.totalVerdict);
    auto text = ModelText::tr("The verdict is of {} and rests on {} (base) and {} (new).",
                              isOfSelf ? ModelText::tr("self") : ModelText::tr("total"),
                              weighedText(isOfSelf ? row.baseSelf : row.baseTotal, comparison.base),
                              weighedText(isOfSelf ? row.newSelf : row.newTotal, comparison.newSide));
    if (row.verdict != Verdict::Unknown) return text;
    if (row.gap() != EvidenceGap::None) return text + " " + gapText(row.gap());
    if (excludesNoChange(row.evidence().selfInterval) || excludesNoChange(row.evidence().totalInterval))
        text +=
            ModelText::tr(" Its interval excludes 0, but of so many rows some do by chance: that alone is no "
                          "verdict.");
    const auto more = moreRecording(row, comparison);
    const bool hasRuns = comparison.base.runs() > 1 || comparison.newSide.runs() > 1;
    if (more.text.empty())
        text += ModelText::tr(" To tell, record longer, or several runs of each side.");
    else
        text += decidingText(more, hasRuns);
    return text;
}

std::string wholeText(const Comparison& comparison) {
    if (comparison.normalize == Normalize::Share) {
        const auto count = [&](Verdict verdict) {
            return std::ranges::count(comparison.rows, verdict, &ComparisonRow::verdict);
        };
        std::string text;
        for (const auto verdict : {Verdict::Slower, Verdict::Faster, Verdict::Same, Verdict::Unknown})
            if (const auto rows = count(verdict); rows > 0)
                text += fmt::format("{}{} {}", text.empty() ? "" : ", ", formatCount(rows),
                                    verdictWords(verdict, comparison));
        if (text.empty()) return ModelText::tr("There is nothing to compare.");
        return fmt::format("{}: {}.",
                           comparison.verdict == Verdict::Changed ? ModelText::tr("Rows changed")
                                                                  : ModelText::tr("No row changed for sure"),
                           text);
    }
    const auto interval = comparison.totalInterval
                              ? fmt::format(" (95 %: {})", intervalText(comparison.totalInterval))
                              : std::string();
    switch (comparison.verdict) {
    case Verdict::Slower:
    case Verdict::Faster: {
        const auto words = verdictWords(comparison.verdict, comparison);
        if (!comparison.totalChange) return ModelText::tr("New is {}{}.", words, interval);
        return ModelText::tr("New is {} % {}{}.", percentDigits(*comparison.totalChange), words, interval);
    }
    case Verdict::Same:
        return ModelText::tr("New is the same{}.", interval);
    default:
        return ModelText::tr(
            "Whether new is {} or {} is unknown{}: record longer, or several runs of each side.",
            verdictWords(Verdict::Slower, comparison), verdictWords(Verdict::Faster, comparison), interval);
    }
}

std::string meaningText(const Comparison& comparison) {
    return ModelText::translated(normalizeMeaning(comparison.normalize));
}

std::string evidenceText(const Comparison& comparison) {
    const auto& base = comparison.base;
    const auto& newSide = comparison.newSide;
    if (!base.sums || !newSide.sums)
        return ModelText::tr("Nothing states how much the weights vary: there are no intervals.");
    const auto isWhole = [](const ComparisonSide& side) { return side.sums->kind == UnitKind::Whole; };
    const auto isEmpty = [](const ComparisonSide& side) {
        return side.weights.samples == 0 && side.weights.total == 0;
    };
    if (isEmpty(base) && isEmpty(newSide))
        return ModelText::tr("Nothing of either side was recorded in that time or passes the filters.");
    const auto nameOf = [&](bool isBase) {
        return isBase ? ModelText::tr("the base") : ModelText::tr("the new side");
    };
    if (isEmpty(base) || isEmpty(newSide))
        return ModelText::tr("Nothing of {} was recorded in that time or passes the filters: there are no "
                             "intervals.",
                             nameOf(isEmpty(base)));
    std::string text;
    if (isWhole(base) && isWhole(newSide)) {
        if (!hasVariance(base) || !hasVariance(newSide))
            return ModelText::tr(
                "There are no times and no runs, and weights are no counts: nothing states how "
                "much they vary.");
        text =
            ModelText::tr("There are no times and no runs: samples are assumed to vary {:.0f} times as much "
                          "as independent ones.",
                          assumedDispersion);
    } else if (isWhole(base) || isWhole(newSide)) {
        const bool isBase = isWhole(base);
        const auto& single = isBase ? base : newSide;
        const auto one = nameOf(isBase), other = nameOf(!isBase);
        const auto units = unitsText(isBase ? newSide : base);
        if (!hasVariance(single))
            return ModelText::tr("There are {} of {}, but {} is one sum without times, whose weights are no "
                                 "counts: nothing states how much they vary.",
                                 units, other, one);
        text = ModelText::tr(
            "Intervals of 95 % from {} of {}; {} is one sum without times: its samples are assumed "
            "to vary {:.0f} times as much as independent ones{}.",
            units, other, one, assumedDispersion,
            (isBase ? newSide : base).runs() > 1 ? ModelText::tr(", and at least as much as those runs")
                                                 : std::string());
    } else if (base.runs() > 1 || newSide.runs() > 1) {
        text = ModelText::tr("Intervals of 95 % from the differences between runs: base {}, new {}.",
                             unitsText(base), unitsText(newSide));
    } else {
        text = ModelText::tr("Intervals of 95 % from {} and {}. With one run a side, differences "
                             "between runs are not in them.",
                             unitsText(base), unitsText(newSide));
        if (comparison.normalize == Normalize::Work)
            text +=
                ModelText::tr(" The work of a run is taken for the same in each block of its time: where "
                              "its load varies, as on a busy machine, they are wide. Several runs a side, "
                              "each with its work, do not need that.");
    }
    return text + ModelText::tr(" At most {:.0f} % of comparisons without any change report one.",
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
