#include "model/analysis/search.h"

#include "model/analysis/text_pattern.h"
#include "model/base/wrapping.h"

namespace candela {

Result<std::vector<bool>> matchingGroups(const FrameGroups& groups, const std::string& text) {
    const auto pattern = TRY(TextPattern::create(text, LetterCase::Smart));
    std::vector<bool> matches(groups.size());
    for (std::size_t row = 0; row < matches.size(); ++row)
        matches[row] = pattern.matches(groups.groups[row].name);
    return matches;
}

SearchCoverage searchCoverage(const FrameGroups& groups, const StackWeights& weights,
                              const std::vector<bool>& matches) {
    const auto& stacks = groups.profile->stacks;
    SearchCoverage coverage;
    std::vector<bool> isMatched(stacks.size());
    std::vector<bool> hasWeight(stacks.size());
    const auto groupOf = [&](std::size_t row) { return groups.groupOfFrame[stacks.frame[row].row()].row(); };
    for (std::size_t row = 0; row < stacks.size(); ++row) {
        const auto parent = stacks.parent[row];
        isMatched[row] = matches[groupOf(row)] || (parent && isMatched[parent.row()]);
        hasWeight[row] = weights.weight[row] != 0;
        if (isMatched[row]) coverage.weight = wrappingSum(coverage.weight, weights.weight[row]);
    }
    std::vector<bool> isFound(matches.size());
    for (std::size_t row = stacks.size(); row-- > 0;) {
        if (!hasWeight[row]) continue;
        if (const auto parent = stacks.parent[row]) hasWeight[parent.row()] = true;
        const auto group = groupOf(row);
        if (matches[group] && !isFound[group]) {
            isFound[group] = true;
            ++coverage.groups;
        }
    }
    return coverage;
}

} // namespace candela
