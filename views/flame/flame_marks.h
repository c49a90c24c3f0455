/// What is marked in the picture of a flame graph, and the part of the picture that a change of the marks
/// concerns: with many boxes, painting all of them takes longer than a screen refresh.
#pragma once

#include "views/flame/flame_scene.h"
#include "views/session/call_path.h"

#include <QRegion>
#include <QString>

#include <span>
#include <vector>

namespace candela {

/// The marks in the picture, besides the boxes themselves.
struct FlameMarks {
    const std::vector<bool>* matches = nullptr; ///< a row for each group; null: no search
    FrameGroupIndex hoveredGroup;               ///< all its boxes are highlighted
    CallNodeIndex hovered;
    CallNodeIndex selected;
    std::span<const QString> signs = {}; ///< FlameColours::signs()
};

/// The node of a selection. If several nodes fit and the one that is known is one of them, it stays.
CallNodeIndex markedNode(CallTree& tree, const Selection& selection, CallNodeIndex known);

/// The part of the picture where the hovered or selected boxes differ. Takes time in proportion to the boxes
/// that are visible.
QRegion changedBetween(const FlameMarks& before, const FlameMarks& after, const FlameScene& scene,
                       const FlameGeometry& geometry);

} // namespace candela
