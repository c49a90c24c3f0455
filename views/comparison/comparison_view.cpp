#include "views/comparison/comparison_view.h"

#include "model/base/units.h"
#include "model/comparison/change_text.h"
#include "views/comparison/change_colours.h"
#include "views/comparison/change_legend.h"
#include "views/comparison/difference_flame.h"
#include "views/comparison/differences_panel.h"
#include "views/comparison/side_head.h"
#include "views/filter/filter_bar.h"
#include "views/filter/normalize_strip.h"
#include "views/filter/roots_box.h"
#include "views/flame/flame_canvas.h"
#include "views/flame/flame_canvas_messages.h"
#include "views/flame_graph/flame_map.h"
#include "views/flame_graph/look_groups.h"
#include "views/flame_graph/zoom_strip.h"
#include "views/session/call_node_text.h"
#include "views/session/message_stack.h"
#include "views/text/plain_text.h"
#include "views/widgets/choice_menu.h"
#include "views/widgets/choice_strip.h"
#include "views/widgets/flow_row.h"
#include "views/widgets/item_line.h"
#include "views/widgets/strip.h"

#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace candela {

ComparisonView::ComparisonView(ComparisonSession& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_differences(new DifferencesPanel(session, this)) {
    auto* rows = new QSplitter(Qt::Vertical, this);
    rows->setChildrenCollapsible(false);
    rows->addWidget(createGraphs());
    rows->addWidget(m_differences);
    rows->setStretchFactor(0, 3);
    rows->setStretchFactor(1, 2);
    rows->setSizes({600, 400});

    auto* column = tightColumn(this);
    column->addWidget(new FilterBar(session.base(), this));
    column->addWidget(createStrip());
    column->addWidget(rows, 1);
    auto* foot = new Strip(Strip::Line::Above, this);
    m_footer = new ItemLine(foot);
    foot->row()->addWidget(m_footer, 1);
    column->addWidget(foot);
    linkCanvases();
    setFocusProxy(m_sides[0].canvas);

    connect(&session, &ComparisonSession::comparisonChanged, this, &ComparisonView::updateColours);
    for (auto& side : m_sides) {
        connect(side.session, &Session::viewRequested, this, [this](const QString& view) {
            if (view == "functions") m_differences->showSelected();
        });
    }
    connect(&session.base(), &Session::matchRequested, this, &ComparisonView::selectMatch);
    for (const auto signal : {&Session::zoomChanged, &Session::rootsChanged})
        connect(&session.base(), signal, this, &ComparisonView::updateStrip);
    updateStrip();
}

QWidget* ComparisonView::createGraphs() {
    auto* sides = new QSplitter(Qt::Horizontal);
    sides->setChildrenCollapsible(false);
    m_sides[0].session = &m_session.base();
    m_sides[1].session = &m_session.newSide();
    sides->addWidget(createSide(m_sides[0], tr("Base")));
    sides->addWidget(createSide(m_sides[1], tr("New")));
    sides->setSizes({500, 500});
    m_difference = new DifferenceFlame(m_session);
    m_canvases = {m_sides[0].canvas, m_sides[1].canvas, m_difference->canvas()};
    m_graphs = new QStackedWidget(this);
    m_graphs->addWidget(sides);
    m_graphs->addWidget(m_difference);
    return m_graphs;
}

void ComparisonView::showGraphs(int choice) {
    const bool hadFocus = m_graphs->focusWidget() && m_graphs->focusWidget()->hasFocus();
    m_graphs->setCurrentIndex(choice);
    m_showsDifference = choice == 1;
    m_legend->setVisible(!m_showsDifference); // the difference has its own
    setFocusProxy(m_canvases[m_showsDifference ? 2 : 0]);
    if (hadFocus) setFocus(); // else the first button beside the new graph would have it
    updateStrip();
}

QWidget* ComparisonView::createStrip() {
    auto* strip = new Strip(Strip::Line::Below, this);
    auto& base = m_session.base();
    m_back = strip->addButton("←", tr("Back to the previous zoom (Backspace)"));
    m_forward = strip->addButton("→", tr("Forward (Alt+Right)"));
    m_reset = strip->addButton(tr("Whole"), tr("Zoom out to everything (Esc)"));
    connect(m_back, &QToolButton::clicked, &base, &Session::zoomBack);
    connect(m_forward, &QToolButton::clicked, &base, &Session::zoomForward);
    connect(m_reset, &QToolButton::clicked, &base, [&base] { base.setZoom({}); });
    auto* direction = new ChoiceStrip({tr("Callees"), tr("Callers")}, strip);
    connect(direction, &ChoiceStrip::chosen, this, [this](int choice) {
        m_session.base().setZoom({});
        for (auto* canvas : m_canvases)
            canvas->setDirection(choice == 0 ? Direction::TopDown : Direction::Inverted);
    });
    auto* look = new ChoiceMenu(tr("Look ▾"), strip);
    const std::vector<FlameCanvas*> canvases(m_canvases.begin(), m_canvases.end());
    addRootSides(*look, canvases);
    addNameForms(*look, canvases);
    addMapPresence(*look, {m_sides[0].map, m_sides[1].map, m_difference->map()});
    auto* graphs = new ChoiceStrip({tr("Two graphs"), tr("Difference")}, strip);
    graphs->setObjectName("graphs");
    graphs->setChoiceToolTip(1, tr("One flame graph of both, coloured by what changed"));
    connect(graphs, &ChoiceStrip::chosen, this, &ComparisonView::showGraphs);
    strip->row()->addWidget(graphs);
    strip->row()->addWidget(direction);
    strip->row()->addWidget(new RootsBox(base, Numbers::LeftOut, strip));
    strip->row()->addWidget(look);
    strip->row()->addSpacing(8);
    auto* normalize = new NormalizeStrip(
        tr("What part of its side's total: right where the sides ran for different times"), strip);
    normalize->setNormalize(m_session.normalize());
    connect(normalize, &NormalizeStrip::normalizeChosen, &m_session, &ComparisonSession::setNormalize);
    connect(&m_session, &ComparisonSession::normalizeChanged, normalize,
            [this, normalize] { normalize->setNormalize(m_session.normalize()); });
    strip->addNamed(tr("Compare"), normalize);
    strip->row()->addStretch(1);
    m_legend = new ChangeLegend(strip);
    strip->row()->addWidget(m_legend);
    return strip;
}

QWidget* ComparisonView::createSide(Side& side, const QString& title) {
    auto* panel = new QWidget(this);
    side.canvas = new FlameCanvas(*side.session);
    side.canvas->setOrder(FlameOrder::ByName);
    side.map = new FlameMap(*side.canvas, *side.session);
    auto* column = tightColumn(panel);
    side.head = new SideHead(*side.session, title, panel);
    column->addWidget(side.head);
    column->addWidget(new ZoomStrip(*side.canvas, *side.session, panel));
    auto* stack = new MessageStack(*side.session, side.canvas, panel);
    showFailures(*side.canvas, *side.session, *stack);
    column->addWidget(stack, 1);
    return panel;
}

void ComparisonView::setSource(ComparisonPart part, const QString& name, const QString& shorter,
                               const QString& toolTip) {
    m_sides[part == ComparisonPart::Base ? 0 : 1].head->setSource(name, shorter, toolTip);
}

void ComparisonView::linkCanvases() {
    connect(m_difference->canvas(), &FlameCanvas::marksChanged, this, &ComparisonView::updateStrip);
    for (int side = 0; side < 2; ++side) {
        auto* own = m_sides[side].canvas;
        auto* other = m_sides[1 - side].canvas;
        connect(own->verticalScrollBar(), &QScrollBar::valueChanged, other->verticalScrollBar(),
                &QScrollBar::setValue);
        // The colours depend on both trees, which arrive one after the other.
        connect(own, &FlameCanvas::treeChanged, other, &FlameCanvas::recolour);
        connect(own, &FlameCanvas::marksChanged, this, &ComparisonView::updateStrip);
        own->setToolTipExtra(
            [this, side](CallNodeIndex node) { return toolTipOfOther(m_sides[side], node); });
    }
}

void ComparisonView::updateColours() {
    const auto comparison = m_session.comparison();
    for (int side = 0; side < 2; ++side) {
        const auto* other = m_sides[1 - side].canvas;
        const auto part = side == 0 ? ComparisonPart::Base : ComparisonPart::New;
        m_sides[side].rows = comparison ? std::make_shared<const SideRows>(comparison, part) : nullptr;
        m_sides[side].canvas->setColouring([rows = m_sides[side].rows, other](const Shown&) {
            return coloursByChange(rows, [other] { return other->scene().tree; });
        });
    }
    updateStrip();
    const double scale = comparison ? differenceScale(*comparison) : 0;
    if (scale > 0) {
        m_legend->setEnds(plainText(differenceText(-scale, *comparison)),
                          plainText(differenceText(scale, *comparison)));
    } else {
        m_legend->setEnds({}, {});
    }
}

void ComparisonView::updateStrip() {
    const auto& base = m_session.base();
    m_back->setEnabled(base.canZoomBack());
    m_forward->setEnabled(base.canZoomForward());
    m_reset->setEnabled(!base.zoom().isEmpty());
    std::vector<ItemWords> items;
    if (m_showsDifference) {
        if (auto words = m_difference->canvas()->markedWords(); !words.isEmpty())
            items.push_back(std::move(words));
    }
    for (const auto& side : m_sides) {
        auto words = side.canvas->markedWords();
        if (m_showsDifference || words.isEmpty()) continue;
        const auto* canvas = side.canvas;
        const auto node = canvas->hoveredNode() ? canvas->hoveredNode() : canvas->selectedNode();
        if (const auto verdict = verdictOf(side, node); !canvas->hoveredMerged() && !verdict.isEmpty())
            words.numbers << verdict;
        words.title = &side == &m_sides[0] ? tr("base:") : tr("new:");
        items.push_back(std::move(words));
    }
    if (!items.empty()) return m_footer->setItems(std::move(items));
    m_footer->setHint(
        m_showsDifference
            ? tr("Boxes have a colour where the change is certain; hover for both sides' weights.")
            : tr("Boxes with the same callers belong together: hover, zoom and search on one "
                 "side follow on the other."));
}

bool ComparisonView::shows(const QString& view) {
    return view == "flamegraph" || view == "functions";
}

/// Selects a match on the base side, or on the new side if only that one has a match.
void ComparisonView::selectMatch(MatchStep step) {
    const auto& matches = m_session.base().shown().matches;
    if (m_showsDifference) return m_difference->canvas()->selectMatch(step);
    const bool isInBase = matches && matches->isActive() && matches->coverage.groups > 0;
    m_sides[isInBase ? 0 : 1].canvas->selectMatch(step);
}

QString ComparisonView::toolTipOfOther(const Side& side, CallNodeIndex node) const {
    const auto comparison = m_session.comparison();
    const bool isBase = &side == &m_sides[0];
    const auto& other = m_sides[isBase ? 1 : 0];
    if (!side.rows || side.canvas->scene().isEmpty() || other.canvas->scene().isEmpty()) return {};
    const auto& tree = *side.canvas->scene().tree;
    auto& otherTree = *other.canvas->scene().tree;
    const auto part = isBase ? ComparisonPart::Base : ComparisonPart::New;
    const auto counterpart =
        findCallNode(otherTree, m_session.names().translated(callPath(tree, node), part));
    const auto own = tree.total(node);
    const auto there = counterpart ? otherTree.total(counterpart) : 0;
    return nodeChangeToolTip(isBase ? own : there, isBase ? there : own, side.rows->of(tree, node),
                             *comparison);
}

QString ComparisonView::verdictOf(const Side& side, CallNodeIndex node) const {
    if (!side.rows || !node || side.canvas->scene().isEmpty()) return {};
    return verdictText(side.rows->of(*side.canvas->scene().tree, node), side.rows->comparison());
}

QTableView* ComparisonView::tableView() const {
    return m_differences->tableView();
}

const ComparisonItemModel& ComparisonView::model() const {
    return m_differences->model();
}

} // namespace candela

#include "moc_comparison_view.cpp"
