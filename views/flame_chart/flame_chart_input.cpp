#include "views/flame_chart/flame_chart_input.h"

#include "views/filter/context_menus.h"
#include "views/filter/function_actions.h"
#include "views/filter/time_menu.h"
#include "views/flame_chart/flame_chart_canvas.h"
#include "views/flame_chart/flame_chart_words.h"
#include "views/session/call_node_text.h"
#include "views/text/label_text.h"
#include "views/text/plain_text.h"
#include "views/timeline/timeline_words.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace candela {

namespace {

constexpr double clickDistance = 5; ///< pixels; a longer movement is a drag

bool isOverTrackNames(QPointF point) {
    return point.x() < FlameChartGeometry::nameWidth;
}

} // namespace

FlameChartInput::FlameChartInput(FlameChartCanvas& canvas, Session& session)
    : m_canvas(canvas), m_session(session) {
    m_apply.setSingleShot(true);
    m_apply.setInterval(60);
    QObject::connect(&m_apply, &QTimer::timeout, &m_apply, [this] { applyDrag(); });
}

void FlameChartInput::press(const QMouseEvent& event) {
    if (!m_canvas.hasPlot()) return;
    const auto point = event.position();
    if (event.button() == Qt::LeftButton && isOverTrackNames(point)) {
        if (const auto track = m_canvas.geometry().trackAt(point.y())) m_canvas.toggle(*track);
        return;
    }
    if (event.button() != Qt::LeftButton && event.button() != Qt::MiddleButton) return;
    m_pressed = m_last = point;
    m_anchor = m_canvas.geometry().timeAt(point.x());
    m_drag = event.button() == Qt::MiddleButton      ? Drag::Panning
             : event.modifiers() & Qt::ShiftModifier ? Drag::Selecting
                                                     : Drag::Pressed;
}

void FlameChartInput::move(const QMouseEvent& event) {
    const auto point = event.position();
    if (m_drag == Drag::Pressed && (point - m_pressed).manhattanLength() > clickDistance)
        m_drag = Drag::Panning;
    if (m_drag == Drag::Selecting && std::abs(point.x() - m_pressed.x()) > 1) {
        m_session.beginGesture(); // a drag is one step of undo
        dragTo(point.x());
    }
    if (m_drag == Drag::Panning) {
        m_canvas.viewport()->setCursor(Qt::ClosedHandCursor);
        m_canvas.pan(point - m_last);
        m_last = point;
        return;
    }
    m_canvas.hover(point);
    const bool isInside = m_canvas.hasPlot() && !isOverTrackNames(point);
    m_canvas.viewport()->setCursor(isInside && event.modifiers() & Qt::ShiftModifier ? Qt::CrossCursor
                                                                                     : Qt::ArrowCursor);
}

void FlameChartInput::release(const QMouseEvent& event) {
    const auto drag = std::exchange(m_drag, Drag::None);
    if (drag == Drag::Pressed && event.button() == Qt::LeftButton)
        m_canvas.focusBlock(m_canvas.blockAt(event.position()));
    if (drag == Drag::Panning) m_canvas.viewport()->setCursor(Qt::ArrowCursor);
    if (drag != Drag::Selecting) return;
    m_apply.stop();
    applyDrag();
    m_session.endGesture();
    m_dragged.reset();
    m_canvas.viewport()->update();
}

void FlameChartInput::doubleClick(const QMouseEvent& event) {
    if (event.button() != Qt::LeftButton) return;
    if (isOverTrackNames(event.position())) return press(event);
    m_drag = Drag::None;
    if (const auto at = m_canvas.blockAt(event.position())) m_canvas.zoomTo(at->block);
}

void FlameChartInput::leave() {
    m_canvas.hover({-1, -1});
    m_canvas.viewport()->setCursor(Qt::ArrowCursor);
}

void FlameChartInput::dragTo(double x) {
    const auto time = m_canvas.geometry().timeAt(x);
    const auto begin = std::min(time, m_anchor);
    m_dragged = TimeRange{begin, std::max({time, m_anchor, begin + 1})};
    if (!m_apply.isActive()) m_apply.start();
    m_canvas.viewport()->update();
}

void FlameChartInput::applyDrag() {
    if (m_dragged) selectTime(m_dragged);
}

void FlameChartInput::selectTime(const std::optional<TimeRange>& time) {
    auto filter = m_session.filter();
    filter.time = time;
    m_session.setFilter(filter);
    m_canvas.viewport()->update();
}

void FlameChartInput::askForToolTip(const QHelpEvent& event) {
    const auto& chart = m_canvas.chart();
    if (!chart) return QToolTip::hideText();
    if (const auto at = m_canvas.blockAt(event.pos()))
        return QToolTip::showText(event.globalPos(), blockToolTip(*chart, m_canvas.geometry(), *at),
                                  m_canvas.viewport());
    if (const auto events = m_canvas.lifeEventsAt(event.pos()); !events.empty()) {
        const auto texts = lifeTexts(*chart->profile, events, m_canvas.visibleRange());
        return QToolTip::showText(event.globalPos(), plainToolTip(texts.join('\n')), m_canvas.viewport());
    }
    const auto track = m_canvas.geometry().trackAt(event.pos().y());
    if (!track || !isOverTrackNames(event.pos())) return QToolTip::hideText();
    const auto labels =
        labelToolTip(*chart->profile, chart->tracks[*track].process, chart->tracks[*track].thread);
    const auto words = trackWords(*chart, *track, m_canvas.visibleRange()).toHtmlEscaped();
    QToolTip::showText(event.globalPos(), labels.isEmpty() ? words : words + "<br>" + labels,
                       m_canvas.viewport());
}

void FlameChartInput::askForMenu(const QContextMenuEvent& event) {
    const bool isKey = event.reason() == QContextMenuEvent::Keyboard;
    const auto at = isKey ? m_canvas.focusedBlock() : m_canvas.blockAt(event.pos());
    if (!at) return showTimeMenu(event);
    m_canvas.focusBlock(at);
    const auto& shape = *m_canvas.chart()->shape;
    auto* menu = groupMenu(m_session, *shape.groups, shape.group[at->block.node.row()], &m_canvas);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    auto* first = menu->actions().value(0);
    const auto add = [&](const QString& text, const QKeySequence& keys, const std::function<void()>& run) {
        auto* action = new QAction(text, menu);
        action->setShortcut(keys);
        action->setShortcutVisibleInContextMenu(true);
        QObject::connect(action, &QAction::triggered, &m_canvas, run);
        menu->insertAction(first, action);
    };
    add(QObject::tr("Zoom to this block"), Qt::Key_Return, [this, at] { m_canvas.zoomTo(at->block); });
    add(QObject::tr("Select the time of this block"), Qt::Key_T, [this, at] {
        selectTime(TimeRange{at->block.begin, at->block.end});
    });
    menu->insertSeparator(first);
    addTimeActions(*menu, m_session);
    const auto corner = m_canvas.geometry().blockRect(at->track, at->block).bottomLeft();
    const auto area = m_canvas.viewport()->rect();
    const QPoint inside(std::clamp(corner.x(), FlameChartGeometry::nameWidth, std::max(area.right(), 0) + 1),
                        std::clamp(corner.y(), area.top(), std::max(area.bottom(), area.top())));
    menu->popup(isKey ? m_canvas.viewport()->mapToGlobal(inside) : event.globalPos());
}

/// Where no block is, there are still the actions for the selected time.
void FlameChartInput::showTimeMenu(const QContextMenuEvent& event) {
    if (!m_canvas.hasPlot() || !m_session.timeComparison().isOffered()) return;
    auto* menu = new QMenu(&m_canvas);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addTimeActions(*menu, m_session);
    menu->popup(event.globalPos());
}

bool FlameChartInput::turnWheel(const QWheelEvent& event) {
    const auto turn = event.angleDelta();
    if (isOverTrackNames(event.position()) || event.modifiers() & Qt::ControlModifier || !m_canvas.hasPlot())
        return false;
    if (std::abs(turn.x()) > std::abs(turn.y()) || event.modifiers() & Qt::ShiftModifier) {
        const auto turned = turn.x() != 0 ? turn.x() : turn.y();
        m_canvas.pan({turned / 1200.0 * m_canvas.geometry().plot().width(), 0});
    } else {
        m_canvas.zoom(std::pow(1.25, turn.y() / 120.0), event.position().x());
    }
    return true;
}

bool FlameChartInput::pressKey(const QKeyEvent& event) {
    if (!m_canvas.hasPlot()) return false;
    const auto plot = m_canvas.geometry().plot();
    const auto& focused = m_canvas.focusedBlock();
    switch (event.key()) {
    case Qt::Key_Escape:
        m_dragged.reset();
        m_drag = Drag::None;
        selectTime({});
        m_session.endGesture();
        return true;
    case Qt::Key_Plus:
        m_canvas.zoom(1.5, plot.center().x());
        return true;
    case Qt::Key_Minus:
        m_canvas.zoom(1 / 1.5, plot.center().x());
        return true;
    case Qt::Key_Home:
        m_canvas.showWhole();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (focused) m_canvas.zoomTo(focused->block);
        return true;
    case Qt::Key_T:
        if (focused) selectTime(TimeRange{focused->block.begin, focused->block.end});
        return true;
    case Qt::Key_Space:
        if (focused) m_canvas.toggle(focused->track);
        return true;
    default:
        break;
    }
    if (pressArrow(event)) return true;
    if (!focused) return false;
    const auto& shape = *m_canvas.chart()->shape;
    const auto group = shape.group[focused->block.node.row()];
    if (event.matches(QKeySequence::Copy)) {
        QGuiApplication::clipboard()->setText(groupName(*shape.groups, group));
        return true;
    }
    return runAction(functionActions(m_session, *shape.groups, group), event);
}

bool FlameChartInput::pressArrow(const QKeyEvent& event) {
    const bool pans = event.modifiers() & Qt::ShiftModifier;
    const auto tenth = m_canvas.geometry().plot().width() / 10.0;
    switch (event.key()) {
    case Qt::Key_Left:
        pans ? m_canvas.pan({tenth, 0}) : m_canvas.step(FlameChartStep::Left);
        return true;
    case Qt::Key_Right:
        pans ? m_canvas.pan({-tenth, 0}) : m_canvas.step(FlameChartStep::Right);
        return true;
    case Qt::Key_Up:
        m_canvas.step(FlameChartStep::Outwards);
        return true;
    case Qt::Key_Down:
        m_canvas.step(FlameChartStep::Inwards);
        return true;
    case Qt::Key_PageUp:
        m_canvas.step(FlameChartStep::PreviousTrack);
        return true;
    case Qt::Key_PageDown:
        m_canvas.step(FlameChartStep::NextTrack);
        return true;
    default:
        return false;
    }
}

} // namespace candela
