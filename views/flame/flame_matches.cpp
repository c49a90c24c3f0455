#include "views/flame/flame_matches.h"

#include <algorithm>
#include <tuple>

namespace candela {

CallNodeIndex matchingBox(const FlameScene& scene, const std::vector<bool>& groups, CallNodeIndex from,
                          MatchStep step) {
    using Position = std::tuple<float, std::size_t, CallNodeIndex>; // left edge, row, node
    std::vector<Position> found;
    std::optional<Position> current;
    for (std::size_t row = 0; row < scene.layout.rows(); ++row) {
        for (const auto& box : scene.layout.row(row)) {
            if (box.isMerged()) continue;
            const Position position(box.left, row, box.node);
            if (box.node == from) current = position;
            if (groups[scene.tree->group(box.node).row()]) found.push_back(position);
        }
    }
    if (found.empty()) return {};
    std::ranges::sort(found);
    if (step == MatchStep::Next) {
        const auto after = current ? std::ranges::upper_bound(found, *current) : found.begin();
        return std::get<CallNodeIndex>(after == found.end() ? found.front() : *after);
    }
    const auto end = current ? std::ranges::lower_bound(found, *current) : found.end();
    return std::get<CallNodeIndex>(end == found.begin() ? found.back() : *(end - 1));
}

} // namespace candela
