#include "model/comparison/match_text.h"

#include "model/comparison/change_text.h"

#include <fmt/format.h>

namespace candela {

namespace {

std::string groupName(const ComparisonSide& side, FrameGroupIndex group) {
    return (*side.groups)[group].name;
}

} // namespace

std::string rowNameText(const ComparisonRow& row, const Comparison& comparison) {
    if (!row.base || !row.newGroup) return row.name;
    const auto base = groupName(comparison.base, row.base);
    return base == row.name ? row.name : fmt::format("{} (base: {})", row.name, base);
}

std::vector<CountedElsewhere> countedIn(const ComparisonRow& row, const Comparison& comparison) {
    std::vector<CountedElsewhere> counted;
    if (!comparison.matching) return counted;
    const auto add = [&](const CountedSide& own, const ComparisonSide& side, FrameGroupIndex group,
                         const char* name) {
        if (!group) return;
        for (const auto& entry : own.groups)
            if (entry.with == group)
                counted.push_back({groupName(side, entry.group), name, entry.how, entry.self});
    };
    add(comparison.matching->base, comparison.base, row.base, "base");
    add(comparison.matching->newSide, comparison.newSide, row.newGroup, "new");
    return counted;
}

std::string rowMatchText(const ComparisonRow& row, const Comparison& comparison) {
    auto text = fmt::format("Match: {}.", matchEvidenceText(row.match, row.confidence));
    for (const auto& entry : countedIn(row, comparison)) {
        const auto& side = entry.side == "base" ? comparison.base : comparison.newSide;
        const auto weight = sideText(entry.self, side, comparison);
        text += entry.how == CountedWith::Whole
                    ? fmt::format(" With {} of {}, a part or clone of {}.", weight, entry.name, entry.side)
                    : fmt::format(" With {} of {}, which only {} has as a function of its own.", weight,
                                  entry.name, entry.side);
    }
    if (row.match != MatchEvidence::Inlined || !comparison.matching) return text;
    const bool isBase = bool(row.base);
    const auto& side = isBase ? comparison.base : comparison.newSide;
    const auto own = isBase ? row.base : row.newGroup;
    for (const auto& entry : (isBase ? comparison.matching->base : comparison.matching->newSide).groups)
        if (entry.group == own)
            text += fmt::format(" {} are counted in {}.", sideText(entry.self, side, comparison),
                                groupName(side, entry.with));
    return text;
}

} // namespace candela
