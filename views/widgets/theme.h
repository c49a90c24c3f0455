/// The window's own colours, light and dark. Widgets use the theme that matches their palette, so a change of
/// the application's palette reaches everything that is painted.
#pragma once

#include "model/analysis/call_tree/module_tones.h"

#include <QColor>
#include <QPalette>

#include <array>

class QWidget;

namespace candela {

enum class ColourScheme { Light, Dark };

struct Theme {
    ColourScheme scheme = ColourScheme::Light;

    QColor window; ///< behind panels and bars
    QColor base;   ///< canvases and tables
    QColor raised; ///< chips, headers of tracks
    QColor line;   ///< hair lines between things
    QColor text;
    QColor mutedText;  ///< units, axes, hints
    QColor accent;     ///< selection, pressed switches, the time range
    QColor accentSoft; ///< the accent colour as a background
    QColor match;      ///< search matches as a background
    QColor matchEdge;  ///< search matches as an outline
    QColor bar;        ///< share bars in tables
    QColor barSelf;
    QColor density; ///< the timeline's area
    QColor warning;

    /// Boxes of flame graphs: a text colour that is readable on every tone, and the tones by kind of frame.
    /// The hues stay distinct with the common colour vision deficiencies, and kinds also differ in
    /// lightness.
    QColor boxText;
    QColor boxMutedText;
    QColor ancestor; ///< ancestors of a zoomed root
    QColor merged;   ///< several functions that are too narrow for boxes of their own
    QColor user;
    QColor kernel;
    QColor interpreted;
    QColor unknown;
    std::array<QColor, moduleTones.size()> modules; ///< colours by module: see moduleTones
    /// Boxes with less, the same and more weight on the new side of a comparison.
    QColor less;
    QColor same;
    QColor more;

    static const Theme& of(ColourScheme scheme);
    /// The theme that matches the palette: dark if the window colour is dark.
    static const Theme& of(const QPalette& palette);
    static const Theme& of(const QWidget* widget);

    /// The palette with these colours.
    QPalette palette() const;

    /// Gives the application Candela's own look: Fusion with palette().
    static void apply(ColourScheme scheme);

    /// A colour between two: 0 is `from`, 1 is `to`.
    static QColor mix(const QColor& from, const QColor& to, double share);
};

} // namespace candela
