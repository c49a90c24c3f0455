/// The mouse and keys of a heat map, as actions of its canvas and its session's filter. Owns the state of a
/// drag; the canvas owns the cursor and what is drawn.
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

class HeatMapCanvas;
class Session;

class HeatMapInput {
public:
    /// The canvas and the session must outlive this object.
    HeatMapInput(HeatMapCanvas& canvas, Session& session);

    void press(const QMouseEvent& event);
    void move(const QMouseEvent& event);
    void release();
    void doubleClick(const QMouseEvent& event);
    void leave();
    void askForToolTip(const QHelpEvent& event);
    void askForMenu(const QContextMenuEvent& event);
    /// Handles the wheel; false if there is nothing to zoom.
    bool turnWheel(const QWheelEvent& event);
    /// Handles a key; false if the key has no meaning here.
    bool pressKey(const QKeyEvent& event);

    /// Ends a drag, because what it began on is no longer shown.
    void forgetDrag() { m_drag = Drag::None; }
    bool isSelecting() const { return m_drag == Drag::Selecting; }

private:
    bool pressArrow(const QKeyEvent& event);
    double zoomCentre() const;
    void applyDrag();
    /// Selects the time of the cursor's cells.
    void selectCells();
    void clearTime();

    HeatMapCanvas& m_canvas;
    Session& m_session;
    enum class Drag { None, Pressed, Selecting } m_drag = Drag::None;
    QPointF m_pressed;
    QTimer m_apply; ///< during a drag, the filter is updated a few times a second
};

} // namespace candela
