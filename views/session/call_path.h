/// A call node identified by the functions on the path to it, so that it can be found in another tree: in the
/// next snapshot of a running recording, or on the other side of a comparison.
#pragma once

#include "model/analysis/call_tree/call_tree.h"

#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// A group of frames, identified so that another profile can find it. Groups of one name differ in module or
/// file; the other side of a comparison may have the name in another module, for example in a renamed
/// program.
struct CallStep {
    std::string name;
    std::string module = {}; ///< file name of the module; empty if it is not known
    std::string file = {};   ///< source file; empty if it is not known
    bool isRoot = false;     ///< a process, thread or label on top of the code, which may have its name

    bool operator==(const CallStep&) const = default;
};

struct CallPath {
    Direction direction = Direction::TopDown;
    std::vector<CallStep> steps; ///< steps from the tree's root; empty: everything

    bool isEmpty() const { return steps.empty(); }
    std::vector<std::string> names() const;
    bool operator==(const CallPath&) const = default;
};

/// The path of a node; without a node: the empty path.
CallPath callPath(const CallTree& tree, CallNodeIndex node);

/// The path below the process, thread or label that it begins with or, inverted, ends with, if it does. In a
/// tree with roots it stands for its node below the heaviest root that has it; of the roots, only the 256
/// heaviest ones are looked into.
CallPath withoutRoot(CallPath path);

/// The node at the path; none if the tree has no such node (or the path is empty). Each step leads to the
/// most similar group of that name; without one there is no node. See withoutRoot() for trees with roots.
CallNodeIndex findCallNode(CallTree& tree, const CallPath& path);

/// The last node on the path that exists in the tree; none if not even the first node exists.
CallNodeIndex nearestCallNode(CallTree& tree, const CallPath& path);

/// The hovered or selected item: a function and, if it matters, one of its call nodes.
struct Selection {
    std::string function; ///< the group's name; empty: nothing
    CallPath path;        ///< empty if only the function matters

    bool isEmpty() const { return function.empty(); }
    bool operator==(const Selection&) const = default;
};

/// The group of a selection; if several groups have its name, the most similar one, or the first. None if no
/// group has it.
FrameGroupIndex groupOf(const FrameGroups& groups, const Selection& selection);

/// The function that the group is or belongs to; without a name if there is none.
CallStep functionOf(const FrameGroups& groups, FrameGroupIndex group);

Selection selectionOf(const CallTree& tree, CallNodeIndex node);

} // namespace candela
