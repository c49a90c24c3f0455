#include "model/analysis/call_tree/stacks_with.h"

namespace candela {

RowMask stacksWith(const std::vector<bool>& groups, const CallTreeShape& shape) {
    RowMask isInside(shape.size());
    for (std::size_t node = 0; node < shape.size(); ++node) {
        const auto parent = shape.parent[node];
        isInside[node] = groups[shape.group[node].row()] || (parent && isInside[parent.row()]);
    }
    const bool areStackless = shape.groups->stackless && groups[shape.groups->stackless.row()];
    RowMask mask(shape.nodeOfStack.size() + 1, areStackless);
    for (std::size_t row = 0; row < shape.nodeOfStack.size(); ++row) {
        const auto node = shape.nodeOfStack[row];
        mask[row] = node ? isInside[node.row()] : areStackless;
    }
    return mask;
}

} // namespace candela
