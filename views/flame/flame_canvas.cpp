#include "views/flame/flame_canvas.h"

#include "model/base/memory_scope.h"
#include "views/flame/flame_accessible.h"
#include "views/flame/flame_matches.h"
#include "views/session/call_node_text.h"
#include "views/session/freed_in_pool.h"
#include "views/session/matching_nodes.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QPaintEvent>
#include <QScrollBar>

#include <algorithm>

namespace candela {

namespace {

double minimumShare(double width, double scale) {
    return minimumBoxWidth / (std::max(width, 100.0) * scale);
}

} // namespace

FlameCanvas::FlameCanvas(Session& session, QWidget* parent)
    : QAbstractScrollArea(parent), m_session(session), m_input(*this, session),
      m_prepare(new WhenVisible(this, [this] { prepare(); })), m_painter(font()),
      m_colouring(coloursByModule) {
    installFlameAccessibility();
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Flame graph"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    m_geometry.rowHeight = FlamePainter::rowHeight(font());
    connect(&session, &Session::weightsChanged, this, [this] {
        if (!m_content) m_prepare->request();
    });
    connect(&session, &Session::matchesChanged, this, [this] {
        if (!m_content) setMatches(m_session.shown().matches);
    });
    connect(&session, &Session::hoveredChanged, this, &FlameCanvas::updateMarks);
    connect(&session, &Session::selectedChanged, this, &FlameCanvas::updateMarks);
    connect(&session, &Session::zoomChanged, this, [this] {
        m_geometry.left = 0;
        m_geometry.scale = 1;
        layOut();
    });
    m_prepare->request();
}

FlameCanvas::~FlameCanvas() = default;

void FlameCanvas::setDirection(Direction direction) {
    if (direction == m_direction) return;
    m_direction = direction;
    m_prepare->request();
}

void FlameCanvas::setRootSide(RootSide side) {
    if (side == m_geometry.rootSide) return;
    m_geometry.rootSide = side;
    updateScrollBar();
    verticalScrollBar()->setValue(side == RootSide::Top ? 0 : verticalScrollBar()->maximum());
    viewport()->update();
    emit sceneChanged();
}

void FlameCanvas::setOrder(FlameOrder order) {
    m_order = order;
    layOut();
}

void FlameCanvas::setContent(FlameContent content) {
    m_content = std::move(content);
    m_prepare->request();
}

void FlameCanvas::setMatches(std::shared_ptr<const SearchMatches> matches) {
    m_shown.matches = std::move(matches);
    viewport()->update();
}

void FlameCanvas::setColouring(Colouring colouring) {
    m_colouring = std::move(colouring);
    recolour();
}

void FlameCanvas::setNameForm(NameForm form) {
    m_nameForm = form;
    m_painter.setNameForm(form);
    viewport()->update();
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
    if (shown.isEmpty() || (m_content && !m_content->shown)) {
        m_job.cancel();
        clear();
        return;
    }
    m_job.start(
        [shown, content = m_content, direction = m_direction, request = layoutRequest()](Task&) {
            return withinMemory([&]() -> Result<Prepared> {
                Prepared prepared{content ? content->shown(direction) : shown, {}, request};
                prepared.scene.tree = freedInPool(prepared.shown.tree(direction));
                layOut(prepared.scene, request);
                return prepared;
            });
        },
        [this](Result<Prepared> prepared) {
            if (prepared) return accept(std::move(*prepared));
            clear();
            emit failed(prepared.error());
        });
}

void FlameCanvas::clear() {
    m_shown = {};
    m_scene = {};
    m_hovered = {};
    m_hoveredMerged = nullptr;
    m_selected = {};
    viewport()->update();
    emit sceneChanged();
}

void FlameCanvas::accept(Prepared prepared) {
    const bool hasOtherGroups = !m_shown.shape || m_shown.shape->groups != prepared.shown.shape->groups;
    const bool wasEmpty = m_scene.isEmpty();
    m_shown = std::move(prepared.shown);
    // Matches may be newer than the weights that this result was computed from.
    if (m_session.shown().shape == m_shown.shape) m_shown.matches = m_session.shown().matches;
    m_scene = std::move(prepared.scene);
    // While the tree was computed, the canvas may have been resized, and zoom, order and stretch may have
    // changed.
    if (const auto request = layoutRequest(); request != prepared.request) layOut(m_scene, request);
    if (hasOtherGroups || !m_colours)
        m_colours = m_colouring(m_shown);
    else
        m_colours->updateShares(m_shown);
    m_colours->assign(m_scene);
    m_hovered = {};
    m_hoveredMerged = nullptr;
    m_selected = {};
    updateScrollBar();
    if (wasEmpty && m_geometry.rootSide == RootSide::Bottom)
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    updateMarks();
    viewport()->update();
    emit treeChanged();
    emit sceneChanged();
}

FlameCanvas::LayoutRequest FlameCanvas::layoutRequest() const {
    return {m_session.zoom(), minimumShare(viewport()->width(), m_geometry.scale), m_order,
            m_geometry.spanToLayOut()};
}

void FlameCanvas::layOut(FlameScene& scene, const LayoutRequest& request) {
    const auto root = nearestCallNode(*scene.tree, request.zoom);
    scene.layout = flameLayout(*scene.tree, root, request.minimumShare, request.order, request.span);
    scene.setRoot(root);
}

void FlameCanvas::layOut() {
    if (m_scene.isEmpty()) return;
    m_hoveredMerged = nullptr;
    auto request = layoutRequest();
    // A zoom for other roots has to wait for their tree.
    if (m_session.isShownOfOtherRoots()) request.zoom = callPath(*m_scene.tree, m_scene.layout.root);
    layOut(m_scene, request);
    m_colours->assign(m_scene);
    updateScrollBar();
    viewport()->update();
    emit sceneChanged();
}

void FlameCanvas::updateMarks() {
    if (m_scene.isEmpty()) return;
    auto& tree = *m_scene.tree;
    const auto& hovered = m_session.hovered();
    m_hovered = markedNode(tree, hovered, m_hovered);
    m_hoveredGroup = m_hovered ? tree.group(m_hovered) : FrameGroupIndex();
    if (!m_hovered && !hovered.isEmpty()) m_hoveredGroup = groupOf(*m_shown.shape->groups, hovered);
    m_selected = markedNode(tree, m_session.selected(), m_selected);
    const auto before = std::exchange(m_updatedMarks, marks());
    if (viewport()->isVisible())
        viewport()->update(changedBetween(before, m_updatedMarks, m_scene, m_geometry));
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

void FlameCanvas::hover(const FlameHit& hit) {
    if (m_scene.isEmpty()) return;
    const bool isClickable = hit.part != FlameHit::Part::Nothing;
    viewport()->setCursor(isClickable ? Qt::PointingHandCursor : Qt::ArrowCursor);
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

void FlameCanvas::open(const FlameHit& hit) {
    if (hit.part == FlameHit::Part::Nothing) return;
    if (hit.part == FlameHit::Part::Merged) {
        m_geometry.lookInto(m_scene, *hit.box);
        return layOut();
    }
    select(hit.node);
    // A click on a box that fills the width zooms one step out.
    const auto target =
        hit.node && hit.node == m_scene.layout.root ? m_scene.tree->parent(hit.node) : hit.node;
    m_session.setZoom(callPath(*m_scene.tree, target));
}

void FlameCanvas::select(CallNodeIndex node) {
    m_selected = node;
    m_session.setSelected(selectionOf(*m_scene.tree, node));
}

void FlameCanvas::selectBeside(FlameStep step) {
    if (m_scene.isEmpty()) return;
    const auto node = steppedFrom(m_scene, m_selected, step);
    if (node && node != m_selected) select(node);
    reveal(m_selected);
}

void FlameCanvas::selectMatch(MatchStep step) {
    if (m_scene.isEmpty() || !m_shown.matches || !m_shown.matches->isActive()) return;
    const auto& groups = m_shown.matches->groups;
    auto node = matchingBox(m_scene, groups, m_selected, step);
    if (!node) {
        // If no match has a visible box, zooms to the heaviest match.
        const auto found = MatchingNodes(*m_scene.tree, groups).heaviest(1);
        if (found.empty()) return;
        node = found.front();
        m_session.setZoom(callPath(*m_scene.tree, node));
    }
    select(node);
    const auto* box = m_scene.boxOf(node);
    const auto seen = m_geometry.visibleSpan();
    if (box && (box->right <= seen.left || box->left >= seen.right)) m_geometry.setLeft(box->left);
    reveal(node);
}

void FlameCanvas::reveal(CallNodeIndex node) {
    if (!m_scene.boxOf(node)) return;
    const auto rect = m_geometry.rowRect(m_scene, m_scene.rowOf(node));
    const bool isDown = m_geometry.rootSide == RootSide::Top;
    const double near = m_geometry.rowHeight, beyond = std::max(near, m_geometry.room);
    const double above = std::min(0.0, rect.top() - (isDown ? near : beyond));
    const double below = std::max(0.0, rect.bottom() + (isDown ? beyond : near) - m_geometry.height);
    pan({0, -(above + below)});
}

void FlameCanvas::stretch(double factor, double x) {
    if (m_scene.isEmpty()) return;
    m_geometry.stretch(factor, x);
    layOut();
}

void FlameCanvas::pan(QPointF by) {
    m_geometry.setLeft(m_geometry.left - by.x() / (m_geometry.scale * m_geometry.width));
    verticalScrollBar()->setValue(verticalScrollBar()->value() - qRound(by.y()));
    if (!m_scene.layout.span.contains(m_geometry.visibleSpan())) layOut();
    viewport()->update();
}

void FlameCanvas::centre(double share, double row) {
    const auto& view = m_geometry;
    const double y = view.y(m_scene, 0) + view.rowHeight * (view.rootSide == RootSide::Top ? row : 1 - row);
    pan({(view.share(view.width / 2) - share) * view.scale * view.width, view.height / 2 - y});
}

bool FlameCanvas::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        m_input.askForToolTip(*static_cast<QHelpEvent*>(event));
        return true;
    }
    if (event->type() == QEvent::Leave) m_input.leave();
    return QAbstractScrollArea::viewportEvent(event);
}

void FlameCanvas::wheelEvent(QWheelEvent* event) {
    if (m_input.turnWheel(*event))
        event->accept();
    else
        QAbstractScrollArea::wheelEvent(event);
}

void FlameCanvas::keyPressEvent(QKeyEvent* event) {
    if (!m_input.pressKey(*event)) QAbstractScrollArea::keyPressEvent(event);
}

QString FlameCanvas::everythingText() const {
    if (m_content) return m_content->everything;
    return tr("all  ·  %1").arg(weightText(m_shown.total(), m_shown.unit()));
}

FlameMarks FlameCanvas::marks() const {
    const bool isSearch = m_shown.matches && m_shown.matches->isActive();
    return {isSearch ? &m_shown.matches->groups : nullptr, m_hoveredGroup, m_hovered, m_selected,
            m_colours->signs()};
}

void FlameCanvas::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    const auto& theme = Theme::of(this);
    if (m_scene.isEmpty()) return painter.fillRect(event->rect(), theme.base);
    m_painter.paintFrame(painter, m_scene, m_geometry, event->region(), m_colours->palette(theme), theme,
                         marks(), everythingText());
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
        m_painter.setNameForm(m_nameForm);
        m_geometry.rowHeight = FlamePainter::rowHeight(font());
        updateScrollBar();
    }
    if (event->type() == QEvent::PaletteChange) emit sceneChanged();
}

QString FlameCanvas::toolTipText(CallNodeIndex node) const {
    if (m_scene.isEmpty() || !node) return {};
    if (m_content) return m_content->toolTip(node);
    auto text = callNodeToolTip(m_shown, *m_scene.tree, node, m_scene.layout.root);
    if (m_toolTipExtra) text += m_toolTipExtra(node);
    return text;
}

QString FlameCanvas::toolTipText(const FlameHit& hit) const {
    if (hit.part != FlameHit::Part::Merged) return toolTipText(hit.node);
    return mergedNodesToolTip(m_shown, *m_scene.tree, m_scene.layout.merged[hit.box->merged]);
}

ItemWords FlameCanvas::wordsOf(CallNodeIndex node) const {
    if (m_scene.isEmpty() || !node) return {};
    return m_content ? m_content->words(node) : callNodeWords(m_shown, *m_scene.tree, node);
}

ItemWords FlameCanvas::markedWords() const {
    if (m_hoveredMerged) return mergedNodesWords(m_shown, *m_scene.tree, *m_hoveredMerged);
    return wordsOf(m_hovered ? m_hovered : m_selected);
}

QString FlameCanvas::selectionText() const {
    return wordsOf(m_selected).text();
}

} // namespace candela

#include "moc_flame_canvas.cpp"
