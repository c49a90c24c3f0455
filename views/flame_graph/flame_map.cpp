#include "views/flame_graph/flame_map.h"

#include "views/flame/flame_canvas.h"
#include "views/session/session.h"
#include "views/widgets/theme.h"

#include <QEvent>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace candela {

namespace {

constexpr int mapPadding = 3;
constexpr double maximumRowHeight = 4;
constexpr double minimumPart = 3; ///< pixels: a narrower visible part is marked with this width
constexpr QSize minimumRoom(360, 180);

} // namespace

FlameMap::FlameMap(FlameCanvas& canvas, Session& session)
    : QWidget(canvas.viewport()), m_canvas(canvas), m_session(session) {
    setAccessibleName(tr("Map of the whole flame graph"));
    setAccessibleDescription(tr("Arrows move the visible part"));
    setToolTip(tr("The whole flame graph. Click or drag to move the visible part."));
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    hide();
    canvas.viewport()->installEventFilter(this);
    connect(&canvas, &FlameCanvas::sceneChanged, this, &FlameMap::refresh);
}

void FlameMap::setPresence(Presence presence) {
    m_presence = presence;
    refresh();
}

/// Shows the map if there is something to show, and lays it out again if what it shows changed.
void FlameMap::refresh() {
    const auto& scene = m_canvas.scene();
    const auto room = m_canvas.viewport()->size();
    const bool isZoomed = !scene.isEmpty() && (scene.layout.root || m_canvas.geometry().scale > 1);
    // Not the viewport's width, which the scroll bar takes a part of that the map may make necessary.
    const bool hasRoom = m_canvas.width() >= minimumRoom.width() && room.height() >= minimumRoom.height();
    if (m_presence == Presence::Never || !isZoomed || !hasRoom) {
        if (hasFocus()) m_canvas.setFocus();
        m_source = {};
        hide();
        return keepClear(0);
    }
    const Source source{scene.tree, m_canvas.order(), m_canvas.rootSide(), room, m_canvas.width()};
    const bool isOther = source != m_source;
    if (isOther || m_root != scene.layout.root) {
        m_root = scene.layout.root;
        m_rootSpan = wholeSpan(*scene.tree, m_root, source.order);
    }
    if (isOther) {
        m_source = source;
        layOut();
    }
    show();
    update();
    keepClear(height());
}

/// The rows that the map covers can be scrolled out of its way.
void FlameMap::keepClear(double height) {
    if (m_canvas.geometry().room != height) m_canvas.setRoomBeyond(height);
}

void FlameMap::layOut() {
    const auto room = m_source.room;
    // Nor here: a narrower map lacks more boxes, may have fewer rows, and make the scroll bar unnecessary.
    const int width = std::clamp(m_source.canvas / 5, 120, 260);
    const int maximumHeight = std::clamp(room.height() / 4, 60, 160) - 2 * mapPadding;
    m_layout = flameLayout(*m_source.tree, {}, minimumBoxWidth / width, m_source.order);
    const auto rows = static_cast<double>(m_layout.rows() + 1);
    m_rowHeight = std::min(maximumRowHeight, maximumHeight / rows);
    const int height = static_cast<int>(std::ceil(rows * m_rowHeight)) + 2 * mapPadding;
    const bool isDown = m_source.rootSide == RootSide::Top;
    // In the very corner: parts of boxes and of their shares beside the map would look like others.
    setGeometry(room.width() - width, isDown ? room.height() - height : 0, width, height);
    m_outline = outline();
}

QRectF FlameMap::inner() const {
    return QRectF(rect()).adjusted(mapPadding, mapPadding, -mapPadding, -mapPadding);
}

/// The area of rows of the picture, from the first to before the last.
QRectF FlameMap::rowsRect(double first, double last) const {
    const auto area = inner();
    const double top = m_source.rootSide == RootSide::Top ? area.top() + first * m_rowHeight
                                                          : area.bottom() - last * m_rowHeight;
    return {area.left(), top, area.width(), (last - first) * m_rowHeight};
}

/// Each row of boxes, in one colour. Where rows are narrower than a pixel, the first of those in a pixel is
/// drawn: it is the widest.
QPixmap FlameMap::outline() const {
    const double scale = devicePixelRatioF();
    QPixmap picture(size() * scale);
    picture.setDevicePixelRatio(scale);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setPen(Qt::NoPen);
    painter.setBrush(Theme::of(this).mutedText);
    painter.drawRect(rowsRect(0, 1).adjusted(0, 0, 0, m_rowHeight >= 3 ? -1 : 0));
    const double step = std::max(1.0, 1 / (m_rowHeight * scale));
    for (double row = 1; row < static_cast<double>(m_layout.rows() + 1); row += step) {
        const auto area = rowsRect(row, row + step).adjusted(0, 0, 0, m_rowHeight >= 3 ? -1 : 0);
        for (const auto& box : m_layout.row(static_cast<std::size_t>(row) - 1)) {
            const double left = area.left() + static_cast<double>(box.left) * area.width();
            const double right = area.left() + static_cast<double>(box.right) * area.width();
            painter.drawRect(
                QRectF(left, area.top(), right - left - (right - left > 3 ? 1 : 0), area.height()));
        }
    }
    return picture;
}

QPointF FlameMap::positionOf(double share, std::size_t row) const {
    const auto first = static_cast<double>(row);
    const auto area = rowsRect(first, first + 1);
    return {area.left() + share * area.width(), area.center().y()};
}

QRectF FlameMap::visiblePart() const {
    const auto& geometry = m_canvas.geometry();
    const auto seen = geometry.visibleSpan();
    const auto rows = geometry.rowsBetween(m_canvas.scene(), 0, geometry.height);
    auto part = rowsRect(static_cast<double>(rows.first), static_cast<double>(rows.second));
    const double all = m_rootSpan.right - m_rootSpan.left;
    const auto x = [&](double share) {
        return part.left() + (m_rootSpan.left + share * all) * inner().width();
    };
    const double left = x(std::max(seen.left, 0.0));
    const double right = x(std::min(seen.right, 1.0));
    part.setLeft(left);
    part.setRight(right);
    const double missing = std::max(0.0, minimumPart - part.width()) / 2;
    return part.adjusted(-missing, 0, missing, 0);
}

QRectF FlameMap::mark() const {
    const auto area = inner();
    auto mark = visiblePart();
    mark.setTop(std::clamp(mark.top(), area.top(), area.bottom() - minimumPart));
    mark.setBottom(std::clamp(mark.bottom(), mark.top() + minimumPart, area.bottom()));
    return mark;
}

/// Moves the visible part so that its middle is at this position of the map, as far as possible. Beside the
/// zoomed call node, zooms to the one there with the same depth or, if there is none, the deepest one.
void FlameMap::moveTo(QPointF centre) {
    const auto area = inner();
    const double share = std::clamp((centre.x() - area.left()) / area.width(), 0.0, 1.0);
    auto& tree = *m_source.tree;
    if (m_root && (share < m_rootSpan.left || share >= m_rootSpan.right)) {
        const auto node = callNodeAt(tree, share, tree.depth(m_root), m_source.order);
        if (node.isNone()) return;
        zoomTo(callPath(tree, node)); // updates m_root
    }
    const double fromRoot =
        m_source.rootSide == RootSide::Top ? centre.y() - area.top() : area.bottom() - centre.y();
    m_canvas.centre((share - m_rootSpan.left) / (m_rootSpan.right - m_rootSpan.left), fromRoot / m_rowHeight);
}

/// All zooms of a drag are one step of the zoom's history.
void FlameMap::zoomTo(const CallPath& path) {
    if (m_hasZoomed) m_session.zoomBack();
    m_hasZoomed = m_isPressed && path != m_session.zoom();
    m_session.setZoom(path);
}

void FlameMap::enterEvent(QEnterEvent*) {
    m_canvas.hover({});
}

void FlameMap::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    m_isPressed = true;
    m_hasZoomed = false;
    m_session.beginGesture(); // a drag is one step of undo
    const bool isInside = mark().contains(event->position());
    m_grip = isInside ? event->position() - visiblePart().center() : QPointF();
    if (!isInside) moveTo(event->position());
}

void FlameMap::mouseMoveEvent(QMouseEvent* event) {
    if (m_isPressed) moveTo(event->position() - m_grip);
}

void FlameMap::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !std::exchange(m_isPressed, false)) return;
    m_hasZoomed = false;
    m_session.endGesture();
}

void FlameMap::keyPressEvent(QKeyEvent* event) {
    const auto part = visiblePart();
    // Far enough to leave a zoomed call node that fills the width.
    const double sideways = part.width() / 2 + 1;
    const double vertical = std::max(part.height() / 4, m_rowHeight);
    switch (event->modifiers() == Qt::NoModifier ? event->key() : 0) {
    case Qt::Key_Left:
        return moveTo(part.center() - QPointF(sideways, 0));
    case Qt::Key_Right:
        return moveTo(part.center() + QPointF(sideways, 0));
    case Qt::Key_Up:
        return moveTo(part.center() - QPointF(0, vertical));
    case Qt::Key_Down:
        return moveTo(part.center() + QPointF(0, vertical));
    default:
        QWidget::keyPressEvent(event); // the canvas handles the other keys
    }
}

void FlameMap::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const auto& theme = Theme::of(this);
    painter.fillRect(rect(), theme.base);
    painter.drawPixmap(0, 0, m_outline);
    const auto marked = mark().toAlignedRect();
    auto veil = theme.base;
    veil.setAlphaF(0.55F);
    QRegion hidden(rect());
    hidden -= marked;
    for (const auto& area : hidden)
        painter.fillRect(area, veil);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(theme.accent);
    painter.drawRect(marked.adjusted(0, 0, -1, -1));
    painter.setPen(hasFocus() ? theme.accent : theme.line);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

/// The outline has the colour of the theme that it was drawn with.
void FlameMap::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || !m_source.tree) return;
    m_outline = outline();
    update();
}

bool FlameMap::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) refresh();
    return QWidget::eventFilter(watched, event);
}

} // namespace candela

#include "moc_flame_map.cpp"
