#include "model/analysis/call_tree.h"
#include "model/base/wrapping.h"

#include <absl/container/flat_hash_map.h>

#include <numeric>

namespace candela {

namespace {

/// Makes nodes: stacks whose groups are the same from the root on share one.
void addNodes(CallTreeShape& shape) {
    const auto& groups = *shape.groups;
    const auto& stacks = groups.profile->stacks;
    absl::flat_hash_map<std::uint64_t, CallNodeIndex> found; // by parent and group
    found.reserve(stacks.size());
    shape.nodeOfStack.resize(stacks.size());
    for (std::size_t row = 0; row < stacks.size(); ++row) {
        const auto parentStack = stacks.parent[row];
        const auto parent = parentStack ? shape.nodeOfStack[parentStack.row()] : CallNodeIndex();
        const auto group = groups.groupOfFrame[stacks.frame[row].row()];
        const auto parentKey = parent ? parent.row() : CallNodeIndex::noneValue;
        const auto key = std::uint64_t(parentKey) << 32 | group.row();
        const auto [node, isNew] = found.try_emplace(key, CallNodeIndex(shape.parent.size()));
        if (isNew) {
            shape.parent.push_back(parent);
            shape.group.push_back(group);
            shape.depth.push_back(parent ? shape.depth[parent.row()] + 1 : 0);
        }
        shape.nodeOfStack[row] = node->second;
    }
}

/// Nodes sorted by a slot, counting.
struct NodesBySlot {
    std::vector<CallNodeIndex> nodes;
    std::vector<std::uint32_t> begin; // of each slot; one more entry than slots
};

template<typename SlotOf>
NodesBySlot nodesBySlot(std::size_t nodes, std::size_t slots, SlotOf slotOf) {
    NodesBySlot result;
    result.begin.resize(slots + 1);
    for (std::size_t node = 0; node < nodes; ++node)
        ++result.begin[slotOf(node) + 1];
    std::partial_sum(result.begin.begin(), result.begin.end(), result.begin.begin());
    result.nodes.resize(nodes);
    auto next = result.begin;
    for (std::size_t node = 0; node < nodes; ++node)
        result.nodes[next[slotOf(node)]++] = CallNodeIndex(node);
    return result;
}

void sortNodes(CallTreeShape& shape) {
    auto byParent = nodesBySlot(shape.size(), shape.size() + 1, [&](std::size_t node) {
        return shape.parent[node] ? shape.parent[node].row() + 1 : 0; // the roots first
    });
    shape.children = std::move(byParent.nodes);
    shape.childrenBegin.assign(byParent.begin.begin() + 1, byParent.begin.end());
    auto byGroup = nodesBySlot(shape.size(), shape.groups->size(),
                               [&](std::size_t node) { return shape.group[node].row(); });
    shape.nodesByGroup = std::move(byGroup.nodes);
    shape.nodesByGroupBegin = std::move(byGroup.begin);
}

/// Walks the tree depth first and keeps how often each group is on the way from the root.
void markRecursion(CallTreeShape& shape) {
    shape.isRecursive.resize(shape.size());
    std::vector<std::uint32_t> onTheWay(shape.groups->size());
    struct Step {
        CallNodeIndex node;
        std::uint32_t nextChild;
    };
    std::vector<Step> way;
    const auto enter = [&](CallNodeIndex node) {
        shape.isRecursive[node.row()] = onTheWay[shape.group[node.row()].row()]++ > 0;
        way.push_back({node, shape.childrenBegin[node.row()]});
    };
    const auto roots = shape.size() == 0 ? 0 : shape.childrenBegin[0];
    for (std::uint32_t root = 0; root < roots; ++root) {
        enter(shape.children[root]);
        while (!way.empty()) {
            auto& [node, nextChild] = way.back();
            if (nextChild < shape.childrenBegin[node.row() + 1]) {
                enter(shape.children[nextChild++]);
            } else {
                --onTheWay[shape.group[node.row()].row()];
                way.pop_back();
            }
        }
    }
}

} // namespace

std::shared_ptr<const CallTreeShape> callTreeShape(std::shared_ptr<const FrameGroups> groups) {
    auto shape = std::make_shared<CallTreeShape>();
    shape->groups = std::move(groups);
    addNodes(*shape);
    sortNodes(*shape);
    markRecursion(*shape);
    return shape;
}

std::vector<std::int64_t> callNodeSelf(const CallTreeShape& shape, const StackWeights& weights) {
    std::vector<std::int64_t> result(shape.size());
    for (std::size_t stack = 0; stack < shape.nodeOfStack.size(); ++stack) {
        auto& self = result[shape.nodeOfStack[stack].row()];
        self = wrappingSum(self, weights.weight[stack]);
    }
    return result;
}

CallNodeWeights callNodeWeights(const CallTreeShape& shape, const StackWeights& weights) {
    CallNodeWeights result;
    result.self = callNodeSelf(shape, weights);
    result.total = result.self;
    for (auto node = shape.size(); node-- > 0;) {
        const auto parent = shape.parent[node];
        if (!parent) continue;
        auto& total = result.total[parent.row()];
        total = wrappingSum(total, result.total[node]);
    }
    return result;
}

} // namespace candela
