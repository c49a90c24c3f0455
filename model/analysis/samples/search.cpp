#include "model/analysis/samples/search.h"

#include "model/analysis/samples/text_pattern.h"
#include "model/base/parallel.h"
#include "model/base/wrapping.h"

#include <algorithm>
#include <limits>

namespace candela {

Result<std::vector<bool>> matchingGroups(const FrameGroups& groups, const std::string& text) {
    constexpr std::size_t minimumNames = 16'384; // worth a thread
    const auto pattern = TRY(TextPattern::create(text, LetterCase::Smart));
    std::vector<std::uint8_t> matches(groups.size()); // bits could not be written by several threads
    const auto parts = partCount(matches.size(), minimumNames);
    inParallel(parts, [&](std::size_t part) {
        const auto end = matches.size() * (part + 1) / parts;
        for (auto row = matches.size() * part / parts; row < end; ++row)
            matches[row] = pattern.matches(groups.groups[row].name);
    });
    return std::vector<bool>(matches.begin(), matches.end());
}

namespace {

/// What matching roots cover besides the stacks that match (`isMatched`, whose first row is of none).
void addRoots(const FrameGroups& groups, const StackWeights& weights, const std::vector<bool>& matches,
              const RootedStacks& roots, const std::vector<std::uint8_t>& isMatched,
              SearchCoverage& coverage) {
    std::vector<bool> isFound(roots.roots.size());
    for (std::size_t row = 0; row < roots.rows.size(); ++row) {
        const auto [root, stack] = roots.rows[row];
        if (weights.rooted[row] == 0 || !matches[groups.groupOfRoot(root).row()]) continue;
        isFound[root] = true;
        if (!isMatched[stack ? stack.row() + 1 : 0])
            coverage.weight = wrappingSum(coverage.weight, weights.rooted[row]);
    }
    coverage.groups += static_cast<std::size_t>(std::ranges::count(isFound, true));
}

} // namespace

SearchCoverage searchCoverage(const FrameGroups& groups, const StackWeights& weights,
                              const std::vector<bool>& matches, const RootedStacks* roots) {
    const auto& stacks = groups.profile->stacks;
    SearchCoverage coverage;
    // Bytes instead of bits, and no branches in the loops: which stacks match can't be predicted.
    std::vector<std::uint8_t> frameMatches(groups.groupOfFrame.size());
    for (std::size_t frame = 0; frame < frameMatches.size(); ++frame)
        frameMatches[frame] = matches[groups.groupOfFrame[frame].row()];
    std::vector<std::uint8_t> isMatched(stacks.size() + 1); // the first row is the parent of roots
    std::vector<std::uint8_t> hasWeight(stacks.size() + 1);
    static_assert(StackIndex::noneValue == std::numeric_limits<std::uint32_t>::max());
    const auto slotOf = [](StackIndex stack) {
        return static_cast<std::uint32_t>(stack.row() + 1);
    }; // of none: 0
    for (std::size_t row = 0; row < stacks.size(); ++row) {
        const auto isMatch = static_cast<std::uint8_t>(frameMatches[stacks.frame[row].row()] |
                                                       isMatched[slotOf(stacks.parent[row])]);
        isMatched[row + 1] = isMatch;
        hasWeight[row + 1] = weights.weight[row] != 0;
        coverage.weight = wrappingSum(coverage.weight, weights.weight[row] & -std::int64_t(isMatch));
    }
    std::vector<std::uint8_t> frameHasWeight(frameMatches.size());
    for (std::size_t row = stacks.size(); row-- > 0;) {
        hasWeight[slotOf(stacks.parent[row])] |= hasWeight[row + 1];
        frameHasWeight[stacks.frame[row].row()] |= hasWeight[row + 1];
    }
    std::vector<bool> isFound(matches.size());
    for (std::size_t frame = 0; frame < frameMatches.size(); ++frame) {
        const auto group = groups.groupOfFrame[frame].row();
        if (!(frameMatches[frame] & frameHasWeight[frame]) || isFound[group]) continue;
        isFound[group] = true;
        ++coverage.groups;
    }
    if (roots) addRoots(groups, weights, matches, *roots, isMatched, coverage);
    return coverage;
}

} // namespace candela
