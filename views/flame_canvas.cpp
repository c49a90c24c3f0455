#include "views/flame_canvas.h"

#include "views/call_node_text.h"
#include "views/place_menu.h"

#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPaintEvent>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace candela {

namespace {

constexpr double largestScale = 4096;
/// Boxes narrower than this many pixels are not laid out.
constexpr double smallestBox = 0.5;

double smallestShare(double width, double scale) {
    return smallestBox / (std::max(width, 100.0) * scale);
}

} // namespace

FlameCanvas::FlameCanvas(Session& session, QWidget* parent)
    : QAbstractScrollArea(parent), m_session(session), m_painter(font()), m_colouring(coloursByKind) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Flame graph"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    m_geometry.rowHeight = FlamePainter::rowHeight(font());
    connect(&session, &Session::weightsChanged, this, &FlameCanvas::prepare);
    connect(&session, &Session::matchesChanged, this, [this] {
        m_shown.matches = m_session.shown().matches;
        viewport()->update();
    });
    connect(&session, &Session::hoveredChanged, this, &FlameCanvas::updateMarks);
    connect(&session, &Session::selectedChanged, this, &FlameCanvas::updateMarks);
    connect(&session, &Session::zoomChanged, this, [this] {
        m_geometry.left = 0;
        m_geometry.scale = 1;
        layOut();
    });
    prepare();
}

FlameCanvas::~FlameCanvas() = default;

void FlameCanvas::setDirection(Direction direction) {
    if (direction == m_direction) return;
    m_direction = direction;
    prepare();
}

void FlameCanvas::setRootSide(RootSide side) {
    if (side == m_geometry.rootSide) return;
    m_geometry.rootSide = side;
    updateScrollBar();
    verticalScrollBar()->setValue(side == RootSide::Top ? 0 : verticalScrollBar()->maximum());
    viewport()->update();
}

void FlameCanvas::setOrder(FlameOrder order) {
    m_order = order;
    layOut();
}

void FlameCanvas::setColouring(Colouring colouring) {
    m_colouring = std::move(colouring);
    recolour();
}

void FlameCanvas::recolour() {
    if (m_scene.isEmpty()) return;
    m_colours = m_colouring(m_shown);
    m_colours->assign(m_scene);
    viewport()->update();
    emit sceneChanged();
}

std::vector<LegendEntry> FlameCanvas::legend() const {
    return m_colours ? m_colours->legend(Theme::of(this)) : std::vector<LegendEntry>();
}

void FlameCanvas::prepare() {
    const auto& shown = m_session.shown();
    if (shown.isEmpty()) {
        m_job.cancel();
        m_shown = {};
        m_scene = {};
        m_hovered = {};
        m_selected = {};
        viewport()->update();
        emit sceneChanged();
        return;
    }
    m_job.start(
        [shown, direction = m_direction, zoom = m_session.zoom(), order = m_order,
         share = smallestShare(viewport()->width(), m_geometry.scale)](Task&) {
            Prepared prepared{shown, {}};
            auto& scene = prepared.scene;
            scene.tree = std::make_shared<CallTree>(CallTree::create(direction, shown.shape, *shown.weights));
            const auto root = nearestCallNode(*scene.tree, zoom);
            scene.layout = flameLayout(*scene.tree, root, share, order);
            scene.setRoot(root);
            return prepared;
        },
        [this](Prepared prepared) { accept(std::move(prepared)); });
}

void FlameCanvas::accept(Prepared prepared) {
    const bool hasOtherGroups = !m_shown.shape || m_shown.shape->groups != prepared.shown.shape->groups;
    const bool wasEmpty = m_scene.isEmpty();
    m_shown = std::move(prepared.shown);
    // Matches may be newer than the weights that were worked on.
    if (m_session.shown().shape == m_shown.shape) m_shown.matches = m_session.shown().matches;
    m_scene = std::move(prepared.scene);
    if (hasOtherGroups || !m_colours) m_colours = m_colouring(m_shown);
    m_colours->assign(m_scene);
    m_hovered = {};
    m_selected = {};
    updateScrollBar();
    if (wasEmpty && m_geometry.rootSide == RootSide::Bottom)
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    updateMarks();
    viewport()->update();
    emit treeChanged();
    emit sceneChanged();
}

void FlameCanvas::layOut() {
    if (m_scene.isEmpty()) return;
    const auto root = nearestCallNode(*m_scene.tree, m_session.zoom());
    m_scene.layout =
        flameLayout(*m_scene.tree, root, smallestShare(viewport()->width(), m_geometry.scale), m_order);
    m_scene.setRoot(root);
    m_colours->assign(m_scene);
    updateScrollBar();
    viewport()->update();
    emit sceneChanged();
}

void FlameCanvas::updateMarks() {
    if (m_scene.isEmpty()) return;
    auto& tree = *m_scene.tree;
    const auto nodeOf = [&](const Place& place, CallNodeIndex known) {
        // Two groups may have one name: what is marked already stays if it is named so.
        if (known && placeOf(tree, known) == place) return known;
        return findCallNode(tree, place.path);
    };
    const auto& hovered = m_session.hovered();
    m_hovered = nodeOf(hovered, m_hovered);
    m_hoveredGroup = m_hovered ? tree.group(m_hovered) : FrameGroupIndex();
    if (!m_hovered && !hovered.isEmpty())
        m_hoveredGroup = groupNamed(*m_shown.shape->groups, hovered.function);
    m_selected = nodeOf(m_session.selected(), m_selected);
    viewport()->update();
    QAccessibleEvent event(this, QAccessible::ValueChanged);
    QAccessible::updateAccessibility(&event);
    emit marksChanged();
}

void FlameCanvas::updateScrollBar() {
    m_geometry.width = viewport()->width();
    m_geometry.height = viewport()->height();
    const int content = m_scene.isEmpty() ? 0 : static_cast<int>(m_geometry.contentHeight(m_scene));
    const int before = verticalScrollBar()->maximum() - verticalScrollBar()->value();
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(static_cast<int>(m_geometry.rowHeight));
    verticalScrollBar()->setRange(0, std::max(0, content - viewport()->height()));
    if (m_geometry.rootSide == RootSide::Bottom)
        verticalScrollBar()->setValue(verticalScrollBar()->maximum() - before);
    m_geometry.scroll = verticalScrollBar()->value();
}

void FlameCanvas::scrollContentsBy(int, int) {
    m_geometry.scroll = verticalScrollBar()->value();
    viewport()->update();
}

QString FlameCanvas::everythingText() const {
    return tr("all  ·  %1").arg(weightText(m_shown.total(), m_shown.unit()));
}

void FlameCanvas::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    const auto& theme = Theme::of(this);
    painter.fillRect(event->rect(), theme.base);
    if (m_scene.isEmpty()) return;
    FlameMarks marks;
    if (m_shown.matches && m_shown.matches->isActive()) marks.matches = &m_shown.matches->groups;
    marks.hovered = m_hovered;
    marks.hoveredGroup = m_hoveredGroup;
    marks.selected = m_selected;
    m_painter.paint(painter, m_scene, m_geometry, event->rect(), m_colours->palette(theme), theme, marks,
                    everythingText());
}

void FlameCanvas::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBar();
    if (event->size().width() != event->oldSize().width()) layOut();
}

void FlameCanvas::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        m_painter = FlamePainter(font());
        m_geometry.rowHeight = FlamePainter::rowHeight(font());
        updateScrollBar();
    }
    if (event->type() == QEvent::PaletteChange) emit sceneChanged();
}

QString FlameCanvas::toolTipText(CallNodeIndex node) const {
    if (m_scene.isEmpty() || !node) return {};
    auto text = callNodeToolTip(m_shown, *m_scene.tree, node, m_scene.layout.root);
    if (m_toolTipExtra) text += m_toolTipExtra(node);
    return text;
}

QString FlameCanvas::selectionText() const {
    if (m_scene.isEmpty() || !m_selected) return {};
    return callNodeLine(m_shown, *m_scene.tree, m_selected);
}

bool FlameCanvas::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto hit = m_geometry.hit(m_scene, help->pos());
        QToolTip::showText(help->globalPos(), toolTipText(hit.node), viewport());
        return true;
    }
    if (event->type() == QEvent::Leave) setHoveredHit({});
    return QAbstractScrollArea::viewportEvent(event);
}

void FlameCanvas::setHoveredHit(const FlameHit& hit) {
    if (m_scene.isEmpty()) return;
    const bool isClickable = hit.part != FlameHit::Part::Nothing;
    viewport()->setCursor(isClickable && m_drag != Drag::Panning ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (hit.node == m_hovered && (hit.node || m_session.hovered().isEmpty())) return;
    m_hovered = hit.node;
    m_session.setHovered(placeOf(*m_scene.tree, hit.node));
}

void FlameCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::BackButton) m_session.zoomBack();
    if (event->button() == Qt::ForwardButton) m_session.zoomForward();
    if (event->button() != Qt::LeftButton) return;
    m_pressed = m_dragged = event->position();
    m_drag = Drag::Pressed;
}

void FlameCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (m_drag == Drag::Pressed && (event->position() - m_pressed).manhattanLength() > 6)
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
    select(hit.node);
    // A click on what fills the width already leads one step out again.
    const auto target =
        hit.node && hit.node == m_scene.layout.root ? m_scene.tree->parent(hit.node) : hit.node;
    m_session.setZoom(callPath(*m_scene.tree, target));
}

void FlameCanvas::select(CallNodeIndex node) {
    m_selected = node;
    m_session.setSelected(placeOf(*m_scene.tree, node));
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
    m_geometry.scale = std::clamp(m_geometry.scale * factor, 1.0, largestScale);
    m_geometry.left = fixed - x / (m_geometry.scale * m_geometry.width);
    pan({});
    layOut();
}

void FlameCanvas::pan(QPointF by) {
    m_geometry.left -= by.x() / (m_geometry.scale * m_geometry.width);
    m_geometry.left = std::clamp(m_geometry.left, 0.0, 1.0 - 1.0 / m_geometry.scale);
    verticalScrollBar()->setValue(verticalScrollBar()->value() - qRound(by.y()));
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
        if (m_geometry.scale > 1) stretch(1 / largestScale, 0);
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
        if (!firstRow.empty())
            select(std::ranges::max_element(firstRow, {}, [](const FlameBox& other) {
                       return other.right - other.left;
                   })->node);
        return reveal(m_selected);
    }
    const auto depth = static_cast<std::size_t>(m_scene.tree->depth(m_selected)) - m_scene.ancestors.size();
    const auto row = m_scene.layout.row(depth);
    const bool isOutwards = (key == Qt::Key_Up) == (m_geometry.rootSide == RootSide::Top);
    if (key == Qt::Key_Left && box > &row.front()) {
        select((box - 1)->node);
    } else if (key == Qt::Key_Right && box < &row.back()) {
        select((box + 1)->node);
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
    auto hit = m_geometry.hit(m_scene, event->pos());
    if (event->reason() == QContextMenuEvent::Keyboard) hit.node = m_selected;
    if (!hit.node) return;
    select(hit.node);
    auto* menu = callNodeMenu(m_session, *m_scene.tree, hit.node, this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(event->globalPos());
}

} // namespace candela
