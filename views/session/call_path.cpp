#include "views/session/call_path.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace candela {

namespace {

CallStep stepOf(const FrameGroups& groups, FrameGroupIndex index) {
    const auto& group = groups[index];
    return {group.name, std::string(groups.moduleName(index)), std::string(groups.profile->text(group.file)),
            groups.isRoot(index)};
}

/// How similar a group is to the group that a step names; 0: not at all, or none.
int likeness(const FrameGroups& groups, FrameGroupIndex index, const CallStep& step) {
    if (!index || groups.isRoot(index) != step.isRoot) return 0;
    const auto& group = groups[index];
    if (group.name != step.name) return 0;
    const bool isSameModule = groups.moduleName(index) == step.module;
    const bool isSameFile = groups.profile->text(group.file) == step.file;
    return 1 + 2 * isSameModule + isSameFile;
}
constexpr int fullLikeness = 4;

/// The first of the most similar rows; `groupAt` is called for each row.
template<typename GroupAt>
std::optional<std::size_t> mostSimilar(const FrameGroups& groups, std::size_t rows, const CallStep& step,
                                       GroupAt&& groupAt) {
    std::optional<std::size_t> best;
    int bestLikeness = 0;
    for (std::size_t row = 0; row < rows && bestLikeness < fullLikeness; ++row) {
        const auto like = likeness(groups, groupAt(row), step);
        if (like <= bestLikeness) continue;
        bestLikeness = like;
        best = row;
    }
    return best;
}

struct FoundNode {
    CallNodeIndex node;
    std::size_t length = 0; ///< the number of steps found
};

/// Follows the path from `node` as far as it exists in `tree`.
FoundNode followPath(CallTree& tree, const CallPath& path, CallNodeIndex node) {
    std::size_t length = 0;
    for (const auto& step : path.steps) {
        const auto children = tree.children(node);
        const auto found = mostSimilar(tree.groups(), children.size(), step,
                                       [&](std::size_t row) { return tree.group(children[row]); });
        if (!found) break;
        node = children[*found];
        ++length;
    }
    return {length > 0 ? node : CallNodeIndex(), length};
}

/// How many steps of the path the tree has below a node.
std::size_t lengthBelow(CallTree& tree, const CallPath& path, CallNodeIndex node) {
    std::vector<SizedChild> children;
    for (std::size_t step = 0; step < path.steps.size(); ++step) {
        children.clear();
        tree.appendChildren(node, 1, children);
        std::pair<int, std::int64_t> best(0, 0);
        for (const auto& child : children) { // of equal ones, the first is the first when sorted, too
            const std::pair rank(likeness(tree.groups(), tree.group(child.node), path.steps[step]),
                                 child.magnitude);
            if (rank.first == 0 || rank <= best) continue;
            best = rank;
            node = child.node;
        }
        if (best.first == 0) return step;
    }
    return path.steps.size();
}

/// The first of the heaviest roots below which the path leads furthest; none if there is none.
CallNodeIndex rootOfPath(CallTree& tree, const CallPath& path) {
    constexpr std::size_t maximumRoots = 256;
    const auto roots = tree.children({});
    const bool isMadeOnRequest = !roots.empty() && !tree.shapeNode(roots.front());
    if (isMadeOnRequest)
        return tree.rootOfPath(
            path.steps.size(),
            [&](std::size_t step, FrameGroupIndex group) {
                return likeness(tree.groups(), group, path.steps[step]);
            },
            maximumRoots);
    CallNodeIndex best;
    std::size_t longest = 0;
    for (const auto root : roots.first(std::min(roots.size(), maximumRoots))) {
        const auto length = lengthBelow(tree, path, root);
        if (length > longest) best = root;
        longest = std::max(longest, length);
        if (longest == path.steps.size()) break;
    }
    return best;
}

FoundNode followPath(CallTree& tree, const CallPath& path) {
    if (path.direction != tree.direction()) return {};
    const bool hasRoots = !tree.groups().rootModules.empty() && tree.direction() == Direction::TopDown;
    if (!hasRoots || path.isEmpty() || path.steps.front().isRoot) return followPath(tree, path, {});
    // Roots may have so many children that making and sorting all of them would hold up the GUI thread.
    const auto root = rootOfPath(tree, path);
    return root ? followPath(tree, path, root) : FoundNode();
}

} // namespace

std::vector<std::string> CallPath::names() const {
    std::vector<std::string> all;
    for (const auto& step : steps)
        all.push_back(step.name);
    return all;
}

CallPath callPath(const CallTree& tree, CallNodeIndex node) {
    CallPath path{tree.direction(), {}};
    for (; node; node = tree.parent(node))
        path.steps.push_back(stepOf(tree.groups(), tree.group(node)));
    std::ranges::reverse(path.steps);
    return path;
}

CallPath withoutRoot(CallPath path) {
    std::erase_if(path.steps, [](const CallStep& step) { return step.isRoot; });
    return path;
}

CallNodeIndex findCallNode(CallTree& tree, const CallPath& path) {
    const auto [node, length] = followPath(tree, path);
    return length == path.steps.size() ? node : CallNodeIndex();
}

CallNodeIndex nearestCallNode(CallTree& tree, const CallPath& path) {
    return followPath(tree, path).node;
}

FrameGroupIndex groupOf(const FrameGroups& groups, const Selection& selection) {
    const bool hasStep = !selection.path.isEmpty() && selection.path.steps.back().name == selection.function;
    const auto find = [&](const CallStep& step) {
        const auto found =
            mostSimilar(groups, groups.size(), step, [](std::size_t row) { return FrameGroupIndex(row); });
        return found ? FrameGroupIndex(*found) : FrameGroupIndex();
    };
    if (hasStep) return find(selection.path.steps.back());
    // A name alone is that of a function rather than that of its process.
    const auto function = find({selection.function});
    return function ? function : find({.name = selection.function, .isRoot = true});
}

CallStep functionOf(const FrameGroups& groups, FrameGroupIndex index) {
    if (!index || groups.isRoot(index) || index == groups.stackless) return {};
    const auto& group = groups[index];
    const bool isInOne = groups.grouping != Grouping::Module && groups.grouping != Grouping::File;
    if (!isInOne || !group.function) return {};
    const auto& profile = *groups.profile;
    const auto& function = profile.functions[group.function.row()];
    auto name = groups.grouping == Grouping::Function ? group.name : std::string(profile.text(function.name));
    return {std::move(name), std::string(groups.moduleName(index)),
            function.file ? std::string(profile.text(function.file)) : std::string()};
}

Selection selectionOf(const CallTree& tree, CallNodeIndex node) {
    if (!node) return {};
    return {tree.groups()[tree.group(node)].name, callPath(tree, node)};
}

} // namespace candela
