#include "model/analysis/call_tree/depth_first.h"

#include <utility>

namespace candela {

std::vector<std::uint32_t> depthFirstPositions(const CallTreeShape& shape) {
    std::vector<std::uint32_t> sizes(shape.size(), 1); // of the subtree, with the node itself
    for (auto row = shape.size(); row-- > 0;)
        if (const auto parent = shape.parent[row]) sizes[parent.row()] += sizes[row];
    std::vector<std::uint32_t> positions(shape.size()),
        next(shape.size()); // `next`: of the node's next child
    std::uint32_t nextRoot = 0;
    for (std::size_t row = 0; row < shape.size(); ++row) {
        const auto parent = shape.parent[row];
        auto& free = parent ? next[parent.row()] : nextRoot;
        positions[row] = std::exchange(free, free + sizes[row]);
        next[row] = positions[row] + 1;
    }
    return positions;
}

} // namespace candela
