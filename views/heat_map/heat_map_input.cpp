#include "views/heat_map/heat_map_input.h"

#include "views/filter/time_menu.h"
#include "views/heat_map/heat_map_canvas.h"
#include "views/heat_map/heat_map_words.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <cmath>
#include <cstdlib>
#include <functional>

namespace candela {

namespace {

constexpr double heatMapClickDistance = 3; ///< pixels; a longer movement is a drag
constexpr double keyFactor = 1.5;

} // namespace

HeatMapInput::HeatMapInput(HeatMapCanvas& canvas, Session& session) : m_canvas(canvas), m_session(session) {
    m_apply.setSingleShot(true);
    m_apply.setInterval(60);
    QObject::connect(&m_apply, &QTimer::timeout, &m_apply, [this] { applyDrag(); });
}

void HeatMapInput::press(const QMouseEvent& event) {
    if (event.button() != Qt::LeftButton) return;
    const auto cell = m_canvas.cellAt(event.position());
    if (!cell) return;
    m_pressed = event.position();
    if (event.modifiers() & Qt::ShiftModifier && m_canvas.cursorCell()) {
        m_canvas.moveCursor(*cell, HeatMapCanvas::Extent::Extended);
        m_drag = Drag::Selecting;
        m_session.beginGesture();
        return;
    }
    m_canvas.moveCursor(*cell, HeatMapCanvas::Extent::OneCell);
    m_drag = Drag::Pressed;
}

void HeatMapInput::move(const QMouseEvent& event) {
    const auto point = event.position();
    if (m_drag == Drag::Pressed && (point - m_pressed).manhattanLength() > heatMapClickDistance) {
        m_drag = Drag::Selecting;
        m_session.beginGesture(); // a drag is one step of undo
    }
    if (m_drag == Drag::Selecting && m_canvas.hasPlot()) {
        m_canvas.moveCursor(m_canvas.geometry().nearestCell(point), HeatMapCanvas::Extent::Extended);
        if (!m_apply.isActive()) m_apply.start();
    }
    m_canvas.hover(point);
    m_canvas.setCursor(m_canvas.cellAt(point) ? Qt::CrossCursor : Qt::ArrowCursor);
}

void HeatMapInput::release() {
    if (m_drag == Drag::Selecting) {
        m_apply.stop();
        applyDrag();
        m_session.endGesture();
    }
    m_drag = Drag::None;
    m_canvas.update();
}

void HeatMapInput::doubleClick(const QMouseEvent& event) {
    if (event.button() != Qt::LeftButton || !m_canvas.hasPlot()) return;
    m_drag = Drag::None;
    clearTime();
}

void HeatMapInput::leave() {
    m_canvas.hover({-1, -1});
}

void HeatMapInput::applyDrag() {
    if (m_drag == Drag::Selecting) selectCells();
}

void HeatMapInput::selectCells() {
    const auto time = m_canvas.cursorTime();
    if (!time) return;
    auto filter = m_session.filter();
    filter.time = time;
    m_session.setFilter(filter);
}

void HeatMapInput::clearTime() {
    m_session.clearTime();
    if (const auto cell = m_canvas.cursorCell()) m_canvas.moveCursor(*cell, HeatMapCanvas::Extent::OneCell);
}

void HeatMapInput::askForToolTip(const QHelpEvent& event) {
    const auto cell = m_canvas.cellAt(event.pos());
    if (!cell) return QToolTip::hideText();
    QToolTip::showText(event.globalPos(), cellToolTip(*m_canvas.computed(), *cell), &m_canvas);
}

void HeatMapInput::askForMenu(const QContextMenuEvent& event) {
    if (!m_canvas.hasPlot()) return;
    const bool isKey = event.reason() == QContextMenuEvent::Keyboard;
    const auto time = m_canvas.cursorTime();
    const auto cell = isKey ? m_canvas.cursorCell() : m_canvas.cellAt(event.pos());
    const bool isInside = cell && time && m_canvas.geometry().grid.timeOf(*cell).begin >= time->begin &&
                          m_canvas.geometry().grid.timeOf(*cell).end <= time->end;
    if (cell && !isInside) m_canvas.moveCursor(*cell, HeatMapCanvas::Extent::OneCell);
    auto* menu = new QMenu(&m_canvas);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](const QString& text, Qt::Key key, bool isEnabled, const std::function<void()>& run) {
        auto* action = menu->addAction(text, &m_canvas, run);
        action->setShortcut(key);
        action->setShortcutVisibleInContextMenu(true);
        action->setEnabled(isEnabled);
    };
    const bool hasTime = m_session.filter().time.has_value();
    add(QObject::tr("Select the time of these cells"), Qt::Key_Return, m_canvas.cursorTime().has_value(),
        [this] { selectCells(); });
    add(QObject::tr("Zoom to the selected time"), Qt::Key_Z, hasTime, [this] { m_canvas.zoomToSelection(); });
    add(QObject::tr("Zoom in"), Qt::Key_Plus, true, [this] { m_canvas.zoom(keyFactor, zoomCentre()); });
    add(QObject::tr("Zoom out"), Qt::Key_Minus, m_canvas.isZoomed(),
        [this] { m_canvas.zoom(1 / keyFactor, zoomCentre()); });
    add(QObject::tr("Zoom back"), Qt::Key_Backspace, m_canvas.isZoomed(), [this] { m_canvas.zoomBack(); });
    add(QObject::tr("Show the whole time"), Qt::Key_Home, m_canvas.isZoomed(),
        [this] { m_canvas.showWhole(); });
    menu->addSeparator();
    add(QObject::tr("Clear the selected time"), Qt::Key_Escape, hasTime, [this] { clearTime(); });
    addTimeActions(*menu, m_session);
    const auto corner = cell ? m_canvas.geometry().cellRect(*cell).bottomLeft() : QPoint();
    menu->popup(isKey ? m_canvas.mapToGlobal(corner) : event.globalPos());
}

/// As in the timeline; but there are no rows to scroll, so Ctrl changes nothing.
bool HeatMapInput::turnWheel(const QWheelEvent& event) {
    if (!m_canvas.hasPlot()) return false;
    const auto turn = event.angleDelta();
    if (std::abs(turn.x()) > std::abs(turn.y()) || event.modifiers() & Qt::ShiftModifier)
        m_canvas.pan(-(turn.x() != 0 ? turn.x() : turn.y()) / 1200.0);
    else
        m_canvas.zoom(std::pow(1.25, turn.y() / 120.0), event.position().x());
    return true;
}

/// Keys zoom around the cursor, else around the middle.
double HeatMapInput::zoomCentre() const {
    const auto& geometry = m_canvas.geometry();
    const auto cell = m_canvas.cursorCell();
    return cell ? geometry.cellRect(*cell).center().x() : geometry.plot().center().x();
}

bool HeatMapInput::pressKey(const QKeyEvent& event) {
    switch (event.key()) {
    case Qt::Key_Escape:
        m_apply.stop();
        m_drag = Drag::None;
        clearTime();
        m_session.endGesture();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        selectCells();
        return true;
    case Qt::Key_Plus:
        m_canvas.zoom(keyFactor, zoomCentre());
        return true;
    case Qt::Key_Minus:
        m_canvas.zoom(1 / keyFactor, zoomCentre());
        return true;
    case Qt::Key_PageUp:
        m_canvas.pan(-0.5);
        return true;
    case Qt::Key_PageDown:
        m_canvas.pan(0.5);
        return true;
    case Qt::Key_Z:
        if (event.modifiers() != Qt::NoModifier) return false;
        m_canvas.zoomToSelection();
        return true;
    case Qt::Key_Backspace:
        m_canvas.zoomBack();
        return true;
    case Qt::Key_Home:
        m_canvas.showWhole();
        return true;
    default:
        return pressArrow(event);
    }
}

bool HeatMapInput::pressArrow(const QKeyEvent& event) {
    constexpr auto column = static_cast<std::ptrdiff_t>(HeatMapGrid::rows);
    const auto extent = event.modifiers() & Qt::ShiftModifier ? HeatMapCanvas::Extent::Extended
                                                              : HeatMapCanvas::Extent::OneCell;
    switch (event.key()) {
    case Qt::Key_Up:
        m_canvas.stepCursor(1, extent);
        return true;
    case Qt::Key_Down:
        m_canvas.stepCursor(-1, extent);
        return true;
    case Qt::Key_Right:
        m_canvas.stepCursor(column, extent);
        return true;
    case Qt::Key_Left:
        m_canvas.stepCursor(-column, extent);
        return true;
    default:
        return false;
    }
}

} // namespace candela
