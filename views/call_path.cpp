#include "views/call_path.h"

#include <algorithm>

namespace candela {

namespace {

/// Follows the path while `tree` has it; `length` is how many names were found.
CallNodeIndex followPath(CallTree& tree, const CallPath& path, std::size_t& length) {
    length = 0;
    CallNodeIndex node;
    if (path.direction != tree.direction()) return node;
    for (const auto& name : path.names) {
        const auto children = tree.children(node);
        const auto found = std::ranges::find_if(
            children, [&](CallNodeIndex child) { return tree.groups()[tree.group(child)].name == name; });
        if (found == children.end()) break;
        node = *found;
        ++length;
    }
    return node;
}

} // namespace

CallPath callPath(const CallTree& tree, CallNodeIndex node) {
    CallPath path{tree.direction(), {}};
    for (; node; node = tree.parent(node))
        path.names.push_back(tree.groups()[tree.group(node)].name);
    std::ranges::reverse(path.names);
    return path;
}

CallNodeIndex findCallNode(CallTree& tree, const CallPath& path) {
    std::size_t length = 0;
    const auto node = followPath(tree, path, length);
    return length == path.names.size() ? node : CallNodeIndex();
}

CallNodeIndex nearestCallNode(CallTree& tree, const CallPath& path) {
    std::size_t length = 0;
    return followPath(tree, path, length);
}

FrameGroupIndex groupNamed(const FrameGroups& groups, std::string_view name) {
    const auto found = std::ranges::find(groups.groups, name, &FrameGroup::name);
    if (found == groups.groups.end()) return {};
    return FrameGroupIndex(static_cast<std::size_t>(found - groups.groups.begin()));
}

Place placeOf(const CallTree& tree, CallNodeIndex node) {
    if (!node) return {};
    return {tree.groups()[tree.group(node)].name, callPath(tree, node)};
}

} // namespace candela
