/// A call node named by the functions on the way to it, so that it can be found again in another tree: in the
/// next snapshot of a recording that runs, or on the other side of a comparison.
#pragma once

#include "model/analysis/call_tree/call_tree.h"

#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// A group of frames, as another profile can find it. Groups of one name differ in module or file; the other
/// side of a comparison may have the name elsewhere, as in a program that was renamed.
struct CallStep {
    std::string name;
    std::string module = {}; ///< its file name; empty where it is not known
    std::string file = {};   ///< of the source; empty where it is not known

    bool operator==(const CallStep&) const = default;
};

struct CallPath {
    Direction direction = Direction::TopDown;
    std::vector<CallStep> steps; ///< from the tree's root; empty: everything

    bool isEmpty() const { return steps.empty(); }
    std::vector<std::string> names() const;
    bool operator==(const CallPath&) const = default;
};

/// The path of a node; of none: the empty path.
CallPath callPath(const CallTree& tree, CallNodeIndex node);

/// The node at the path; none where the tree has no such node (or the path is empty). A step leads to the
/// most similar group of its name; without one there is no node.
CallNodeIndex findCallNode(CallTree& tree, const CallPath& path);

/// The last node on the path that the tree has; none if it has not even the first.
CallNodeIndex nearestCallNode(CallTree& tree, const CallPath& path);

/// What is pointed at or picked: a function, and where it matters one of its call nodes.
struct Selection {
    std::string function; ///< the group's name; empty: nothing
    CallPath path;        ///< empty where only the function matters

    bool isEmpty() const { return function.empty(); }
    bool operator==(const Selection&) const = default;
};

/// The group that a selection is about; of several with its name the most similar one, or the first. None
/// where there is none.
FrameGroupIndex groupOf(const FrameGroups& groups, const Selection& selection);

Selection selectionOf(const CallTree& tree, CallNodeIndex node);

} // namespace candela
