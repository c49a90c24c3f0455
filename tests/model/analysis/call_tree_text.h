/// Call trees as text, one node per line: "draw 15 (3)" with total and self, children indented below their
/// parent.
#pragma once

#include "model/analysis/call_tree/call_tree.h"
#include "tests/profile_text.h"

#include <limits>
#include <string>

namespace candela {

inline std::string callTreeText(CallTree& tree,
                                std::uint32_t depth = std::numeric_limits<std::uint32_t>::max(),
                                CallNodeIndex node = {}) {
    std::string text;
    for (const auto child : tree.children(node)) {
        text += std::string(2 * tree.depth(child), ' ') + tree.groups()[tree.group(child)].name + " " +
                std::to_string(tree.total(child)) + " (" + std::to_string(tree.self(child)) + ")\n";
        if (tree.depth(child) < depth) text += callTreeText(tree, depth, child);
    }
    return text;
}

inline CallTree callTreeOf(std::shared_ptr<const Profile> profile, Direction direction,
                           Grouping grouping = Grouping::Function, const Filter& filter = {}) {
    Task task;
    SampleSelector selector(profile);
    const auto weights = *selector.stackWeights(ValueTypeIndex(0), filter, task);
    const auto transformed = *selector.transformedStacks(filter);
    return CallTree::create(direction, callTreeShape(groupFrames(std::move(profile), grouping), transformed),
                            weights);
}

/// The tree of profileFromText().
inline CallTree treeOf(std::string_view text, Direction direction = Direction::TopDown) {
    return callTreeOf(sharedProfile(text), direction);
}

} // namespace candela
