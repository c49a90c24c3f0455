/// The line icons of resources/icons, drawn in the palette's colours when they are painted, so that they
/// follow a change between dark and light.
#pragma once

#include <QColor>
#include <QIcon>
#include <QRectF>
#include <QString>

class QPainter;

namespace candela {

/// `name` as in resources/icons: "folder". Disabled and selected icons get the palette's colours for these
/// states.
QIcon lineIcon(const QString& name);

void paintLineIcon(QPainter& painter, const QRectF& rect, const QString& name, const QColor& colour);

} // namespace candela
