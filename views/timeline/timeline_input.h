/// The mouse and keys of a timeline, as actions of its canvas and its session's filter. Owns the state of a
/// drag and the time that it selects; the canvas owns what is drawn.
#pragma once

#include "model/analysis/samples/filter.h"

#include <QPointF>
#include <QTimer>

#include <optional>

class QContextMenuEvent;
class QHelpEvent;
class QKeyEvent;
class QMouseEvent;
class QWheelEvent;

namespace candela {

class Session;
class TimelineCanvas;
struct TimelineRow;

class TimelineInput {
public:
    /// The canvas and the session must outlive this object.
    TimelineInput(TimelineCanvas& canvas, Session& session);

    void press(const QMouseEvent& event);
    void move(const QMouseEvent& event);
    void release();
    void doubleClick(const QMouseEvent& event);
    void leave();
    void askForMenu(const QContextMenuEvent& event);
    void askForToolTip(const QHelpEvent& event);
    /// Handles the wheel; false if the canvas should scroll.
    bool turnWheel(const QWheelEvent& event);
    /// Handles a key; false if the key has no meaning here.
    bool pressKey(const QKeyEvent& event);

    /// The time range that is being selected, which the filter follows later; none without a drag.
    const std::optional<TimeRange>& dragged() const { return m_dragged; }
    void forgetDrag() { m_dragged.reset(); }

private:
    void dragTo(double x);
    void applyDrag();
    void clickName(const TimelineRow& row, const QMouseEvent& event);
    void stepRow(int by);
    void clearTime();
    void zoomToSelection();
    /// The end of the selection whose other end is at `x`; none if there is no end at `x`.
    std::optional<std::int64_t> anchorAt(double x) const;

    TimelineCanvas& m_canvas;
    Session& m_session;
    enum class Drag { None, Pressed, Selecting, Panning } m_drag = Drag::None;
    QPointF m_pressed;
    std::int64_t m_anchor = 0; ///< the fixed end during a drag
    std::optional<TimeRange> m_dragged;
    QTimer m_apply; ///< during a drag, the filter is updated a few times a second
};

} // namespace candela
