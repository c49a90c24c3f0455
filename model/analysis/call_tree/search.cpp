#include "model/analysis/call_tree/search.h"

#include "model/analysis/samples/text_pattern.h"
#include "model/base/parallel.h"
#include "model/base/wrapping.h"

#include <algorithm>

namespace candela {

Result<std::vector<bool>> matchingGroups(const FrameGroups& groups, const std::string& text) {
    constexpr std::size_t minimumNames = 16'384; // worth a thread
    const auto pattern = TRY(TextPattern::create(text, LetterCase::Smart));
    std::vector<std::uint8_t> matches(groups.size()); // bytes, because several threads can't write bits of
                                                      // one byte
    const auto parts = partCount(matches.size(), minimumNames);
    inParallel(parts, [&](std::size_t part) {
        const auto end = matches.size() * (part + 1) / parts;
        for (auto row = matches.size() * part / parts; row < end; ++row)
            matches[row] = pattern.matches(groups.groups[row].name);
    });
    return std::vector<bool>(matches.begin(), matches.end());
}

namespace {

/// Adds the weight of matching roots, besides that of matching nodes.
void addRoots(const RootedShape& rooted, const StackWeights& weights, const std::vector<bool>& matches,
              const std::vector<std::uint8_t>& isMatched, SearchCoverage& coverage) {
    const auto& groups = *rooted.shape->groups;
    const auto weightOfSlot = slotWeights(rooted, weights);
    const bool isStacklessMatched = groups.stackless && matches[groups.stackless.row()];
    std::vector<bool> isFound(rooted.stacks->roots.size());
    for (std::size_t slot = 0; slot < weightOfSlot.size(); ++slot) {
        const auto root = rooted.rootOfSlot[slot];
        if (weightOfSlot[slot] == 0 || !matches[groups.groupOfRoot(root).row()]) continue;
        isFound[root] = true;
        const auto node = rooted.node[slot];
        if (node ? !isMatched[node.row()] : !isStacklessMatched)
            coverage.weight = wrappingSum(coverage.weight, weightOfSlot[slot]);
    }
    coverage.groups += static_cast<std::size_t>(std::ranges::count(isFound, true));
}

} // namespace

SearchCoverage searchCoverage(const CallTreeShape& shape, const StackWeights& weights,
                              const std::vector<bool>& matches, const RootedShape* rooted) {
    SearchCoverage coverage;
    const auto self = callNodeSelf(shape, weights);
    // Bytes instead of bits, and no branches, because which nodes match is not predictable.
    std::vector<std::uint8_t> groupMatches(matches.begin(), matches.end());
    std::vector<std::uint8_t> isMatched(shape.size());
    std::vector<std::uint8_t> hasWeight(shape.size());
    for (std::size_t node = 0; node < shape.size(); ++node) {
        const auto parent = shape.parent[node];
        isMatched[node] = groupMatches[shape.group[node].row()];
        if (parent) isMatched[node] |= isMatched[parent.row()];
        coverage.weight = wrappingSum(coverage.weight, self[node] & -std::int64_t(isMatched[node]));
    }
    // Not derived from the sums, in which weights may cancel out.
    for (std::size_t stack = 0; stack < shape.nodeOfStack.size(); ++stack)
        if (weights.weight[stack] != 0) hasWeight[shape.nodeOfStack[stack].row()] = 1;
    std::vector<std::uint8_t> groupHasWeight(groupMatches.size());
    for (auto node = shape.size(); node-- > 0;) {
        if (const auto parent = shape.parent[node]) hasWeight[parent.row()] |= hasWeight[node];
        groupHasWeight[shape.group[node].row()] |= hasWeight[node];
    }
    for (std::size_t group = 0; group < groupMatches.size(); ++group)
        coverage.groups += groupMatches[group] & groupHasWeight[group];
    const auto stackless = shape.groups->stackless; // in no node; only the sum of its weights is known
    if (stackless && matches[stackless.row()] && weights.stackless != 0) {
        coverage.weight = wrappingSum(coverage.weight, weights.stackless);
        ++coverage.groups;
    }
    if (rooted) addRoots(*rooted, weights, matches, isMatched, coverage);
    return coverage;
}

} // namespace candela
