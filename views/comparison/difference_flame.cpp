#include "views/comparison/difference_flame.h"

#include "model/comparison/change_text.h"
#include "views/comparison/change_legend.h"
#include "views/comparison/difference_colours.h"
#include "views/flame/flame_canvas.h"
#include "views/flame/flame_canvas_messages.h"
#include "views/flame_graph/flame_map.h"
#include "views/flame_graph/zoom_strip.h"
#include "views/session/call_node_text.h"
#include "views/session/message_stack.h"
#include "views/text/plain_text.h"
#include "views/widgets/choice_strip.h"
#include "views/widgets/flow_row.h"
#include "views/widgets/strip.h"

#include <QVBoxLayout>

namespace candela {

DifferenceFlame::DifferenceFlame(ComparisonSession& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_canvas(new FlameCanvas(session.newSide())),
      m_map(new FlameMap(*m_canvas, session.newSide())) {
    auto* column = tightColumn(this);
    column->addWidget(createHead());
    column->addWidget(new ZoomStrip(*m_canvas, session.newSide(), this));
    auto* stack = new MessageStack(session.newSide(), m_canvas, this);
    showFailures(*m_canvas, session.newSide(), *stack);
    column->addWidget(stack, 1);
    m_canvas->setAccessibleName(tr("Difference flame graph"));
    m_canvas->setOrder(FlameOrder::ByName);
    m_canvas->setColouring([this](const Shown&) { return coloursByCertainty(m_sides); });
    connect(&session, &ComparisonSession::comparisonChanged, this, &DifferenceFlame::takeComparison);
    for (auto* side : {&session.base(), &session.newSide()})
        connect(side, &Session::matchesChanged, this, &DifferenceFlame::updateMatches);
    connect(m_canvas, &FlameCanvas::sceneChanged, this, &DifferenceFlame::updateMatches);
    takeComparison();
}

QWidget* DifferenceFlame::createHead() {
    auto* head = new Strip(Strip::Line::Below, this);
    m_widths = new ChoiceStrip({tr("Base"), tr("New"), tr("Both"), tr("Changes")}, head);
    m_widths->setObjectName("widths");
    m_widths->setChoiceToolTip(0, tr("As wide as in base: what new added has no box"));
    m_widths->setChoiceToolTip(1, tr("As wide as in new: what was removed has no box"));
    m_widths->setChoiceToolTip(2, tr("The mean of both: what was added or removed is half as wide"));
    m_widths->setChoiceToolTip(3, tr("As wide as the changes below, increases and decreases added up"));
    auto& choices = m_session.choices();
    m_widths->setChoice(static_cast<int>(choices.width()));
    connect(m_widths, &ChoiceStrip::chosen, this,
            [&choices](int choice) { choices.setWidth(static_cast<DifferenceWidth>(choice)); });
    connect(&choices, &ComparedChoices::widthChanged, this, [this, &choices] {
        m_widths->setChoice(static_cast<int>(choices.width()));
        updateContent();
    });
    head->addNamed(tr("Width"), m_widths);
    head->row()->addStretch(1);
    auto* legend = new ChangeLegend(head);
    legend->showCertainty();
    head->row()->addWidget(legend);
    return head;
}

void DifferenceFlame::takeComparison() {
    const auto& comparison = m_session.comparison();
    const auto &base = m_session.base().shown(), &newSide = m_session.newSide().shown();
    m_sides =
        comparison ? std::make_shared<DifferenceSides>(DifferenceInput{comparison, base, newSide}) : nullptr;
    updateContent();
}

void DifferenceFlame::updateContent() {
    const auto shown = [sides = m_sides, width = m_session.choices().width()](Direction direction) {
        return sides->shown(width, direction);
    };
    m_canvas->setContent({.shown = m_sides ? std::function<Shown(Direction)>(shown) : nullptr,
                          .toolTip = [this](CallNodeIndex node) { return toolTip(node); },
                          .words = [this](CallNodeIndex node) { return words(node); },
                          .everything = everythingText()});
}

/// A search changes no box, so that nothing is computed again.
void DifferenceFlame::updateMatches() {
    if (isCurrent())
        m_canvas->setMatches(
            m_sides->joined({m_session.base().shown().matches, m_session.newSide().shown().matches}));
}

QString DifferenceFlame::everythingText() const {
    if (!m_sides) return {};
    const auto& comparison = m_sides->comparison();
    const auto unit = comparison.valueUnit;
    return tr("all  ·  base %1, new %2")
        .arg(weightText(comparison.base.weights.total, unit),
             weightText(comparison.newSide.weights.total, unit));
}

bool DifferenceFlame::isCurrent() const {
    return m_sides && !m_canvas->scene().isEmpty() && m_sides->isOf(m_canvas->scene().tree->groups());
}

QString DifferenceFlame::toolTip(CallNodeIndex node) const {
    if (!isCurrent()) return {};
    const auto& tree = *m_canvas->scene().tree;
    const auto group = tree.group(node);
    const auto [base, newWeight] = m_sides->totals(tree, node);
    auto text = "<b>" + groupName(tree.groups(), group).toHtmlEscaped() + "</b>";
    if (const auto module = moduleText(tree.groups(), group); !module.isEmpty())
        text += "<br>" + module.toHtmlEscaped();
    if (base == 0 || newWeight == 0)
        text += "<br>" +
                (base == 0 ? tr("Only in new, with these callers") : tr("Only in base, with these callers"));
    return "<div>" + text + "<br>" +
           nodeChangeToolTip(base, newWeight, m_sides->judged(tree, node), m_sides->comparison()) + "</div>";
}

ItemWords DifferenceFlame::words(CallNodeIndex node) const {
    if (!isCurrent()) return {};
    const auto& tree = *m_canvas->scene().tree;
    const auto& comparison = m_sides->comparison();
    const auto group = tree.group(node);
    ItemWords words{{}, groupName(tree.groups(), group), moduleText(tree.groups(), group), {}};
    if (words.module == words.name) words.module.clear();
    const auto [base, newWeight] = m_sides->totals(tree, node);
    words.numbers << tr("base %1").arg(plainText(sideText(base, comparison.base, comparison)))
                  << tr("new %1").arg(plainText(sideText(newWeight, comparison.newSide, comparison)))
                  << plainText(differenceText(normalizedDifference(base, newWeight, comparison), comparison));
    if (const auto verdict = verdictText(m_sides->judged(tree, node), comparison); !verdict.isEmpty())
        words.numbers << verdict;
    return words;
}

} // namespace candela

#include "moc_difference_flame.cpp"
