/// Texts about a heat map: its cells, its columns, and what its colours mean.
#pragma once

#include "views/heat_map/heat_map_computation.h"
#include "views/text/item_words.h"

namespace candela {

/// "12.34 s – 12.36 s".
QString rangeText(const HeatMapGrid& grid, TimeRange range);

/// "12.34 s – 12.36 s · 18 ms (0.4 %) · 900 ms/s · draw 12 ms (66.7 %)": the time, its weight with its share
/// of the map, its density, and the marked part. `last` may be before `first`.
ItemWords cellWords(const ComputedHeatMap& computed, HeatMapCell first, HeatMapCell last);
/// The same about one cell as rich text, in lines.
QString cellToolTip(const ComputedHeatMap& computed, HeatMapCell cell);

/// "A column is 1 s, a cell 20 ms".
QString gridText(const HeatMapGrid& grid);
/// What the strongest colour means: "18 ms in a cell", "≥ 18 ms in a cell".
QString scaleText(const ComputedHeatMap& computed);
/// "Marked: draw 1.2 s (12.0 %)"; empty without marks.
QString markedText(const ComputedHeatMap& computed);

} // namespace candela
