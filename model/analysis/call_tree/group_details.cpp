#include "model/analysis/call_tree/group_details.h"

#include "model/base/wrapping.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <functional>

namespace candela {

namespace {

/// Rows between two checks for cancellation.
constexpr std::size_t rowsBetweenChecks = 1 << 18;

using NeighbourWeights = absl::flat_hash_map<FrameGroupIndex, std::int64_t>;

std::vector<GroupNeighbour> sorted(const NeighbourWeights& weights) {
    std::vector<GroupNeighbour> found;
    for (const auto& [group, weight] : weights)
        if (weight != 0) found.push_back({group, weight});
    std::ranges::sort(found, [](const GroupNeighbour& left, const GroupNeighbour& right) {
        const auto key = [](const GroupNeighbour& neighbour) {
            return std::pair(-static_cast<double>(magnitudeOf(neighbour.weight)), neighbour.group.row());
        };
        return key(left) < key(right);
    });
    return found;
}

/// Finds for each call node where its stack contains the described group. Parents precede children, so one
/// pass over the nodes is enough.
class GroupCalls {
public:
    GroupCalls(const CallTreeShape& shape, FrameGroupIndex group)
        : m_shape(shape), m_group(group), m_callee(shape.size(), outside) {
        for (std::size_t node = 0; node < shape.size(); ++node)
            m_callee[node] = calleeAt(node);
    }

    bool contains(std::size_t node) const { return m_callee[node] != outside; }
    /// The outermost call of the group in the stack of a node; contains() is true for the node.
    bool isOutermost(std::size_t node) const {
        const auto parent = m_shape.parent[node];
        return m_shape.group[node] == m_group && (!parent || !contains(parent.row()));
    }
    /// The group that the innermost call of the described group calls in the stack of a node; none if the
    /// node itself is that call.
    FrameGroupIndex callee(std::size_t node) const {
        return m_callee[node] == itself ? FrameGroupIndex() : FrameGroupIndex(m_callee[node]);
    }

    /// Whether each stack contains the group; one more entry for samples without a stack.
    RowMask stacks() const {
        const bool isStackless = m_group == m_shape.groups->stackless;
        RowMask mask(m_shape.nodeOfStack.size() + 1, isStackless);
        for (std::size_t row = 0; row < m_shape.nodeOfStack.size(); ++row) {
            const auto node = m_shape.nodeOfStack[row];
            mask[row] = node ? contains(node.row()) : isStackless;
        }
        return mask;
    }

private:
    static constexpr std::uint32_t outside = FrameGroupIndex::noneValue;
    static constexpr std::uint32_t itself = outside - 1;

    std::uint32_t calleeAt(std::size_t node) const {
        if (m_shape.group[node] == m_group) return itself;
        const auto parent = m_shape.parent[node];
        if (!parent) return outside;
        const auto above = m_callee[parent.row()];
        return above == itself ? m_shape.group[node].row() : above;
    }

    const CallTreeShape& m_shape;
    FrameGroupIndex m_group;
    std::vector<std::uint32_t> m_callee;
};

void addCalls(GroupDetails& details, const CallTreeShape& shape, const GroupCalls& calls,
              const CallNodeWeights& weights) {
    NeighbourWeights callers, callees;
    const auto add = [](std::int64_t& sum, std::int64_t weight) { sum = wrappingSum(sum, weight); };
    for (std::size_t node = 0; node < shape.size(); ++node) {
        if (!calls.contains(node)) continue;
        if (const auto callee = calls.callee(node))
            add(callees[callee], weights.self[node]);
        else
            add(details.self, weights.self[node]);
        if (!calls.isOutermost(node)) continue;
        const auto parent = shape.parent[node];
        add(callers[parent ? shape.group[parent.row()] : FrameGroupIndex()], weights.total[node]);
        add(details.total, weights.total[node]);
    }
    details.callers = sorted(callers);
    details.callees = sorted(callees);
}

std::vector<GroupShare> shares(const Profile& profile, SampleKey::Kind kind,
                               const absl::flat_hash_map<ThreadIndex, std::int64_t>& threads) {
    const SampleKey key{kind};
    const SampleGroupNames names(profile, key);
    absl::flat_hash_map<std::string, std::int64_t> sums;
    for (const auto& [thread, weight] : threads) {
        auto name = names.of(thread, {});
        if (name.empty()) name = names.nameless();
        auto& sum = sums[name];
        sum = wrappingSum(sum, weight);
    }
    std::vector<GroupShare> found;
    for (const auto& [name, weight] : sums)
        found.push_back({name, weight});
    std::ranges::sort(found, [](const GroupShare& left, const GroupShare& right) {
        const auto leftSize = magnitudeOf(left.weight), rightSize = magnitudeOf(right.weight);
        return leftSize != rightSize ? leftSize > rightSize : left.name < right.name;
    });
    return found;
}

Result<void> addShares(GroupDetails& details, const Profile& profile, const SampleSelection& selection,
                       Task& task) {
    absl::flat_hash_map<ThreadIndex, std::int64_t> threads;
    for (const auto& range : selection.ranges) {
        auto& sum = threads[range.thread];
        for (auto row = range.begin; row < range.end; ++row) {
            if (row % rowsBetweenChecks == 0 && task.isCancelled()) return cancelled();
            if (selection.keeps(range, row)) sum = wrappingSum(sum, selection.weightAt(row));
        }
    }
    absl::erase_if(threads, [](const auto& entry) { return entry.second == 0; });
    details.processes = shares(profile, SampleKey::Kind::Process, threads);
    details.threads = shares(profile, SampleKey::Kind::Thread, threads);
    return {};
}

Result<void> addSlices(GroupDetails& details, const Profile& profile, SampleSelector& selector,
                       ValueTypeIndex value, const Filter& filter, const RowMask& stacks, std::size_t slices,
                       Task& task) {
    const auto times = TRY(
        timeline(selector, profile, value, filter, TrackKind::Process, details.range, slices, task, &stacks));
    if (!times.hasTimes || details.range.begin >= details.range.end) return {};
    details.sliceLength = times.sliceLength;
    details.slices.assign(slices, 0);
    for (const auto& track : times.tracks)
        for (std::size_t slice = 0; slice < slices; ++slice)
            details.slices[slice] = wrappingSum(details.slices[slice], track.weight[slice]);
    return {};
}

} // namespace

Result<GroupDetails> groupDetails(const CallTreeShape& shape, const StackWeights& weights,
                                  FrameGroupIndex group, SampleSelector& selector, ValueTypeIndex value,
                                  const Filter& filter, TimeRange whole, std::size_t slices, Task& task) {
    const auto& profile = *shape.groups->profile;
    const GroupCalls calls(shape, group);
    GroupDetails details;
    addCalls(details, shape, calls, callNodeWeights(shape, weights));
    if (task.isCancelled()) return cancelled();
    if (group == shape.groups->stackless) details.self = details.total = weights.stackless;
    const auto stacks = calls.stacks();
    auto selection = TRY(selector.select(value, filter));
    selection.keepOnly(stacks);
    TRY(addShares(details, profile, selection, task));
    details.range = whole;
    TRY(addSlices(details, profile, selector, value, filter, stacks, slices, task));
    return details;
}

} // namespace candela
