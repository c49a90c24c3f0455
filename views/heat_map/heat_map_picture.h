/// The cells of a heat map as an image, which is painted anew only when the map, the size or the theme
/// changes: a frame with another cell under the pointer only copies it.
#pragma once

#include "views/heat_map/heat_map_colours.h"
#include "views/heat_map/heat_map_geometry.h"

#include <QImage>

namespace candela {

/// The image of the geometry's plot() with that many pixels of the device per pixel. Cells without weight
/// have the theme's base colour. With `marked`, the marked share of each cell is at its left in the colour of
/// the cell's weight, and the rest is grey.
QImage heatMapPicture(const HeatMapGeometry& geometry, const HeatMap& map, const HeatMap* marked,
                      const Theme& theme, double pixelRatio);

} // namespace candela
