/// Mouse and keys of a flame graph, as actions of its canvas. Owns the state of a drag; the canvas owns what
/// is drawn.
#pragma once

#include <QPointF>

class QContextMenuEvent;
class QHelpEvent;
class QKeyEvent;
class QMouseEvent;
class QWheelEvent;

namespace candela {

class FlameCanvas;
class Session;

class FlameInput {
public:
    /// The canvas and the session must outlive this object.
    FlameInput(FlameCanvas& canvas, Session& session) : m_canvas(canvas), m_session(session) {}

    void press(const QMouseEvent& event);
    void move(const QMouseEvent& event);
    void release(const QMouseEvent& event);
    void leave();
    void askForToolTip(const QHelpEvent& event);
    void askForMenu(const QContextMenuEvent& event);
    /// Handles the wheel; false if the canvas should scroll.
    bool turnWheel(const QWheelEvent& event);
    /// Handles a key; false if the key has no meaning here.
    bool pressKey(const QKeyEvent& event);

private:
    bool pressArrow(const QKeyEvent& event);

    FlameCanvas& m_canvas;
    Session& m_session;
    QPointF m_pressed;
    QPointF m_dragged;
    enum class Drag { None, Pressed, Panning } m_drag = Drag::None;
};

} // namespace candela
