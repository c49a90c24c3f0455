/// A call node named by the names on the way to it, so that it can be found again in another tree: in the
/// next snapshot of a recording that runs, or on the other side of a comparison.
#pragma once

#include "model/analysis/call_tree.h"

#include <string>
#include <string_view>
#include <vector>

namespace candela {

struct CallPath {
    Direction direction = Direction::TopDown;
    std::vector<std::string> names; ///< from the tree's root; empty: everything

    bool isEmpty() const { return names.empty(); }
    bool operator==(const CallPath&) const = default;
};

/// The path of a node; of none: the empty path.
CallPath callPath(const CallTree& tree, CallNodeIndex node);

/// The node at the path; none where the tree has no such node (or the path is empty).
CallNodeIndex findCallNode(CallTree& tree, const CallPath& path);

/// The last node on the path that the tree has; none if it has not even the first.
CallNodeIndex nearestCallNode(CallTree& tree, const CallPath& path);

/// What is pointed at or picked: a function, and where it matters one of its call nodes.
struct Place {
    std::string function; ///< the group's name; empty: nothing
    CallPath path;        ///< empty where only the function matters

    bool isEmpty() const { return function.empty(); }
    bool operator==(const Place&) const = default;
};

/// The first group of that name; none where there is none.
FrameGroupIndex groupNamed(const FrameGroups& groups, std::string_view name);

Place placeOf(const CallTree& tree, CallNodeIndex node);

} // namespace candela
