#include "model/comparison/comparison.h"

#include "model/analysis/grouping/function_identities.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <limits>
#include <tuple>
#include <utility>

namespace candela {

namespace {

constexpr std::array<std::pair<std::string_view, Normalize>, 3> normalizeNames{{
    {"share", Normalize::Share},
    {"none", Normalize::None},
    {"duration", Normalize::Duration},
}};

/// Groups of one side that have found no partner yet, heaviest first.
using Unmatched = std::vector<GroupWeight>;

struct Pair {
    std::optional<GroupWeight> base;
    std::optional<GroupWeight> newSide;
    Match match = Match::Exact;
};

double magnitude(std::int64_t weight) {
    return std::abs(static_cast<double>(weight));
}

Unmatched heaviestFirst(const ComparisonSide& side) {
    auto rows = side.functions ? *side.functions : groupWeights(*side.groups, side.weights);
    rows.insert(rows.end(), side.roots.begin(), side.roots.end());
    std::ranges::stable_sort(rows, [](const GroupWeight& left, const GroupWeight& right) {
        if (left.total != right.total) return magnitude(left.total) > magnitude(right.total);
        return magnitude(left.self) > magnitude(right.self);
    });
    return rows;
}

std::string_view modulePath(const FrameGroups& groups, FrameGroupIndex index) {
    if (groups.isRoot(index)) return groups.moduleName(index);
    const auto mapping = groups[index].mapping;
    return mapping ? groups.profile->text(groups.profile->mappings[mapping.row()].path) : std::string_view();
}

std::string_view fileName(const FrameGroups& groups, FrameGroupIndex index) {
    return lastPathPart(groups.profile->text(groups[index].file));
}

/// Pairs the groups whose keys are equal and takes them out of the two lists.
template<typename KeyOf>
void pairUp(const Comparison& sides, Unmatched& base, Unmatched& newSide, Match match, KeyOf keyOf,
            std::vector<Pair>& pairs) {
    absl::flat_hash_map<decltype(keyOf(*sides.base.groups, FrameGroupIndex())), std::deque<GroupWeight*>>
        waiting;
    for (auto& row : newSide)
        waiting[keyOf(*sides.newSide.groups, row.group)].push_back(&row);
    for (auto& row : base) {
        const auto found = waiting.find(keyOf(*sides.base.groups, row.group));
        if (found == waiting.end() || found->second.empty()) continue;
        auto& partner = *found->second.front();
        found->second.pop_front();
        pairs.push_back({row, partner, match});
        row.group = partner.group = FrameGroupIndex();
    }
    const auto isPaired = [](const GroupWeight& row) { return row.group.isNone(); };
    std::erase_if(base, isPaired);
    std::erase_if(newSide, isPaired);
}

std::vector<Pair> pairGroups(const Comparison& sides) {
    auto base = heaviestFirst(sides.base);
    auto newSide = heaviestFirst(sides.newSide);
    std::vector<Pair> pairs;
    const auto pair = [&](Match match, auto keyOf) { pairUp(sides, base, newSide, match, keyOf, pairs); };
    pair(Match::Exact, [](const FrameGroups& groups, FrameGroupIndex index) {
        return std::pair<std::string_view, std::string_view>(groups[index].name, modulePath(groups, index));
    });
    pair(Match::Exact, [](const FrameGroups& groups, FrameGroupIndex index) {
        return std::pair<std::string_view, std::string_view>(groups[index].name, groups.moduleName(index));
    });
    pair(Match::Exact, [](const FrameGroups& groups, FrameGroupIndex index) {
        return std::tuple(plainName(groups, index), fileName(groups, index), groups.moduleName(index));
    });
    pair(Match::Exact, [](const FrameGroups& groups, FrameGroupIndex index) {
        return std::pair(plainName(groups, index), groups.moduleName(index));
    });
    pair(Match::ByName,
         [](const FrameGroups& groups, FrameGroupIndex index) { return plainName(groups, index); });
    for (const auto& row : base)
        pairs.push_back({row, {}, Match::OnlyBase});
    for (const auto& row : newSide)
        pairs.push_back({{}, row, Match::OnlyNew});
    return pairs;
}

/// What a side's weights are divided by. Dividing keeps equal shares equal, which factors would not.
double divisorOf(const ComparisonSide& side, Normalize normalize) {
    switch (normalize) {
    case Normalize::Share:
        return side.weights.total == 0 ? std::numeric_limits<double>::infinity()
                                       : static_cast<double>(side.weights.total);
    case Normalize::None:
        return 1;
    case Normalize::Duration:
        return static_cast<double>(side.duration) / 1e9;
    }
    return 1;
}

std::optional<double> changeOf(double base, double newWeight) {
    if (base == 0) return std::nullopt;
    return newWeight / base - 1;
}

ComparisonRow rowOf(const Comparison& sides, const Pair& pair) {
    const auto base = pair.base.value_or(GroupWeight());
    const auto newSide = pair.newSide.value_or(GroupWeight());
    // The new side's names: what people look for in the code that they have.
    const auto& named = pair.newSide ? *sides.newSide.groups : *sides.base.groups;
    const auto index = pair.newSide ? newSide.group : base.group;

    ComparisonRow row;
    row.name = named[index].name;
    row.module = named.moduleName(index);
    row.base = base.group;
    row.newGroup = newSide.group;
    row.baseSelf = base.self;
    row.newSelf = newSide.self;
    row.baseTotal = base.total;
    row.newTotal = newSide.total;
    const auto normalized = [&](std::int64_t weight, const ComparisonSide& side) {
        return static_cast<double>(weight) / divisorOf(side, sides.normalize);
    };
    const auto baseSelf = normalized(base.self, sides.base);
    const auto newSelf = normalized(newSide.self, sides.newSide);
    const auto baseTotal = normalized(base.total, sides.base);
    const auto newTotal = normalized(newSide.total, sides.newSide);
    row.selfChange = changeOf(baseSelf, newSelf);
    row.totalChange = changeOf(baseTotal, newTotal);
    row.selfDifference = newSelf - baseSelf;
    row.totalDifference = newTotal - baseTotal;
    row.match = pair.match;
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

bool isTime(std::string_view unit) {
    return unit == "nanoseconds" || unit == "microseconds" || unit == "milliseconds" || unit == "seconds";
}

/// Units of perf's events and similar ones: what a CPU does all the time that it runs.
bool countsRunningTime(std::string_view name) {
    constexpr std::string_view parts[]{"cycles", "cpu-clock", "task-clock", "samples"};
    return std::ranges::any_of(parts, [&](auto part) { return name.find(part) != std::string_view::npos; });
}

} // namespace

std::optional<Normalize> normalizeFromName(std::string_view name) {
    const auto found = std::ranges::find(normalizeNames, name, [](const auto& entry) { return entry.first; });
    return found == normalizeNames.end() ? std::nullopt : std::optional(found->second);
}

std::string_view normalizeName(Normalize normalize) {
    return std::ranges::find(normalizeNames, normalize, [](const auto& entry) { return entry.second; })
        ->first;
}

std::string_view normalizeMeaning(Normalize normalize) {
    switch (normalize) {
    case Normalize::Share:
        return "Compared by shares: each weight as a part of its own side's total.";
    case Normalize::None:
        return "Compared as measured: no weight is scaled.";
    case Normalize::Duration:
        return "Compared per second: each weight by how long its own side was recorded.";
    }
    return "";
}

Normalize defaultNormalize(std::string_view valueName, std::string_view unit) {
    const bool goesByTime = isTime(unit) || unit == "samples" || countsRunningTime(valueName);
    return goesByTime ? Normalize::Share : Normalize::None;
}

std::string_view matchName(Match match) {
    switch (match) {
    case Match::Exact:
        return "exact";
    case Match::ByName:
        return "name";
    case Match::OnlyBase:
        return "only base";
    case Match::OnlyNew:
        return "only new";
    }
    return "exact";
}

Result<Comparison> compare(ComparisonSide base, ComparisonSide newSide, const ValueType& baseValue,
                           const ValueType& newValue, Normalize normalize) {
    Comparison result;
    result.valueName = base.groups->profile->text(baseValue.name);
    result.valueUnit = base.groups->profile->text(baseValue.unit);
    const auto newUnit = newSide.groups->profile->text(newValue.unit);
    if (newUnit != result.valueUnit) {
        return failure(fmt::format("the two sides can't be compared: one is measured in {}, the other in {}",
                                   result.valueUnit, newUnit),
                       ErrorCode::Usage, "choose what to compare with --value");
    }
    if (normalize == Normalize::Duration && (base.duration <= 0 || newSide.duration <= 0)) {
        return failure(fmt::format("{} has no duration to divide its weights by",
                                   base.duration <= 0 ? "the base" : "the new side"),
                       ErrorCode::Usage, "use --normalize share or none");
    }
    result.base = std::move(base);
    result.newSide = std::move(newSide);
    result.normalize = normalize;
    for (const auto& pair : pairGroups(result))
        result.rows.push_back(rowOf(result, pair));
    sortRows(result, ComparisonOrder::Larger);
    return result;
}

void sortRows(Comparison& comparison, ComparisonOrder order) {
    const auto keyOf = [order](const ComparisonRow& row) {
        return std::tuple(-sizeOf(row, order), -std::abs(row.selfDifference), -std::abs(row.totalDifference),
                          std::string_view(row.name), std::string_view(row.module));
    };
    std::ranges::stable_sort(comparison.rows, {}, keyOf);
}

} // namespace candela
