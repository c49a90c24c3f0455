#include "model/comparison/match_text.h"

#include "model/base/text/model_text.h"
#include "model/comparison/change_text.h"

namespace candela {

namespace {

std::string groupName(const ComparisonSide& side, FrameGroupIndex group) {
    return (*side.groups)[group].name;
}

} // namespace

std::string bothNames(const std::string& newName, const std::string& base) {
    if (newName.empty() || base.empty() || newName == base) return newName.empty() ? base : newName;
    return ModelText::tr("{} (base: {})", newName, base);
}

std::string rowNameText(const ComparisonRow& row, const Comparison& comparison) {
    if (!row.base || !row.newGroup) return row.name;
    return bothNames(row.name, groupName(comparison.base, row.base));
}

std::vector<CountedElsewhere> countedIn(const ComparisonRow& row, const Comparison& comparison) {
    std::vector<CountedElsewhere> counted;
    if (!comparison.matching) return counted;
    const auto add = [&](const CountedSide& own, const ComparisonSide& side, FrameGroupIndex group,
                         std::string_view name) {
        if (!group) return;
        for (const auto& entry : own.groups)
            if (entry.with == group)
                counted.push_back({groupName(side, entry.group), std::string(name), entry.how, entry.self});
    };
    add(comparison.matching->base, comparison.base, row.base, ModelText::trLater("base"));
    add(comparison.matching->newSide, comparison.newSide, row.newGroup, ModelText::trLater("new"));
    return counted;
}

std::string rowMatchText(const ComparisonRow& row, const Comparison& comparison) {
    auto text = ModelText::tr("Match: {}.", matchEvidenceText(row.match, row.confidence));
    for (const auto& entry : countedIn(row, comparison)) {
        const auto& side = entry.side == "base" ? comparison.base : comparison.newSide;
        const auto weight = sideText(entry.self, side, comparison);
        const auto own = ModelText::translated(entry.side);
        text += entry.how == CountedWith::Whole
                    ? ModelText::tr(" With {} of {}, a part or clone of {}.", weight, entry.name, own)
                    : ModelText::tr(" With {} of {}, which only {} has as a function of its own.", weight,
                                    entry.name, own);
    }
    if (row.match != MatchEvidence::Inlined || !comparison.matching) return text;
    const bool isBase = bool(row.base);
    const auto& side = isBase ? comparison.base : comparison.newSide;
    const auto own = isBase ? row.base : row.newGroup;
    for (const auto& entry : (isBase ? comparison.matching->base : comparison.matching->newSide).groups)
        if (entry.group == own)
            text += ModelText::tr(" {} are counted in {}.", sideText(entry.self, side, comparison),
                                  groupName(side, entry.with));
    return text;
}

} // namespace candela
