/// From box to box of a flame graph with the arrow keys.
#pragma once

#include "views/flame/flame_scene.h"

namespace candela {

enum class FlameStep { Left, Right, Outwards, Inwards };

/// The node of a single node's box beside that of `from`, or of its caller or heaviest callee; `from` where
/// there is no such box. Without a box of `from`, the widest one of the layout's first row; none where that
/// has none.
CallNodeIndex steppedFrom(const FlameScene& scene, CallNodeIndex from, FlameStep step);

} // namespace candela
