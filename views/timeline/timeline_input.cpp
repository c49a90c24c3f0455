// Mouse and keys of the timeline's canvas.
#include "views/timeline/timeline_canvas.h"

#include "model/base/units.h"
#include "views/session/call_node_text.h"
#include "views/text/label_text.h"
#include "views/timeline/time_axis.h"
#include "views/timeline/timeline_picks.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace candela {

namespace {

constexpr int grabWidth = 4; ///< pixels around a selection's end that take hold of it
constexpr double dragDistance = 3;

/// Why there is no weight at this time; empty where nothing is missing.
QString lostText(const std::vector<LostTime>& times, std::int64_t time) {
    const auto isIn = [time](const LostTime& lost) {
        return time >= lost.begin && (lost.end == noTime || time < lost.end);
    };
    return std::ranges::any_of(times, isIn) ? QObject::tr("the recording is damaged here: nothing is known")
                                            : QString();
}

} // namespace

void TimelineCanvas::mousePressEvent(QMouseEvent* event) {
    if (!m_result || !m_hasTimes) return;
    const auto point = event->position();
    const int row = rowAt(point.y());
    if (event->button() == Qt::LeftButton && point.x() < nameRect(0).width()) {
        if (row >= 0) clickName(m_rows.rows[static_cast<std::size_t>(row)], event->modifiers(), point.x());
        return;
    }
    m_pressed = point;
    const bool isPanning = event->button() == Qt::MiddleButton || event->modifiers() & Qt::ShiftModifier;
    if (isPanning) {
        m_drag = Drag::Panning;
    } else if (event->button() == Qt::LeftButton) {
        m_drag = Drag::Pressed;
        m_anchor = timeAt(point.x());
        const auto chosen = m_session.filter().time;
        if (chosen && std::abs(point.x() - xOf(chosen->begin)) <= grabWidth) m_anchor = chosen->end;
        if (chosen && std::abs(point.x() - xOf(chosen->end)) <= grabWidth) m_anchor = chosen->begin;
    }
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent* event) {
    const auto point = event->position();
    if (m_drag == Drag::Pressed && std::abs(point.x() - m_pressed.x()) > dragDistance)
        m_drag = Drag::Selecting;
    if (m_drag == Drag::Selecting) dragTo(point.x());
    if (m_drag == Drag::Panning) {
        const auto by = timeAt(m_pressed.x()) - timeAt(point.x());
        setVisibleRange({m_visible.begin + by, m_visible.end + by});
        m_pressed = point;
    }
    updateHover(point);
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent*) {
    if (std::exchange(m_drag, Drag::None) != Drag::Selecting) return;
    m_apply.stop();
    applyDrag();
    m_dragged.reset();
    viewport()->update();
}

void TimelineCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    if (!m_result || event->position().x() < nameRect(0).width()) return;
    m_drag = Drag::None;
    auto filter = m_session.filter();
    filter.time.reset();
    m_session.setFilter(filter);
    viewport()->update();
}

void TimelineCanvas::dragTo(double x) {
    const auto time = timeAt(x);
    m_dragged = TimeRange{std::min(time, m_anchor), std::max({time, m_anchor, std::min(time, m_anchor) + 1})};
    if (!m_apply.isActive()) m_apply.start();
    viewport()->update();
}

void TimelineCanvas::applyDrag() {
    if (!m_dragged) return;
    auto filter = m_session.filter();
    filter.time = m_dragged;
    m_session.setFilter(filter);
}

void TimelineCanvas::clickName(const TimelineRow& row, Qt::KeyboardModifiers modifiers, double x) {
    const double signWidth = 22 + rowIndent(row);
    if (row.kind == TrackKind::Process && row.rowsBelow() > 0 && x < signWidth) {
        m_opened.toggle(row);
        updateRows();
        return;
    }
    const auto pick = modifiers & Qt::ControlModifier ? Pick::Toggle : Pick::Only;
    m_session.setFilter(withPicked(m_session.filter(), row, pick));
    viewport()->update();
}

void TimelineCanvas::wheelEvent(QWheelEvent* event) {
    const auto turn = event->angleDelta();
    const bool isOverNames = event->position().x() < (m_rows.rows.empty() ? 0 : nameRect(0).width());
    if (isOverNames || event->modifiers() & Qt::ControlModifier || !m_result || !m_hasTimes)
        return QAbstractScrollArea::wheelEvent(event);
    const bool isSideways = std::abs(turn.x()) > std::abs(turn.y()) || event->modifiers() & Qt::ShiftModifier;
    if (isSideways) {
        const auto turned = turn.x() != 0 ? turn.x() : turn.y();
        const auto by = static_cast<std::int64_t>(-turned / 1200.0 *
                                                  static_cast<double>(m_visible.end - m_visible.begin));
        setVisibleRange({m_visible.begin + by, m_visible.end + by});
    } else {
        zoom(std::pow(1.25, turn.y() / 120.0), event->position().x());
    }
    event->accept();
}

void TimelineCanvas::keyPressEvent(QKeyEvent* event) {
    const double middle = xOf(m_visible.begin + (m_visible.end - m_visible.begin) / 2);
    const auto step = (m_visible.end - m_visible.begin) / 10;
    auto filter = m_session.filter();
    switch (event->key()) {
    case Qt::Key_Escape:
        filter.time.reset();
        m_dragged.reset();
        m_drag = Drag::None;
        m_session.setFilter(filter);
        viewport()->update();
        return;
    case Qt::Key_Plus:
        zoom(1.5, middle);
        return;
    case Qt::Key_Minus:
        zoom(1 / 1.5, middle);
        return;
    case Qt::Key_Home:
        showWhole();
        return;
    case Qt::Key_Left:
        setVisibleRange({m_visible.begin - step, m_visible.end - step});
        return;
    case Qt::Key_Right:
        setVisibleRange({m_visible.begin + step, m_visible.end + step});
        return;
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

bool TimelineCanvas::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::Leave) updateHover({-1, -1});
    if (event->type() == QEvent::ToolTip) {
        showToolTip(*static_cast<QHelpEvent*>(event));
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void TimelineCanvas::updateHover(QPointF point) {
    ItemWords words;
    m_hoverX = -1;
    const bool isInside = m_result && m_hasTimes && !m_rows.rows.empty() && point.x() >= nameRect(0).width();
    if (isInside && m_rows.sliceLength > 0) {
        m_hoverX = point.x();
        const auto time = timeAt(point.x());
        const auto slice = static_cast<std::size_t>(std::max<std::int64_t>(time - m_rows.range.begin, 0) /
                                                    m_rows.sliceLength);
        const int row = rowAt(point.y());
        const auto& weight = row >= 0 ? m_rows.rows[static_cast<std::size_t>(row)].weight : m_rows.sum;
        const auto name = row < 0 ? tr("All")
                                  : m_rows.rows[static_cast<std::size_t>(row)].name + " " +
                                        m_rows.rows[static_cast<std::size_t>(row)].number;
        words = {timeText(time, m_visible.end - m_visible.begin), name.trimmed(), {}, {}};
        if (slice < weight.size())
            words.numbers << tr("%1 within %2")
                                 .arg(weightText(weight[slice], m_session.shown().unit()),
                                      QString::fromStdString(formatDuration(m_rows.sliceLength)));
    }
    if (const auto lost = isInside ? lostText(m_lostTimes, timeAt(point.x())) : QString(); !lost.isEmpty())
        words.numbers << lost;
    const auto chosen = m_session.filter().time;
    const bool isAtEnd = isInside && chosen &&
                         (std::abs(point.x() - xOf(chosen->begin)) <= grabWidth ||
                          std::abs(point.x() - xOf(chosen->end)) <= grabWidth);
    viewport()->setCursor(isAtEnd ? Qt::SizeHorCursor : isInside ? Qt::CrossCursor : Qt::ArrowCursor);
    viewport()->update();
    if (words == m_hoverWords) return;
    m_hoverWords = words;
    emit hoverChanged();
}

void TimelineCanvas::showToolTip(const QHelpEvent& event) {
    const bool isOverName = !m_rows.rows.empty() && event.pos().x() < nameRect(0).width();
    const int row = isOverName ? rowAt(event.pos().y()) : -1;
    const auto& profile = m_session.profile();
    if (row < 0 || !profile) return QToolTip::hideText();
    const auto& at = m_rows.rows[static_cast<std::size_t>(row)];
    QToolTip::showText(event.globalPos(), labelToolTip(*profile, at.process, at.thread), viewport());
}

} // namespace candela
