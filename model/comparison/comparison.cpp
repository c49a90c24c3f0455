#include "model/comparison/comparison.h"

#include "model/base/parallel.h"
#include "model/base/text/model_text.h"
#include "model/comparison/matched/common_rows.h"
#include "model/comparison/significance.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace candela {

namespace {

constexpr std::array<std::pair<std::string_view, Normalize>, 5> namedNormalizations{{
    {"share", Normalize::Share},
    {"none", Normalize::None},
    {"duration", Normalize::Duration},
    {"cpu", Normalize::CpuTime},
    {"work", Normalize::Work},
}};

/// All rows of a side, roots too.
std::vector<GroupWeight> allRows(const ComparisonSide& side) {
    auto rows = side.functions ? *side.functions : groupWeights(*side.groups, side.weights);
    rows.insert(rows.end(), side.roots.begin(), side.roots.end());
    return rows;
}

/// A row per group; zero where a group has no weight.
std::vector<GroupWeight> rowsByGroup(const ComparisonSide& side) {
    std::vector<GroupWeight> rows(side.groups->size());
    for (const auto& row : allRows(side))
        rows[row.group.row()] = row;
    return rows;
}

std::shared_ptr<const Matching> matchedByNames(const ComparisonSide& base, const ComparisonSide& newSide) {
    const auto side = [](const ComparisonSide& own) {
        return MatchSide{.groups = own.groups, .rows = allRows(own), .total = own.weights.total};
    };
    return std::make_shared<const Matching>(matchSides(side(base), side(newSide)));
}

/// The divisor of a side's weights. Equal shares stay equal if they are divided; if they were multiplied by
/// factors, rounding could make them differ.
double divisorOf(const ComparisonSide& side, Normalize normalize) {
    switch (normalize) {
    case Normalize::Share:
        return static_cast<double>(side.weights.total);
    case Normalize::None:
        return static_cast<double>(side.runs());
    case Normalize::Duration:
        return static_cast<double>(side.duration) / 1e9;
    case Normalize::CpuTime:
    case Normalize::Work: {
        double sum = 0;
        for (const double exposure : exposures(side, normalize))
            sum += exposure;
        return sum;
    }
    }
    return 1;
}

/// Normalized weights that differ by less are equal: the difference is rounding.
constexpr double roundingOfWeight = 1e-12;

double differenceOf(double base, double newWeight) {
    const double difference = newWeight - base;
    const bool isRounding =
        std::abs(difference) <= roundingOfWeight * std::max(std::abs(base), std::abs(newWeight));
    return isRounding ? 0 : difference;
}

std::optional<double> changeOf(double base, double newWeight) {
    if (base == 0) return std::nullopt;
    return differenceOf(base, newWeight) == 0 ? 0 : newWeight / base - 1;
}

ComparisonRow rowOf(const Comparison& sides, const GroupMatch& match, const GroupWeight& base,
                    const GroupWeight& newSide) {
    // Rows have the names of the new side, because these are in the code that people have.
    const auto& named = match.newGroup ? *sides.newSide.groups : *sides.base.groups;
    const auto index = match.newGroup ? match.newGroup : match.base;

    ComparisonRow row;
    row.name = named[index].name;
    row.module = named.moduleName(index);
    row.base = match.base;
    row.newGroup = match.newGroup;
    row.baseSelf = base.self;
    row.newSelf = newSide.self;
    row.baseTotal = base.total;
    row.newTotal = newSide.total;
    const auto normalized = [&](std::int64_t weight, const ComparisonSide& side) {
        return normalizedWeight(weight, side, sides.normalize);
    };
    const auto baseSelf = normalized(base.self, sides.base);
    const auto newSelf = normalized(newSide.self, sides.newSide);
    const auto baseTotal = normalized(base.total, sides.base);
    const auto newTotal = normalized(newSide.total, sides.newSide);
    row.selfChange = changeOf(baseSelf, newSelf);
    row.totalChange = changeOf(baseTotal, newTotal);
    row.selfDifference = differenceOf(baseSelf, newSelf);
    row.totalDifference = differenceOf(baseTotal, newTotal);
    row.match = match.evidence;
    row.confidence = match.confidence;
    return row;
}

double sizeOf(const ComparisonRow& row, ComparisonOrder order) {
    const auto self = std::abs(row.selfDifference);
    const auto total = std::abs(row.totalDifference);
    switch (order) {
    case ComparisonOrder::Self:
        return self;
    case ComparisonOrder::Total:
        return total;
    case ComparisonOrder::Larger:
        break;
    }
    return std::max(self, total);
}

/// The weight on both sides, normalized.
double weightOfBoth(std::int64_t base, std::int64_t newWeight, const Comparison& comparison) {
    return normalizedWeight(base, comparison.base, comparison.normalize) +
           normalizedWeight(newWeight, comparison.newSide, comparison.normalize);
}

/// Whether the name is that of an event that a CPU counts while it runs, such as those of perf.
bool countsRunningTime(std::string_view name) {
    constexpr std::string_view parts[]{"cycles", "cpu-clock", "task-clock", "samples"};
    return std::ranges::any_of(parts, [&](auto part) { return name.find(part) != std::string_view::npos; });
}

} // namespace

std::optional<Normalize> normalizeFromName(std::string_view name) {
    const auto found =
        std::ranges::find(namedNormalizations, name, [](const auto& entry) { return entry.first; });
    return found == namedNormalizations.end() ? std::nullopt : std::optional(found->second);
}

std::string_view normalizeName(Normalize normalize) {
    return std::ranges::find(namedNormalizations, normalize, [](const auto& entry) { return entry.second; })
        ->first;
}

std::string_view normalizeMeaning(Normalize normalize) {
    switch (normalize) {
    case Normalize::Share:
        return ModelText::trLater("Compared by shares: each weight as a part of its own side's total.");
    case Normalize::None:
        return ModelText::trLater("Compared as measured: no weight is scaled.");
    case Normalize::Duration:
        return ModelText::trLater("Compared per second: each weight by how long its own side was recorded.");
    case Normalize::CpuTime:
        return ModelText::trLater("Compared per CPU second: each weight by the CPU time of its own side.");
    case Normalize::Work:
        return ModelText::trLater("Compared per unit of work: each weight by how much its own side did.");
    }
    return "";
}

std::string_view normalizeNames() {
    static const auto names = [] {
        std::string text;
        for (const auto& [name, normalize] : namedNormalizations)
            text.append(text.empty() ? "" : ", ").append(name);
        return text;
    }();
    return names;
}

std::string_view verdictName(Verdict verdict) {
    switch (verdict) {
    case Verdict::Slower:
        return ModelText::trLater("slower");
    case Verdict::Faster:
        return ModelText::trLater("faster");
    case Verdict::Same:
        return ModelText::trLater("same");
    case Verdict::Unknown:
        return ModelText::trLater("unknown");
    case Verdict::Changed:
        return ModelText::trLater("changed");
    }
    return ModelText::trLater("unknown");
}

std::string_view gapName(EvidenceGap gap) {
    switch (gap) {
    case EvidenceGap::None:
        break;
    case EvidenceGap::BrokenStacks:
        return ModelText::trLater("broken stacks");
    case EvidenceGap::MissingNames:
        return ModelText::trLater("missing names");
    }
    return "";
}

bool isChange(Verdict verdict) {
    return verdict == Verdict::Slower || verdict == Verdict::Faster;
}

bool isChange(Verdict verdict, double difference) {
    return difference > 0 ? verdict == Verdict::Slower : difference < 0 && verdict == Verdict::Faster;
}

std::vector<double> exposures(const ComparisonSide& side, Normalize normalize) {
    if (!side.sums) return {};
    const auto& sums = *side.sums;
    switch (normalize) {
    case Normalize::Share:
        return sums.totals;
    case Normalize::None:
        return std::vector<double>(sums.units(),
                                   sums.kind == UnitKind::Runs ? 1.0 : 1 / static_cast<double>(sums.units()));
    case Normalize::Duration:
        return sums.seconds;
    case Normalize::CpuTime:
        return sums.cpuTime;
    case Normalize::Work:
        return sums.work;
    }
    return {};
}

std::string_view missingDivisor(const ComparisonSide& side, Normalize normalize) {
    switch (normalize) {
    case Normalize::Duration:
        return side.duration <= 0 ? ModelText::trLater("duration") : "";
    case Normalize::CpuTime:
        return divisorOf(side, normalize) <= 0 ? ModelText::trLater("CPU time") : "";
    case Normalize::Work:
        return divisorOf(side, normalize) <= 0 ? ModelText::trLater("units of work") : "";
    default:
        return "";
    }
}

double normalizedWeight(std::int64_t weight, const ComparisonSide& side, Normalize normalize) {
    const double divisor = divisorOf(side, normalize);
    // A total may be negative in differences of profiles; shares of it are possible.
    const bool isPossible = normalize == Normalize::Share ? divisor != 0 : divisor > 0;
    return isPossible ? static_cast<double>(weight) / divisor : 0;
}

Normalize defaultNormalize(std::string_view valueName, std::string_view unit) {
    const bool goesByTime = isTimeUnit(unit) || unit == "samples" || countsRunningTime(valueName);
    return goesByTime ? Normalize::Share : Normalize::None;
}

bool isTimeUnit(std::string_view unit) {
    return unit == "nanoseconds" || unit == "microseconds" || unit == "milliseconds" || unit == "seconds";
}

Result<Comparison> compare(ComparisonSide base, ComparisonSide newSide, const ValueType& baseValue,
                           const ValueType& newValue, Normalize normalize,
                           std::shared_ptr<const Matching> matching, std::string_view rowWord) {
    Comparison result;
    result.valueName = base.groups->profile->text(baseValue.name);
    result.valueUnit = base.groups->profile->text(baseValue.unit);
    const auto newUnit = newSide.groups->profile->text(newValue.unit);
    const auto newName = newSide.groups->profile->text(newValue.name);
    if (!isTimeUnit(newUnit) && newUnit == result.valueUnit && newName != result.valueName &&
        !(countsRunningTime(newName) && countsRunningTime(result.valueName))) {
        return failure(ModelText::tr("the two sides can't be compared: one measures {}, the other {}",
                                     result.valueName, newName),
                       ErrorCode::Usage, "choose what to compare with --value");
    }
    if (newUnit != result.valueUnit) {
        return failure(
            ModelText::tr("the two sides can't be compared: one is measured in {}, the other in {}",
                          result.valueUnit, newUnit),
            ErrorCode::Usage, "choose what to compare with --value");
    }
    for (const auto* side : {&base, &newSide}) {
        const auto lack = missingDivisor(*side, normalize);
        if (lack.empty()) continue;
        return failure(
            ModelText::tr("{} has no {} to divide its weights by",
                          side == &base ? ModelText::tr("the base") : ModelText::tr("the new side"),
                          ModelText::translated(lack)),
            ErrorCode::Usage, "use --normalize share or none");
    }
    result.base = std::move(base);
    result.newSide = std::move(newSide);
    result.normalize = normalize;
    result.matching = matching ? std::move(matching) : matchedByNames(result.base, result.newSide);
    if (result.base.weights.total != 0 && result.newSide.weights.total != 0 &&
        !haveCommonRow(*result.matching, *result.base.groups, *result.newSide.groups))
        return std::unexpected(
            nothingInCommon(rowWord.empty() ? groupingName(result.base.groups->grouping) : rowWord));
    const auto baseRows = rowsByGroup(result.base), newRows = rowsByGroup(result.newSide);
    const auto& matches = result.matching->matches;
    result.rows.resize(matches.size());
    constexpr std::size_t minimumPart = 1000;
    const auto parts = partCount(matches.size(), minimumPart);
    inParallel(parts, [&](std::size_t part) {
        for (auto row = matches.size() * part / parts; row < matches.size() * (part + 1) / parts; ++row) {
            const auto& match = matches[row];
            result.rows[row] = rowOf(result, match, match.base ? baseRows[match.base.row()] : GroupWeight(),
                                     match.newGroup ? newRows[match.newGroup.row()] : GroupWeight());
        }
    });
    if (normalize != Normalize::Share)
        result.totalChange =
            changeOf(normalizedWeight(result.base.weights.total, result.base, normalize),
                     normalizedWeight(result.newSide.weights.total, result.newSide, normalize));
    judge(result);
    sortRows(result, ComparisonOrder::Larger);
    return result;
}

void sortRows(Comparison& comparison, ComparisonOrder order) {
    auto& rows = comparison.rows;
    // Keys are much smaller than rows.
    struct Key {
        double size, self, total;
        double weight, otherWeight; ///< of both sides: rows that did not change are ordered by it
        std::size_t row;
    };
    std::vector<Key> keys;
    keys.reserve(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        auto weight = -weightOfBoth(rows[row].baseSelf, rows[row].newSelf, comparison);
        auto otherWeight = -weightOfBoth(rows[row].baseTotal, rows[row].newTotal, comparison);
        if (order == ComparisonOrder::Total) std::swap(weight, otherWeight);
        keys.push_back({-sizeOf(rows[row], order), -std::abs(rows[row].selfDifference),
                        -std::abs(rows[row].totalDifference), weight, otherWeight, row});
    }
    std::ranges::stable_sort(keys, std::less(), [&](const Key& key) {
        return std::tuple(key.size, key.self, key.total, key.weight, key.otherWeight,
                          std::string_view(rows[key.row].name), std::string_view(rows[key.row].module));
    });
    std::vector<ComparisonRow> sorted;
    sorted.reserve(rows.size());
    for (const auto& key : keys)
        sorted.push_back(std::move(rows[key.row]));
    rows = std::move(sorted);
}

Verdict changeVerdict(const ComparisonRow& row) {
    if (isChange(row.totalVerdict)) return row.totalVerdict;
    return isChange(row.selfVerdict) ? row.selfVerdict : Verdict::Unknown;
}

double normalizedDifference(std::int64_t base, std::int64_t newWeight, const Comparison& comparison) {
    return normalizedWeight(newWeight, comparison.newSide, comparison.normalize) -
           normalizedWeight(base, comparison.base, comparison.normalize);
}

} // namespace candela
