#include "views/timeline/timeline_input.h"

#include "views/filter/time_menu.h"
#include "views/text/label_text.h"
#include "views/text/plain_text.h"
#include "views/timeline/timeline_canvas.h"
#include "views/timeline/timeline_picks.h"
#include "views/timeline/timeline_words.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <functional>

namespace candela {

namespace {

constexpr int grabWidth = 4; ///< pixels within which a selection's end can be dragged
constexpr double dragDistance = 3;

bool isOverNames(QPointF point) {
    return point.x() < TimelineGeometry::nameWidth;
}

TimeRange moved(TimeRange range, std::int64_t by) {
    return {range.begin + by, range.end + by};
}

} // namespace

TimelineInput::TimelineInput(TimelineCanvas& canvas, Session& session)
    : m_canvas(canvas), m_session(session) {
    m_apply.setSingleShot(true);
    m_apply.setInterval(60);
    QObject::connect(&m_apply, &QTimer::timeout, &m_apply, [this] { applyDrag(); });
}

void TimelineInput::press(const QMouseEvent& event) {
    if (!m_canvas.hasPlot()) return;
    m_canvas.setNotice({});
    const auto point = event.position();
    if (event.button() == Qt::LeftButton && isOverNames(point)) {
        if (const auto row = m_canvas.geometry().rowAt(point.y())) {
            m_canvas.setCurrentRow(*row);
            clickName(m_canvas.rows().rows[*row], event);
        }
        if (const auto value = m_canvas.valueNamedAt(point)) m_session.setValue(value);
        return;
    }
    m_pressed = point;
    if (event.button() == Qt::MiddleButton || event.modifiers() & Qt::ShiftModifier) {
        m_drag = Drag::Panning;
    } else if (event.button() == Qt::LeftButton) {
        m_drag = Drag::Pressed;
        m_anchor = anchorAt(point.x()).value_or(m_canvas.timeAt(point.x()));
    }
}

std::optional<std::int64_t> TimelineInput::anchorAt(double x) const {
    const auto& chosen = m_session.filter().time;
    if (chosen && std::abs(x - m_canvas.xOf(chosen->end)) <= grabWidth) return chosen->begin;
    if (chosen && std::abs(x - m_canvas.xOf(chosen->begin)) <= grabWidth) return chosen->end;
    return {};
}

void TimelineInput::move(const QMouseEvent& event) {
    const auto point = event.position();
    if (m_drag == Drag::Pressed && std::abs(point.x() - m_pressed.x()) > dragDistance)
        m_drag = Drag::Selecting;
    if (m_drag == Drag::Selecting) {
        m_session.beginGesture(); // a drag is one step of undo
        dragTo(point.x());
    }
    if (m_drag == Drag::Panning) {
        const auto by = m_canvas.timeAt(m_pressed.x()) - m_canvas.timeAt(point.x());
        m_canvas.setVisibleRange(moved(m_canvas.visibleRange(), by));
        m_pressed = point;
    }
    m_canvas.hover(point);
    const bool isInside = m_canvas.isOverPlot(point);
    m_canvas.viewport()->setCursor(isInside && anchorAt(point.x()) ? Qt::SizeHorCursor
                                   : isInside                      ? Qt::CrossCursor
                                                                   : Qt::ArrowCursor);
}

void TimelineInput::release() {
    if (std::exchange(m_drag, Drag::None) != Drag::Selecting) return;
    m_apply.stop();
    applyDrag();
    m_session.endGesture();
    m_dragged.reset();
    m_canvas.viewport()->update();
}

void TimelineInput::doubleClick(const QMouseEvent& event) {
    if (m_canvas.isPending() || isOverNames(event.position())) return;
    m_drag = Drag::None;
    clearTime();
    m_session.endGesture();
}

void TimelineInput::leave() {
    m_canvas.hover({-1, -1});
    m_canvas.viewport()->setCursor(Qt::ArrowCursor);
}

void TimelineInput::askForMenu(const QContextMenuEvent& event) {
    if (!m_canvas.hasPlot()) return;
    auto* menu = new QMenu(&m_canvas);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](const QString& text, Qt::Key key, bool isEnabled, const std::function<void()>& run) {
        auto* action = menu->addAction(text, &m_canvas, run);
        action->setShortcut(key);
        action->setShortcutVisibleInContextMenu(true);
        action->setEnabled(isEnabled);
    };
    const auto& time = m_session.filter().time;
    add(QObject::tr("Zoom to the selected time"), Qt::Key_Return, time.has_value(),
        [this] { zoomToSelection(); });
    add(QObject::tr("Show the whole time"), Qt::Key_Home, m_canvas.visibleRange() != m_canvas.wholeRange(),
        [this] { m_canvas.showWhole(); });
    menu->addSeparator();
    add(QObject::tr("Clear the selected time"), Qt::Key_Escape, time.has_value(), [this] { clearTime(); });
    addTimeActions(*menu, m_session);
    menu->addSeparator();
    auto* idle = menu->addAction(QObject::tr("Idle time"));
    idle->setCheckable(true);
    idle->setChecked(m_canvas.isIdleShown() && m_canvas.offersIdle());
    idle->setEnabled(m_canvas.offersIdle());
    QObject::connect(idle, &QAction::toggled, &m_canvas, &TimelineCanvas::setIdleShown);
    const bool isKey = event.reason() == QContextMenuEvent::Keyboard;
    menu->popup(isKey ? m_canvas.viewport()->mapToGlobal(m_canvas.viewport()->rect().center())
                      : event.globalPos());
}

void TimelineInput::zoomToSelection() {
    if (const auto& time = m_session.filter().time) m_canvas.setVisibleRange(*time);
}

void TimelineInput::dragTo(double x) {
    const auto time = m_canvas.timeAt(x);
    const auto begin = std::min(time, m_anchor);
    m_dragged = TimeRange{begin, std::max({time, m_anchor, begin + 1})};
    if (!m_apply.isActive()) m_apply.start();
    m_canvas.viewport()->update();
}

void TimelineInput::applyDrag() {
    if (!m_dragged) return;
    auto filter = m_session.filter();
    filter.time = m_dragged;
    m_session.setFilter(filter);
}

void TimelineInput::clearTime() {
    m_session.clearTime();
    m_canvas.viewport()->update();
}

void TimelineInput::clickName(const TimelineRow& row, const QMouseEvent& event) {
    const double signWidth = 22 + trackIndent(row.depth);
    if (row.below > 0 && event.position().x() < signWidth) return m_canvas.toggle(row);
    const auto pick = event.modifiers() & Qt::ControlModifier ? Pick::Toggle : Pick::Only;
    const auto& rows = m_canvas.rows();
    if (!hasPickedSamples(rows, row)) return m_canvas.setNotice(noSamplesText(rows, row));
    m_session.setFilter(withPicked(m_session.filter(), rows, row, pick));
    m_canvas.viewport()->update();
}

bool TimelineInput::turnWheel(const QWheelEvent& event) {
    const auto turn = event.angleDelta();
    const bool scrollsRows = isOverNames(event.position()) && !m_canvas.rows().rows.empty();
    if (scrollsRows || event.modifiers() & Qt::ControlModifier || !m_canvas.hasPlot()) return false;
    if (std::abs(turn.x()) > std::abs(turn.y()) || event.modifiers() & Qt::ShiftModifier) {
        const auto turned = turn.x() != 0 ? turn.x() : turn.y();
        const auto visible = m_canvas.visibleRange();
        const auto length = static_cast<double>(visible.end - visible.begin);
        m_canvas.setVisibleRange(moved(visible, static_cast<std::int64_t>(-turned / 1200.0 * length)));
    } else {
        m_canvas.zoom(std::pow(1.25, turn.y() / 120.0), event.position().x());
    }
    return true;
}

bool TimelineInput::pressKey(const QKeyEvent& event) {
    const auto visible = m_canvas.visibleRange();
    const auto length = visible.end - visible.begin;
    const double middle = m_canvas.xOf(visible.begin + length / 2);
    switch (event.key()) {
    case Qt::Key_Escape:
        m_dragged.reset();
        m_drag = Drag::None;
        clearTime();
        m_session.endGesture();
        return true;
    case Qt::Key_Plus:
        m_canvas.zoom(1.5, middle);
        return true;
    case Qt::Key_Minus:
        m_canvas.zoom(1 / 1.5, middle);
        return true;
    case Qt::Key_Home:
        m_canvas.showWhole();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        zoomToSelection();
        return true;
    case Qt::Key_Left:
        m_canvas.setVisibleRange(moved(visible, -length / 10));
        return true;
    case Qt::Key_Right:
        m_canvas.setVisibleRange(moved(visible, length / 10));
        return true;
    case Qt::Key_Up:
        stepRow(-1);
        return true;
    case Qt::Key_Down:
        stepRow(1);
        return true;
    case Qt::Key_Space:
        if (const auto row = m_canvas.currentRow(); row && m_canvas.rows().rows[*row].below > 0)
            m_canvas.toggle(m_canvas.rows().rows[*row]);
        return true;
    default:
        return false;
    }
}

/// The first step chooses the row that is at the top or the bottom.
void TimelineInput::stepRow(int by) {
    const auto count = static_cast<int>(m_canvas.rows().rows.size());
    if (count == 0 || !m_canvas.hasPlot()) return;
    const auto& geometry = m_canvas.geometry();
    const auto current = m_canvas.currentRow();
    const auto seen = geometry.rowAt(by > 0 ? geometry.rowsTop() : geometry.size.height() - 1);
    const auto next =
        current ? static_cast<int>(*current) + by : static_cast<int>(seen.value_or(by > 0 ? 0 : count - 1));
    m_canvas.setCurrentRow(static_cast<std::size_t>(std::clamp(next, 0, count - 1)));
}

void TimelineInput::askForToolTip(const QHelpEvent& event) {
    const auto& profile = m_session.profile();
    if (!profile) return QToolTip::hideText();
    if (m_canvas.geometry().markNamesRect().contains(event.pos()))
        return QToolTip::showText(event.globalPos(), marksToolTip(m_canvas.rows()), m_canvas.viewport());
    if (!isOverNames(event.pos())) {
        const auto words = m_canvas.wordsAt(event.pos(), TimelineCanvas::Room::ToolTip);
        return words.isEmpty()
                   ? QToolTip::hideText()
                   : QToolTip::showText(event.globalPos(), linesToolTip(words), m_canvas.viewport());
    }
    if (const auto row = m_canvas.geometry().rowAt(event.pos().y())) {
        const auto& at = m_canvas.rows().rows[*row];
        auto text = labelToolTip(*profile, at->process, at->thread);
        if (at->isOwn) text.prepend(QObject::tr("A process of Candela itself").toHtmlEscaped() + "<br>");
        return QToolTip::showText(event.globalPos(), text, m_canvas.viewport());
    }
    if (m_canvas.geometry().isOverIdle(event.pos().y()))
        return QToolTip::showText(event.globalPos(),
                                  plainToolTip(idleToolTip(*profile, *m_canvas.rows().idle)),
                                  m_canvas.viewport());
    const auto value = m_canvas.valueNamedAt(event.pos());
    if (!value) return QToolTip::hideText();
    const auto title = laneTitle(*profile, value);
    QToolTip::showText(event.globalPos(),
                       plainToolTip(value == m_session.value()
                                        ? title
                                        : QObject::tr("%1. A click shows it in all views").arg(title)),
                       m_canvas.viewport());
}

} // namespace candela
