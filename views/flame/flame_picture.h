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

/// The same as a small picture without names, for lists of files. Of a high tree it has the rows next to the
/// root.
QImage flameThumbnail(const Shown& shown, const QSize& size, ColourScheme scheme);

} // namespace candela
