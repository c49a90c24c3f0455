#include "views/flame/flame_graph_view.h"

#include "views/filter/grouping_box.h"
#include "views/filter/roots_box.h"
#include "views/flame/flame_canvas_messages.h"
#include "views/flame/legend.h"
#include "views/session/message_stack.h"
#include "views/widgets/choice_strip.h"
#include "views/widgets/flow_row.h"
#include "views/widgets/item_line.h"
#include "views/widgets/strip.h"

#include <QToolButton>
#include <QVBoxLayout>

namespace candela {

FlameGraphView::FlameGraphView(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_canvas(new FlameCanvas(session, this)) {
    auto* column = tightColumn(this);
    column->addWidget(createStrip());
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
    auto* side = new ChoiceStrip({tr("Root at top"), tr("At bottom")}, strip);
    connect(side, &ChoiceStrip::chosen, this,
            [this](int choice) { m_canvas->setRootSide(choice == 0 ? RootSide::Top : RootSide::Bottom); });
    auto* order = new ChoiceStrip({tr("By weight"), tr("By name")}, strip);
    order->setChoiceToolTip(0, tr("Heaviest boxes to the left"));
    order->setChoiceToolTip(1, tr("Boxes keep their order while weights change"));
    connect(order, &ChoiceStrip::chosen, this, [this](int choice) {
        m_canvas->setOrder(choice == 0 ? FlameOrder::ByWeight : FlameOrder::ByName);
    });
    auto* colours = new ChoiceStrip({tr("Module"), tr("Kind")}, strip);
    colours->setChoiceToolTip(
        0, tr("A colour for each module, or namespace where no modules are known; the same in every profile. "
              "In differences of profiles: more weight, and less weight"));
    colours->setChoiceToolTip(1, tr("A colour for each of user, kernel and interpreted code"));
    connect(colours, &ChoiceStrip::chosen, this,
            [this](int choice) { m_canvas->setColouring(choice == 0 ? coloursByModule : coloursByKind); });

    strip->row()->addWidget(direction);
    strip->row()->addWidget(new GroupingBox(m_session, strip));
    strip->row()->addWidget(new RootsBox(m_session, Numbers::Kept, strip));
    strip->row()->addWidget(side);
    strip->row()->addWidget(order);
    strip->row()->addSpacing(8);
    strip->addNamed(tr("Colour"), colours);
    m_legend = new Legend(strip);
    strip->row()->addWidget(m_legend, 1);
    return strip;
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
