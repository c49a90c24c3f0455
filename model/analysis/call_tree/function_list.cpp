#include "model/analysis/call_tree/function_list.h"

#include "model/analysis/call_tree/tree_walk.h"
#include "model/base/parallel.h"
#include "model/base/wrapping.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace candela {

namespace {

/// Sums of weights by group along the path from the root to a stack. When a row is left, its weight is added
/// to that of its parent. A group gets the weight once, even if it occurs repeatedly on the path.
class GroupSums {
public:
    explicit GroupSums(const FrameGroups& groups)
        : m_groupOfFrame(groups.groupOfFrame), m_frames(groups.profile->stacks.frame),
          m_onPath(groups.size()), m_rows(groups.size()) {}

    void enter(StackIndex stack) {
        const auto group = m_groupOfFrame[m_frames[stack.row()].row()].row();
        m_path.push_back({group, m_onPath[group]++ == 0, 0});
    }
    void leave(StackIndex /*stack*/) {
        const auto left = m_path.back();
        m_path.pop_back();
        --m_onPath[left.group];
        auto& total = m_rows[left.group].total;
        if (left.isOutermost) total = wrappingSum(total, left.weight);
        if (!m_path.empty()) m_path.back().weight = wrappingSum(m_path.back().weight, left.weight);
    }
    /// Adds to the stack that was entered last.
    void add(std::int64_t weight) {
        auto& last = m_path.back();
        last.weight = wrappingSum(last.weight, weight);
        auto& self = m_rows[last.group].self;
        self = wrappingSum(self, weight);
    }
    /// Call it after all stacks were left.
    std::vector<GroupWeight> takeRows() { return std::move(m_rows); }

private:
    struct Step {
        std::uint32_t group;
        bool isOutermost; // no caller has the same group
        std::int64_t weight;
    };

    std::span<const FrameGroupIndex> m_groupOfFrame;
    std::span<const FrameIndex> m_frames;
    std::vector<std::uint32_t> m_onPath; // how often each group occurs on the current path
    std::vector<Step> m_path;
    std::vector<GroupWeight> m_rows; // by group
};

/// For each group its weights, from the profile's unchanged stacks. Empty if the order of the stacks makes
/// that slow.
std::vector<GroupWeight> walkedWeights(const FrameGroups& groups, const StackWeights& weights) {
    const auto& stacks = groups.profile->stacks;
    const auto parts = partCount(stacks.size(), std::max(rowsWorthAThread, groups.size()));
    std::vector<std::vector<GroupWeight>> rows(parts);
    std::atomic<bool> isSlow = false;
    inParallel(parts, [&](std::size_t part) {
        GroupSums sums(groups);
        TreeWalk<StackIndex, GroupSums> walk(stacks.parent, sums);
        const auto begin = stacks.size() * part / parts;
        const auto end = stacks.size() * (part + 1) / parts;
        for (auto stack = begin; stack < end; ++stack) {
            if (weights.weight[stack] == 0) continue; // no samples: leads to other stacks
            walk.moveTo(StackIndex(stack));
            sums.add(weights.weight[stack]);
            if (!walk.isSlow(stack - begin)) continue;
            isSlow = true;
            return;
        }
        walk.end();
        rows[part] = sums.takeRows();
    });
    if (isSlow) return {};
    for (std::size_t part = 1; part < parts; ++part) {
        for (std::size_t row = 0; row < rows[0].size(); ++row) {
            rows[0][row].self = wrappingSum(rows[0][row].self, rows[part][row].self);
            rows[0][row].total = wrappingSum(rows[0][row].total, rows[part][row].total);
        }
    }
    return std::move(rows[0]);
}

/// `rows` has a row per group.
std::vector<GroupWeight> listedRows(std::vector<GroupWeight> rows, const FrameGroups& groups,
                                    const StackWeights& weights) {
    if (const auto stackless = groups.stackless)
        rows[stackless.row()].self = rows[stackless.row()].total = weights.stackless;
    for (std::size_t row = 0; row < rows.size(); ++row)
        rows[row].group = FrameGroupIndex(row);
    std::erase_if(rows, [](const GroupWeight& row) { return row.self == 0 && row.total == 0; });
    return rows;
}

} // namespace

std::vector<GroupWeight> groupWeights(const CallTreeShape& shape, const StackWeights& weights) {
    // Total weights are needed only here and only once, so they get no column: behind the current node, the
    // column has sums of the total weights from each node to the last one. The children of a node are
    // adjacent, so their sum is the difference of two of these sums, which overflow alike.
    auto sums = callNodeSelf(shape, weights);
    std::vector<GroupWeight> rows(shape.groups->size());
    std::int64_t fromNode = 0;
    std::int64_t fromEndOfChildren = 0;
    for (auto node = shape.size(); node-- > 0;) {
        const auto self = sums[node];
        const auto children = shape.childrenBegin[node];
        const auto fromChildren = children < shape.size() ? sums[children] : 0;
        const auto total = wrappingSum(self, wrappingDifference(fromChildren, fromEndOfChildren));
        fromEndOfChildren = fromChildren;
        sums[node] = fromNode = wrappingSum(fromNode, total);
        auto& row = rows[shape.group[node].row()];
        row.self = wrappingSum(row.self, self);
        if (!shape.isRecursive[node]) row.total = wrappingSum(row.total, total);
    }
    return listedRows(std::move(rows), *shape.groups, weights);
}

std::vector<GroupWeight> groupWeights(const CallTreeShape& shape, const StackWeights& weights,
                                      const CallNodeWeights& nodes) {
    std::vector<GroupWeight> rows(shape.groups->size());
    for (std::size_t node = 0; node < shape.size(); ++node) {
        auto& row = rows[shape.group[node].row()];
        row.self = wrappingSum(row.self, nodes.self[node]);
        if (!shape.isRecursive[node]) row.total = wrappingSum(row.total, nodes.total[node]);
    }
    return listedRows(std::move(rows), *shape.groups, weights);
}

std::vector<GroupWeight> groupWeights(const FrameGroups& groups, const StackWeights& weights) {
    if (auto rows = walkedWeights(groups, weights); !rows.empty() || groups.size() == 0)
        return listedRows(std::move(rows), groups, weights);
    // The shape exists only in this function, so it may point to groups that it does not own.
    const std::shared_ptr<const FrameGroups> notOwned(std::shared_ptr<void>(), &groups);
    return groupWeights(*callTreeShape(notOwned), weights);
}

std::vector<GroupWeight> rootWeights(const RootedShape& rooted, const StackWeights& weights) {
    std::vector<GroupWeight> rows(rooted.stacks->roots.size());
    for (std::uint32_t root = 0; root < rows.size(); ++root)
        rows[root].group = rooted.shape->groups->groupOfRoot(root);
    const auto weightOfSlot = slotWeights(rooted, weights);
    for (std::size_t slot = 0; slot < weightOfSlot.size(); ++slot) {
        auto& row = rows[rooted.rootOfSlot[slot]];
        row.total = wrappingSum(row.total, weightOfSlot[slot]);
        if (!rooted.node[slot]) row.self = wrappingSum(row.self, weightOfSlot[slot]);
    }
    std::erase_if(rows, [](const GroupWeight& row) { return row.self == 0 && row.total == 0; });
    return rows;
}

} // namespace candela
