#include "views/flame/flame_graph_view.h"

#include "views/filter/grouping_box.h"
#include "views/filter/roots_box.h"
#include "views/flame/breadcrumbs.h"
#include "views/flame/flame_canvas_messages.h"
#include "views/flame/flame_map.h"
#include "views/flame/legend.h"
#include "views/session/message_stack.h"
#include "views/widgets/choice_menu.h"
#include "views/widgets/choice_strip.h"
#include "views/widgets/flow_row.h"
#include "views/widgets/item_line.h"
#include "views/widgets/strip.h"

#include <QApplication>
#include <QToolButton>
#include <QVBoxLayout>

namespace candela {

FlameGraphView::FlameGraphView(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_canvas(new FlameCanvas(session, this)),
      m_map(new FlameMap(*m_canvas, session)) {
    auto* column = tightColumn(this);
    column->addWidget(createStrip());
    m_zoomStrip = createZoomStrip();
    column->addWidget(m_zoomStrip);
    auto* stack = new MessageStack(session, m_canvas, this);
    showFailures(*m_canvas, session, *stack);
    column->addWidget(stack, 1);
    auto* foot = new Strip(Strip::Line::Above, this);
    m_footer = new ItemLine(foot);
    foot->row()->addWidget(m_footer, 1);
    column->addWidget(foot);
    setFocusProxy(m_canvas);
    connect(&session, &Session::zoomChanged, this, &FlameGraphView::updateStrip);
    connect(&session, &Session::matchRequested, this, [this](MatchStep step) {
        if (isVisible()) m_canvas->selectMatch(step);
    });
    connect(m_canvas, &FlameCanvas::sceneChanged, this, [this] {
        m_legend->setEntries(m_canvas->legend());
        updateZoomStrip();
        updateFooter();
    });
    connect(m_canvas, &FlameCanvas::marksChanged, this, &FlameGraphView::updateFooter);
    updateStrip();
    updateFooter();
}

QWidget* FlameGraphView::createStrip() {
    auto* strip = new Strip(Strip::Line::Below, this);
    m_back = strip->addButton("←", tr("Back to the previous zoom (Backspace)"));
    m_forward = strip->addButton("→", tr("Forward (Alt+Right)"));
    m_reset = strip->addButton(tr("Whole"), tr("Zoom out to everything (Esc)"));
    connect(m_back, &QToolButton::clicked, &m_session, &Session::zoomBack);
    connect(m_forward, &QToolButton::clicked, &m_session, &Session::zoomForward);
    connect(m_reset, &QToolButton::clicked, &m_session, [this] { m_session.setZoom({}); });

    auto* direction = new ChoiceStrip({tr("Callees"), tr("Callers")}, strip);
    direction->setChoiceToolTip(0, tr("Top-down: what each function calls, from the roots"));
    direction->setChoiceToolTip(
        1, tr("Inverted: who calls each function, from the innermost functions of the stacks"));
    connect(direction, &ChoiceStrip::chosen, this, [this](int choice) {
        m_session.setZoom({});
        m_canvas->setDirection(choice == 0 ? Direction::TopDown : Direction::Inverted);
    });
    strip->row()->addWidget(direction);
    strip->row()->addWidget(new GroupingBox(m_session, strip));
    strip->row()->addWidget(new RootsBox(m_session, Numbers::Kept, strip));
    m_look = createLook(strip);
    strip->row()->addWidget(m_look);
    m_legend = new Legend(strip);
    strip->row()->addWidget(m_legend, 1);
    return strip;
}

Strip* FlameGraphView::createZoomStrip() {
    auto* strip = new Strip(Strip::Line::Below, this);
    strip->setMargins({8, 2, 8, 2});
    m_breadcrumbs = new Breadcrumbs(strip);
    strip->row()->addWidget(m_breadcrumbs, 1);
    strip->hide();
    connect(m_breadcrumbs, &Breadcrumbs::backRequested, &m_session, &Session::zoomBack);
    connect(m_breadcrumbs, &Breadcrumbs::chosen, this, [this](const CallPath& path) {
        m_session.setZoom(path);
        m_canvas->setFocus(); // the chosen name may have moved or be gone
    });
    return strip;
}

/// The names are those of the call node that fills the width: of the zoomed one or, while there is no such
/// call node, of its nearest ancestor.
void FlameGraphView::updateZoomStrip() {
    const auto& scene = m_canvas->scene();
    const bool isZoomed = !scene.isEmpty() && scene.layout.root;
    if (isZoomed) m_breadcrumbs->setPath(callPath(*scene.tree, scene.layout.root));
    if (isZoomed == !m_zoomStrip->isHidden()) return;
    if (!isZoomed && m_breadcrumbs->isAncestorOf(QApplication::focusWidget())) m_canvas->setFocus();
    m_zoomStrip->setVisible(isZoomed);
}

ChoiceMenu* FlameGraphView::createLook(QWidget* parent) {
    auto* look = new ChoiceMenu(tr("Look ▾"), parent);
    look->setToolTip(tr("Where the root is, how boxes are ordered and named, and what colours stand for"));
    look->setAccessibleName(look->toolTip());
    look->addGroup(
        tr("Root"), "flame/rootSide", {{tr("At the top")}, {tr("At the bottom")}},
        [this](int choice) { m_canvas->setRootSide(choice == 0 ? RootSide::Top : RootSide::Bottom); });
    look->addGroup(
        tr("Order of boxes"), "flame/order",
        {{tr("By weight"), tr("Heaviest boxes to the left")},
         {tr("By name"), tr("Boxes keep their order while weights change")}},
        [this](int choice) { m_canvas->setOrder(choice == 0 ? FlameOrder::ByWeight : FlameOrder::ByName); });
    look->addGroup(
        tr("Colour"), "flame/colour",
        {{tr("By module"),
          tr("A colour for each module, or namespace where no modules are known; the same in "
             "every profile. In differences of profiles: more weight, and less weight")},
         {tr("By kind"), tr("A colour for each of user, kernel, interpreted and generated code")}},
        [this](int choice) { m_canvas->setColouring(choice == 0 ? coloursByModule : coloursByKind); });
    look->addGroup(
        tr("Names in boxes"), "flame/names",
        {{tr("Full names"), tr("As much of each name as there is room for")},
         {tr("Without hashes of Rust"), tr("core::fmt::write for core::fmt::write::h0123456789abcdef")},
         {tr("Without template arguments"),
          tr("std::vector<…>::push_back for std::vector<int>::push_back(int&&)")},
         {tr("Without namespaces"), tr("vector<…>::push_back: class and function")},
         {tr("Last part only"), tr("push_back: the function alone")}},
        [this](int choice) { m_canvas->setNameForm(static_cast<NameForm>(choice)); });
    look->addGroup(
        tr("Map"), "flame/map",
        {{tr("While zoomed"), tr("A small map of the whole flame graph in its corner")}, {tr("Never")}},
        [this](int choice) {
            m_map->setPresence(choice == 0 ? FlameMap::Presence::WhileZoomed : FlameMap::Presence::Never);
        });
    return look;
}

void FlameGraphView::updateStrip() {
    m_back->setEnabled(m_session.canZoomBack());
    m_forward->setEnabled(m_session.canZoomForward());
    m_reset->setEnabled(!m_session.zoom().isEmpty());
}

void FlameGraphView::updateFooter() {
    const auto words = m_canvas->markedWords();
    if (!words.isEmpty()) return m_footer->setItems({words});
    m_footer->setHint(m_canvas->scene().isEmpty() ? QString()
                                                  : tr("Click a box to zoom, right-click for more. Wheel "
                                                       "scrolls, Ctrl+wheel stretches, arrows move."));
}

} // namespace candela
