#include "model/analysis/call_tree/function_list.h"

#include "model/base/wrapping.h"

namespace candela {

std::vector<GroupWeight> groupWeights(const CallTreeShape& shape, const StackWeights& weights) {
    const auto nodes = callNodeWeights(shape, weights);
    std::vector<GroupWeight> rows(shape.groups->size());
    for (std::size_t node = 0; node < shape.size(); ++node) {
        auto& row = rows[shape.group[node].row()];
        row.self = wrappingSum(row.self, nodes.self[node]);
        if (!shape.isRecursive[node]) row.total = wrappingSum(row.total, nodes.total[node]);
    }
    if (const auto stackless = shape.groups->stackless)
        rows[stackless.row()].self = rows[stackless.row()].total = weights.stackless;
    for (std::size_t row = 0; row < rows.size(); ++row)
        rows[row].group = FrameGroupIndex(row);
    std::erase_if(rows, [](const GroupWeight& row) { return row.self == 0 && row.total == 0; });
    return rows;
}

std::vector<GroupWeight> groupWeights(const FrameGroups& groups, const StackWeights& weights) {
    // The shape lives only here, so that it may point to groups that it does not own.
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
