/// Paints the parts of a heat map around and above its cells: axes, legend, lost times, selection.
#pragma once

#include "model/profile/losses.h"
#include "views/heat_map/heat_map_geometry.h"
#include "views/widgets/theme.h"

#include <QPainter>
#include <QString>

#include <vector>

namespace candela {

/// The times of the columns above, and the offsets within a column at the left.
void paintHeatMapAxes(QPainter& painter, const HeatMapGeometry& geometry, const Theme& theme);

struct HeatMapLegend {
    QString scale; ///< what the strongest colour means
    QString grid;  ///< the lengths of columns and cells
    bool hasMarks = false;
};
/// The colours from no weight to much, with texts, below the cells.
void paintHeatMapLegend(QPainter& painter, const HeatMapGeometry& geometry, const HeatMapLegend& legend,
                        const Theme& theme);

/// Hatches the times without data. A time of unknown length ends with its cell.
void paintLostCells(QPainter& painter, const HeatMapGeometry& geometry, const std::vector<LostTime>& times,
                    const Theme& theme);

/// Draws the selected time: an outline, everything else shaded.
void paintSelectedCells(QPainter& painter, const HeatMapGeometry& geometry, TimeRange selection,
                        const Theme& theme);

enum class CellOutline { Pointer, Cursor };
/// Draws the outline of a range of cells that are under the pointer or the cursor.
void paintCellOutline(QPainter& painter, const HeatMapGeometry& geometry, TimeRange time, CellOutline outline,
                      const Theme& theme);

} // namespace candela
