/// Moves the selection from box to box of a flame graph with the arrow keys.
#pragma once

#include "views/flame/flame_scene.h"

namespace candela {

enum class FlameStep { Left, Right, Outwards, Inwards };

/// The node whose box is beside that of `from`, or that of its caller or heaviest callee; boxes of several
/// nodes are skipped. `from` if there is no such box. If `from` has no box: the widest one of the layout's
/// first row; none if that is empty.
CallNodeIndex steppedFrom(const FlameScene& scene, CallNodeIndex from, FlameStep step);

} // namespace candela
