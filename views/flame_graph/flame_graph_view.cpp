#include "views/flame_graph/flame_graph_view.h"

#include "views/filter/grouping_box.h"
#include "views/filter/roots_box.h"
#include "views/flame/flame_canvas_messages.h"
#include "views/flame/legend.h"
#include "views/flame_graph/flame_map.h"
#include "views/flame_graph/look_groups.h"
#include "views/flame_graph/zoom_strip.h"
#include "views/session/message_stack.h"
#include "views/widgets/choice_menu.h"
#include "views/widgets/choice_strip.h"
#include "views/widgets/flow_row.h"
#include "views/widgets/item_line.h"
#include "views/widgets/strip.h"

#include <QToolButton>
#include <QVBoxLayout>

namespace candela {

FlameGraphView::FlameGraphView(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_canvas(new FlameCanvas(session, this)),
      m_map(new FlameMap(*m_canvas, session)) {
    auto* column = tightColumn(this);
    column->addWidget(createStrip());
    column->addWidget(new ZoomStrip(*m_canvas, session, this));
    auto* stack = new MessageStack(session, m_canvas, this);
    showFailures(*m_canvas, session, *stack);
    column->addWidget(stack, 1);
    auto* foot = new Strip(Strip::Line::Above, this);
    m_footer = new ItemLine(foot);
    foot->row()->addWidget(m_footer, 1);
    column->addWidget(foot);
    setFocusProxy(m_canvas);
    for (const auto signal : {&Session::zoomChanged, &Session::rootsChanged})
        connect(&session, signal, this, &FlameGraphView::updateStrip);
    connect(&session, &Session::matchRequested, this, [this](MatchStep step) {
        if (isVisible()) m_canvas->selectMatch(step);
    });
    connect(m_canvas, &FlameCanvas::sceneChanged, this, [this] {
        m_legend->setEntries(m_canvas->legend(), m_canvas->legendMeaning());
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

ChoiceMenu* FlameGraphView::createLook(QWidget* parent) {
    auto* look = new ChoiceMenu(tr("Look ▾"), parent);
    look->setToolTip(tr("Where the root is, how boxes are ordered and named, and what colours stand for"));
    look->setAccessibleName(look->toolTip());
    addRootSides(*look, {m_canvas});
    look->addGroup(
        tr("Order of boxes"), "flame/order",
        {{tr("By weight"), tr("Heaviest boxes to the left")},
         {tr("By name"), tr("Boxes keep their order while weights change")}},
        [this](int choice) { m_canvas->setOrder(choice == 0 ? FlameOrder::ByWeight : FlameOrder::ByName); });
    addColours(*look, {m_canvas});
    addNameForms(*look, {m_canvas});
    addMapPresence(*look, {m_map});
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

#include "moc_flame_graph_view.cpp"
