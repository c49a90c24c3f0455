/// What is the same in every flame graph picture: how it looks, and the script that makes it zoom and search.
#pragma once

#include <string>
#include <string_view>

namespace candela::svg_page {

/// The page's measures in its own units. The script reads them from the picture, so they are defined only
/// here.
inline constexpr int width = 1200;
inline constexpr int margin = 10;
inline constexpr int rowHeight = 18;
inline constexpr int top = 64;              ///< above the first row: title, buttons, and what is pointed at
inline constexpr int bottom = 34;           ///< below the last row: the legend
inline constexpr double letterWidth = 7.25; ///< of the 12-pixel fixed-width font; the script measures it itself

/// Style sheet with the window's colours (views/widgets/theme.cpp), light and dark as the desktop is.
/// Classes of boxes: u0, u1, … user code by module (moduleTones), k kernel, i interpreted, n unknown, m
/// several functions that are too narrow to draw.
std::string style();

extern const std::string_view script;

} // namespace candela::svg_page
