#include "views/flame_chart/flame_chart_view.h"

#include "views/filter/grouping_box.h"
#include "views/session/message_stack.h"
#include "views/tracks/track_list_controls.h"
#include "views/widgets/flow_row.h"
#include "views/widgets/item_line.h"
#include "views/widgets/strip.h"

#include <QToolButton>
#include <QVBoxLayout>

namespace candela {

FlameChartView::FlameChartView(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_canvas(new FlameChartCanvas(session, this)) {
    auto* column = tightColumn(this);
    column->addWidget(createStrip());
    m_stack = new MessageStack(m_canvas, this);
    column->addWidget(m_stack, 1);
    auto* foot = new Strip(Strip::Line::Above, this);
    m_footer = new ItemLine(foot);
    foot->row()->addWidget(m_footer, 1);
    column->addWidget(foot);
    for (const auto signal : {&Session::profileChanged, &Session::weightsChanged, &Session::filterChanged})
        connect(&session, signal, this, &FlameChartView::updateMessage);
    connect(&session, &Session::filterChanged, this, &FlameChartView::updateStrip);
    connect(&session, &Session::matchRequested, this, [this](MatchStep step) {
        if (isVisible()) m_canvas->selectMatch(step);
    });
    connect(m_canvas, &FlameChartCanvas::chartChanged, this, &FlameChartView::updateMessage);
    connect(m_canvas, &FlameChartCanvas::chartChanged, this, &FlameChartView::updateFooter);
    connect(m_canvas, &FlameChartCanvas::failed, this,
            [this](const Error& error) { m_stack->setMessage(errorMessage(error)); });
    connect(m_canvas, &FlameChartCanvas::visibleRangeChanged, this, &FlameChartView::updateStrip);
    connect(m_canvas, &FlameChartCanvas::marksChanged, this, &FlameChartView::updateFooter);
    updateMessage();
    updateStrip();
    updateFooter();
}

QWidget* FlameChartView::createStrip() {
    auto* strip = new Strip(Strip::Line::Below, this);
    m_whole = strip->addButton(tr("Whole"), tr("Show the whole time (Home)"));
    connect(m_whole, &QToolButton::clicked, m_canvas, &FlameChartCanvas::showWhole);
    m_clear = strip->addButton(tr("Clear selection"), tr("Show all times again (Esc)"));
    connect(m_clear, &QToolButton::clicked, &m_session, &Session::clearTime);
    strip->row()->addWidget(new GroupingBox(m_session, strip));
    m_listing = new TrackListControls(m_session, m_canvas, strip);
    strip->row()->addWidget(m_listing);
    m_canvas->setListing(m_listing->listing());
    connect(m_listing, &TrackListControls::changed, this,
            [this] { m_canvas->setListing(m_listing->listing()); });
    strip->row()->addStretch();
    return strip;
}

void FlameChartView::updateMessage() {
    ViewMessage message;
    const auto& chart = m_canvas->chart();
    if (!m_session.profile() || !m_session.value() || !m_session.failure().isEmpty()) {
        message = sessionMessage(m_session);
    } else if (!chart) {
        message = {tr("Putting the samples in order…"), {}};
    } else if (!chart->hasTimes) {
        message = noTimesMessage(m_session);
    } else if (chart->tracks.empty()) {
        message = {tr("No sample passes the filters"), tr("Remove a filter above to see more")};
    }
    m_stack->setMessage(message);
    m_listing->setCounts(m_canvas->geometry().listed.size(), chart ? chart->tracks.size() : 0);
}

void FlameChartView::updateStrip() {
    m_whole->setEnabled(m_canvas->visibleRange() != m_canvas->wholeRange());
    m_clear->setEnabled(m_session.filter().time.has_value());
}

void FlameChartView::updateFooter() {
    const auto words = m_canvas->markedWords();
    if (!words.isEmpty()) return m_footer->setItems({words});
    m_footer->setHint(
        !m_canvas->hasPlot()
            ? QString()
            : tr("Wheel zooms, drag moves, Shift+drag selects a time, click selects a function. "
                 "Arrows move from block to block."));
}

} // namespace candela

#include "moc_flame_chart_view.cpp"
