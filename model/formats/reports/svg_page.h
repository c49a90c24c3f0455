/// The common parts of all flame graph pictures: the styles, and the script for zoom and search.
#pragma once

#include "model/formats/reports/svg_textures.h"

#include <string>
#include <string_view>

namespace candela::svg_page {

/// The page's dimensions in its own units. The script reads them from the picture, so they are only defined
/// here.
inline constexpr int width = 1200;
inline constexpr int margin = 10;
inline constexpr int rowHeight = 18;
inline constexpr int top = 64;              ///< height above the first row: title, buttons, and the hovered
                                            ///< box
inline constexpr int bottom = 34;           ///< height below the last row: the legend
inline constexpr double letterWidth = 7.25; ///< width of a letter in the 12-pixel monospace font; the script
                                            ///< measures it itself

/// Style sheet with the window's colours (views/widgets/theme.cpp), light or dark as on the desktop. Classes
/// of boxes: u0, u1, … user code by module (moduleTones), k kernel, i interpreted, n unknown, m several
/// functions that are too narrow to draw.
std::string style(const TexturedColours& textured);

extern const std::string_view script;

} // namespace candela::svg_page
