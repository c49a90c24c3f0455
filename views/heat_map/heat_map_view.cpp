#include "views/heat_map/heat_map_view.h"

#include "views/heat_map/heat_map_words.h"
#include "views/session/message_stack.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/flow_row.h"
#include "views/widgets/item_line.h"
#include "views/widgets/strip.h"

#include <QToolButton>
#include <QVBoxLayout>

namespace candela {

HeatMapView::HeatMapView(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_canvas(new HeatMapCanvas(session, this)) {
    auto* column = tightColumn(this);
    column->addWidget(createStrip());
    m_stack = new MessageStack(m_canvas, this);
    column->addWidget(m_stack, 1);
    auto* foot = new Strip(Strip::Line::Above, this);
    m_footer = new ItemLine(foot);
    foot->row()->addWidget(m_footer, 1);
    column->addWidget(foot);
    for (const auto signal : {&Session::profileChanged, &Session::weightsChanged, &Session::filterChanged})
        connect(&session, signal, this, &HeatMapView::updateMessage);
    connect(&session, &Session::filterChanged, this, &HeatMapView::updateStrip);
    connect(&session, &Session::matchRequested, this, [this](MatchStep step) {
        if (isVisible()) m_canvas->stepToMark(step);
    });
    for (const auto update :
         {&HeatMapView::updateMessage, &HeatMapView::updateStrip, &HeatMapView::updateFooter})
        connect(m_canvas, &HeatMapCanvas::mapChanged, this, update);
    connect(m_canvas, &HeatMapCanvas::zoomChanged, this, &HeatMapView::updateStrip);
    connect(m_canvas, &HeatMapCanvas::marksChanged, this, &HeatMapView::updateFooter);
    connect(m_canvas, &HeatMapCanvas::failed, this,
            [this](const Error& error) { m_stack->setMessage(errorMessage(error)); });
    updateMessage();
    updateStrip();
    updateFooter();
}

QWidget* HeatMapView::createStrip() {
    auto* strip = new Strip(Strip::Line::Below, this);
    m_zoom = strip->addButton(tr("Zoom"), tr("Show only the selected time (Z)"));
    connect(m_zoom, &QToolButton::clicked, m_canvas, &HeatMapCanvas::zoomToSelection);
    m_back = strip->addButton(tr("Back"), tr("Show what was shown before the last zoom (Backspace)"));
    connect(m_back, &QToolButton::clicked, m_canvas, &HeatMapCanvas::zoomBack);
    m_whole = strip->addButton(tr("Whole"), tr("Show the whole time (Home)"));
    connect(m_whole, &QToolButton::clicked, m_canvas, &HeatMapCanvas::showWhole);
    m_clear = strip->addButton(tr("Clear selection"), tr("Show all times again (Esc)"));
    connect(m_clear, &QToolButton::clicked, &m_session, &Session::clearTime);
    m_marked = new ElidedLabel({}, strip); // names a function, whatever its length
    m_marked->setForegroundRole(QPalette::PlaceholderText);
    strip->row()->addWidget(m_marked);
    strip->row()->addStretch();
    return strip;
}

void HeatMapView::updateMessage() {
    ViewMessage message;
    const auto& computed = m_canvas->computed();
    if (!m_session.profile() || !m_session.value() || !m_session.failure().isEmpty()) {
        message = sessionMessage(m_session);
    } else if (!computed) {
        message = {tr("Adding up the samples…"), {}};
    } else if (!computed->map->hasTimes) {
        message = noTimesMessage(m_session);
    } else if (computed->map->largest == 0 && !m_canvas->isZoomed()) {
        message = {tr("No sample passes the filters"), tr("Remove a filter above to see more")};
    }
    m_stack->setMessage(message);
}

void HeatMapView::updateStrip() {
    m_zoom->setEnabled(m_session.filter().time.has_value() && m_canvas->hasPlot());
    m_back->setEnabled(m_canvas->isZoomed());
    m_whole->setEnabled(m_canvas->isZoomed());
    m_clear->setEnabled(m_session.filter().time.has_value());
    m_marked->setText(m_canvas->computed() ? markedText(*m_canvas->computed()) : QString());
}

void HeatMapView::updateFooter() {
    const auto words = m_canvas->markedWords();
    if (!words.isEmpty()) return m_footer->setItems({words});
    m_footer->setHint(
        !m_canvas->hasPlot()
            ? QString()
            : tr("Drag from cell to cell to select the time between them, wheel to look closer. "
                 "Arrows move, Shift extends, Enter selects, Z zooms to the selected time, "
                 "Esc clears it."));
}

} // namespace candela

#include "moc_heat_map_view.cpp"
