/// A flame graph as a picture without a window, for `candela flamegraph -o OUT.png`.
#pragma once

#include "views/session/shown.h"
#include "views/widgets/theme.h"

#include <QImage>
#include <QString>

namespace candela {

/// The whole tree, top-down, at this width in pixels, with the legend below it. As high as its rows need, up
/// to a limit that keeps the picture below 32,000 pixels. Needs a QGuiApplication, for fonts.
QImage flamePicture(const Shown& shown, const QString& title, int width, ColourScheme scheme);

} // namespace candela
