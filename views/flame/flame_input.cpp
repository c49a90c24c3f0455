// Mouse and keys of the flame graph's canvas.
#include "views/flame/flame_canvas.h"

#include "views/filter/context_menus.h"
#include "views/flame/flame_matches.h"
#include "views/session/call_node_text.h"
#include "views/session/matching_nodes.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace candela {

namespace {

constexpr double maximumScale = 4096;
constexpr double readableWidth = 40; ///< pixels
constexpr int dragDistance = 6;      ///< pixels; less is a click

/// Of those of a single node; null where there is none.
const FlameBox* widestBox(std::span<const FlameBox> row) {
    const FlameBox* widest = nullptr;
    for (const auto& box : row) {
        if (box.isMerged()) continue;
        if (!widest || box.right - box.left > widest->right - widest->left) widest = &box;
    }
    return widest;
}

/// The next box of a single node in that direction; null where there is none.
const FlameBox* nextBox(std::span<const FlameBox> row, const FlameBox& from, int direction) {
    for (auto at = &from - row.data() + direction; at >= 0 && at < std::ssize(row); at += direction) {
        const auto& box = row[static_cast<std::size_t>(at)];
        if (!box.isMerged()) return &box;
    }
    return nullptr;
}

} // namespace

bool FlameCanvas::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto hit = m_geometry.hit(m_scene, help->pos());
        QToolTip::showText(help->globalPos(), toolTipText(hit), viewport());
        return true;
    }
    if (event->type() == QEvent::Leave) setHoveredHit({});
    return QAbstractScrollArea::viewportEvent(event);
}

void FlameCanvas::setHoveredHit(const FlameHit& hit) {
    if (m_scene.isEmpty()) return;
    const bool isClickable = hit.part != FlameHit::Part::Nothing;
    viewport()->setCursor(isClickable && m_drag != Drag::Panning ? Qt::PointingHandCursor : Qt::ArrowCursor);
    const auto* merged =
        hit.part == FlameHit::Part::Merged ? &m_scene.layout.merged[hit.box->merged] : nullptr;
    if (merged != m_hoveredMerged) {
        m_hoveredMerged = merged;
        emit marksChanged();
    }
    if (hit.node == m_hovered && (hit.node || m_session.hovered().isEmpty())) return;
    m_hovered = hit.node;
    m_session.setHovered(selectionOf(*m_scene.tree, hit.node));
}

void FlameCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::BackButton) m_session.zoomBack();
    if (event->button() == Qt::ForwardButton) m_session.zoomForward();
    if (event->button() != Qt::LeftButton) return;
    m_pressed = m_dragged = event->position();
    m_drag = Drag::Pressed;
}

void FlameCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (m_drag == Drag::Pressed && (event->position() - m_pressed).manhattanLength() > dragDistance)
        m_drag = Drag::Panning;
    if (m_drag == Drag::Panning) {
        viewport()->setCursor(Qt::ClosedHandCursor);
        pan(event->position() - m_dragged);
        m_dragged = event->position();
        return;
    }
    setHoveredHit(m_geometry.hit(m_scene, event->position()));
}

void FlameCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    const auto drag = std::exchange(m_drag, Drag::None);
    if (drag == Drag::Pressed) zoomTo(m_geometry.hit(m_scene, event->position()));
    setHoveredHit(m_geometry.hit(m_scene, event->position()));
}

void FlameCanvas::zoomTo(const FlameHit& hit) {
    if (hit.part == FlameHit::Part::Nothing) return;
    if (hit.part == FlameHit::Part::Merged) return lookInto(*hit.box);
    select(hit.node);
    // A click on what fills the width already leads one step out again.
    const auto target =
        hit.node && hit.node == m_scene.layout.root ? m_scene.tree->parent(hit.node) : hit.node;
    m_session.setZoom(callPath(*m_scene.tree, target));
}

/// Stretches the picture until a box of several nodes fills the width, or further, so that the heaviest of
/// them gets a box in which something can be read.
void FlameCanvas::lookInto(const FlameBox& box) {
    const auto& merged = m_scene.layout.merged[box.merged];
    const double share =
        static_cast<double>(m_scene.tree->total(merged.heaviest)) / static_cast<double>(m_scene.layout.total);
    const double filling = 1.0 / static_cast<double>(box.right - box.left);
    const double readable = readableWidth / (share * m_geometry.width);
    m_geometry.scale = std::clamp(std::max(filling, readable), 1.0, maximumScale);
    setLeft(filling >= readable ? static_cast<double>(box.left) : merged.heaviestLeft);
    layOut();
}

void FlameCanvas::select(CallNodeIndex node) {
    m_selected = node;
    m_session.setSelected(selectionOf(*m_scene.tree, node));
}

void FlameCanvas::wheelEvent(QWheelEvent* event) {
    if (event->modifiers() & Qt::ControlModifier) {
        stretch(std::pow(1.2, event->angleDelta().y() / 120.0), event->position().x());
        event->accept();
        return;
    }
    if (event->angleDelta().x() != 0 && m_geometry.scale > 1) pan(QPointF(event->angleDelta().x(), 0));
    QAbstractScrollArea::wheelEvent(event);
}

void FlameCanvas::stretch(double factor, double x) {
    if (m_scene.isEmpty()) return;
    const double fixed = m_geometry.share(x);
    m_geometry.scale = std::clamp(m_geometry.scale * factor, 1.0, maximumScale);
    setLeft(fixed - x / (m_geometry.scale * m_geometry.width));
    layOut();
}

/// As far as the picture reaches.
void FlameCanvas::setLeft(double share) {
    m_geometry.left = std::clamp(share, 0.0, 1.0 - 1.0 / m_geometry.scale);
}

void FlameCanvas::pan(QPointF by) {
    setLeft(m_geometry.left - by.x() / (m_geometry.scale * m_geometry.width));
    verticalScrollBar()->setValue(verticalScrollBar()->value() - qRound(by.y()));
    if (!m_scene.layout.span.contains(m_geometry.visibleSpan())) layOut();
    viewport()->update();
}

void FlameCanvas::keyPressEvent(QKeyEvent* event) {
    if (m_scene.isEmpty()) return QAbstractScrollArea::keyPressEvent(event);
    const bool isAlt = event->modifiers() & Qt::AltModifier;
    if (event->matches(QKeySequence::Copy) && m_selected) {
        QGuiApplication::clipboard()->setText(
            groupName(*m_shown.shape->groups, m_scene.tree->group(m_selected)));
        return;
    }
    switch (event->key()) {
    case Qt::Key_Escape:
        m_session.setZoom({});
        if (m_geometry.scale > 1) stretch(1 / maximumScale, 0);
        return;
    case Qt::Key_Backspace:
        m_session.zoomBack();
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_selected) m_session.setZoom(callPath(*m_scene.tree, m_selected));
        return;
    case Qt::Key_Plus:
        stretch(1.5, m_geometry.width / 2);
        return;
    case Qt::Key_Minus:
        stretch(1 / 1.5, m_geometry.width / 2);
        return;
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (isAlt) {
            event->key() == Qt::Key_Left ? m_session.zoomBack() : m_session.zoomForward();
            return;
        }
        [[fallthrough]];
    case Qt::Key_Up:
    case Qt::Key_Down:
        moveSelection(event->key());
        return;
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void FlameCanvas::moveSelection(int key) {
    const auto* box = m_scene.boxOf(m_selected);
    const auto firstRow = m_scene.layout.rows() > 0 ? m_scene.layout.row(0) : std::span<const FlameBox>();
    if (!box) {
        const auto* widest = widestBox(firstRow);
        if (widest) select(widest->node);
        return reveal(m_selected);
    }
    const auto depth = static_cast<std::size_t>(m_scene.tree->depth(m_selected)) - m_scene.ancestors.size();
    const auto row = m_scene.layout.row(depth);
    const bool isOutwards = (key == Qt::Key_Up) == (m_geometry.rootSide == RootSide::Top);
    if (key == Qt::Key_Left || key == Qt::Key_Right) {
        if (const auto* next = nextBox(row, *box, key == Qt::Key_Left ? -1 : 1)) select(next->node);
    } else if ((key == Qt::Key_Up || key == Qt::Key_Down) && isOutwards) {
        if (depth > 0) select(m_scene.tree->parent(m_selected));
    } else if (key == Qt::Key_Up || key == Qt::Key_Down) {
        const auto children = m_scene.tree->children(m_selected);
        if (!children.empty() && m_scene.boxOf(children.front())) select(children.front());
    }
    reveal(m_selected);
}

void FlameCanvas::reveal(CallNodeIndex node) {
    if (!m_scene.boxOf(node)) return;
    const auto row = m_scene.firstRow() + m_scene.tree->depth(node) - m_scene.ancestors.size();
    const auto rect = m_geometry.rowRect(m_scene, row);
    const double above = std::min(0.0, rect.top() - m_geometry.rowHeight);
    const double below = std::max(0.0, rect.bottom() + m_geometry.rowHeight - m_geometry.height);
    pan({0, -(above + below)});
}

void FlameCanvas::contextMenuEvent(QContextMenuEvent* event) {
    const bool isKey = event->reason() == QContextMenuEvent::Keyboard;
    const auto node = isKey ? m_selected : m_geometry.hit(m_scene, event->pos()).node;
    if (!node) return;
    select(node);
    if (isKey) reveal(node);
    auto* menu = callNodeMenu(m_session, *m_scene.tree, node, this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(isKey ? viewport()->mapToGlobal(belowBox(node)) : event->globalPos());
}

/// The left end of the box's lower edge, as far as it is seen.
QPoint FlameCanvas::belowBox(CallNodeIndex node) const {
    const auto ancestor = std::ranges::find(m_scene.ancestors, node);
    const auto row = ancestor != m_scene.ancestors.end()
                         ? 1 + static_cast<std::size_t>(ancestor - m_scene.ancestors.begin())
                         : m_scene.firstRow() + m_scene.tree->depth(node) - m_scene.ancestors.size();
    const auto* box = m_scene.boxOf(node);
    const auto rect = box ? m_geometry.boxRect(m_scene, row, *box) : m_geometry.rowRect(m_scene, row);
    const auto seen = viewport()->rect();
    return {std::clamp(qRound(rect.left()), seen.left(), seen.right()),
            std::clamp(qRound(rect.bottom()), seen.top(), seen.bottom())};
}

void FlameCanvas::selectMatch(MatchStep step) {
    if (m_scene.isEmpty() || !m_shown.matches || !m_shown.matches->isActive()) return;
    const auto& groups = m_shown.matches->groups;
    auto node = matchingBox(m_scene, groups, m_selected, step);
    if (!node) {
        // None has a box that can be seen: the heaviest one gets the whole width.
        const auto found = MatchingNodes(*m_scene.tree, groups).heaviest(1);
        if (found.empty()) return;
        node = found.front();
        m_session.setZoom(callPath(*m_scene.tree, node));
    }
    select(node);
    const auto* box = m_scene.boxOf(node);
    const auto seen = m_geometry.visibleSpan();
    if (box && (box->right <= seen.left || box->left >= seen.right)) setLeft(box->left);
    reveal(node);
}

} // namespace candela
