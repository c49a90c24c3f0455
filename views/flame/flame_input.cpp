#include "views/flame/flame_input.h"

#include "views/filter/context_menus.h"
#include "views/filter/function_actions.h"
#include "views/flame/flame_canvas.h"
#include "views/session/call_node_text.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace candela {

namespace {

constexpr int dragDistance = 6; ///< pixels; a shorter movement is a click

QPoint within(const QRect& area, QPointF point) {
    return {std::clamp(qRound(point.x()), area.left(), area.right()),
            std::clamp(qRound(point.y()), area.top(), area.bottom())};
}

} // namespace

void FlameInput::press(const QMouseEvent& event) {
    if (event.button() == Qt::BackButton) m_session.zoomBack();
    if (event.button() == Qt::ForwardButton) m_session.zoomForward();
    if (event.button() != Qt::LeftButton) return;
    m_pressed = m_dragged = event.position();
    m_drag = Drag::Pressed;
}

void FlameInput::move(const QMouseEvent& event) {
    if (m_drag == Drag::Pressed && (event.position() - m_pressed).manhattanLength() > dragDistance)
        m_drag = Drag::Panning;
    if (m_drag != Drag::Panning) return m_canvas.hover(m_canvas.hitAt(event.position()));
    m_canvas.viewport()->setCursor(Qt::ClosedHandCursor);
    m_canvas.pan(event.position() - m_dragged);
    m_dragged = event.position();
}

void FlameInput::release(const QMouseEvent& event) {
    if (event.button() != Qt::LeftButton) return;
    const auto drag = std::exchange(m_drag, Drag::None);
    if (drag == Drag::Pressed) m_canvas.open(m_canvas.hitAt(event.position()));
    m_canvas.hover(m_canvas.hitAt(event.position()));
}

void FlameInput::leave() {
    m_canvas.hover({});
}

void FlameInput::askForToolTip(const QHelpEvent& event) {
    QToolTip::showText(event.globalPos(), m_canvas.toolTipText(m_canvas.hitAt(event.pos())),
                       m_canvas.viewport());
}

void FlameInput::askForMenu(const QContextMenuEvent& event) {
    const bool isKey = event.reason() == QContextMenuEvent::Keyboard;
    const auto node = isKey ? m_canvas.selectedNode() : m_canvas.hitAt(event.pos()).node;
    if (!node) return;
    m_canvas.select(node);
    if (isKey) m_canvas.reveal(node);
    auto* menu = callNodeMenu(m_session, *m_canvas.scene().tree, node, CallNodeView::Boxes, &m_canvas);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto* surface = m_canvas.viewport();
    const auto belowBox = within(surface->rect(), m_canvas.geometry().bottomLeftOf(m_canvas.scene(), node));
    menu->popup(isKey ? surface->mapToGlobal(belowBox) : event.globalPos());
}

bool FlameInput::turnWheel(const QWheelEvent& event) {
    if (event.modifiers() & Qt::ControlModifier) {
        m_canvas.stretch(std::pow(1.2, event.angleDelta().y() / 120.0), event.position().x());
        return true;
    }
    if (event.angleDelta().x() != 0 && m_canvas.geometry().scale > 1)
        m_canvas.pan(QPointF(event.angleDelta().x(), 0));
    return false;
}

bool FlameInput::pressKey(const QKeyEvent& event) {
    const auto& scene = m_canvas.scene();
    if (scene.isEmpty()) return false;
    const auto selected = m_canvas.selectedNode();
    if (event.matches(QKeySequence::Copy) && selected) {
        QGuiApplication::clipboard()->setText(
            groupName(*m_canvas.shown().shape->groups, scene.tree->group(selected)));
        return true;
    }
    if (selected && runAction(callNodeActions(m_session, *scene.tree, selected), event)) return true;
    switch (event.key()) {
    case Qt::Key_Escape:
        m_session.setZoom({});
        m_canvas.showWholeWidth();
        return true;
    case Qt::Key_Backspace:
        m_session.zoomBack();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (selected) m_session.setZoom(callPath(*scene.tree, selected));
        return true;
    case Qt::Key_Plus:
        m_canvas.stretch(1.5, m_canvas.geometry().width / 2);
        return true;
    case Qt::Key_Minus:
        m_canvas.stretch(1 / 1.5, m_canvas.geometry().width / 2);
        return true;
    default:
        return pressArrow(event);
    }
}

bool FlameInput::pressArrow(const QKeyEvent& event) {
    const bool isSideways = event.key() == Qt::Key_Left || event.key() == Qt::Key_Right;
    if (isSideways && event.modifiers() & Qt::AltModifier) {
        event.key() == Qt::Key_Left ? m_session.zoomBack() : m_session.zoomForward();
        return true;
    }
    const auto rootSide = m_canvas.geometry().rootSide;
    switch (event.key()) {
    case Qt::Key_Left:
        m_canvas.selectBeside(FlameStep::Left);
        return true;
    case Qt::Key_Right:
        m_canvas.selectBeside(FlameStep::Right);
        return true;
    case Qt::Key_Up:
        m_canvas.selectBeside(rootSide == RootSide::Top ? FlameStep::Outwards : FlameStep::Inwards);
        return true;
    case Qt::Key_Down:
        m_canvas.selectBeside(rootSide == RootSide::Top ? FlameStep::Inwards : FlameStep::Outwards);
        return true;
    default:
        return false;
    }
}

} // namespace candela
