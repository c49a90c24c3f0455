#include "views/heat_map/heat_map_canvas.h"

#include "model/base/wrapping.h"
#include "views/heat_map/heat_map_accessible.h"
#include "views/heat_map/heat_map_painter.h"
#include "views/heat_map/heat_map_picture.h"
#include "views/heat_map/heat_map_words.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QMouseEvent>

#include <algorithm>

namespace candela {

namespace {

constexpr double minimumVisible = 1000; ///< nanoseconds, as in the timeline
constexpr std::size_t fewColumns = 100; ///< that many are used, however narrow the widget is

} // namespace

HeatMapCanvas::HeatMapCanvas(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_input(*this, session),
      m_prepare(new WhenVisible(parent ? parent : this, [this] { prepare(); })),
      m_job([this](Result<ComputedHeatMap> computed) { accept(std::move(computed)); },
            [this] { m_prepare->request(); }) {
    installHeatMapAccessibility();
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Heat map"));
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    connect(&session, &Session::profileChanged, this, [this] {
        if (!m_session.profile() || !m_session.value()) clear();
    });
    for (const auto signal : {&Session::weightsChanged, &Session::matchesChanged, &Session::selectedChanged})
        connect(&session, signal, m_prepare, &WhenVisible::request);
    connect(&session, &Session::filterChanged, this, qOverload<>(&QWidget::update));
    m_prepare->request();
}

HeatMapRequest HeatMapCanvas::request() const {
    const auto& shown = m_session.shown();
    HeatMapRequest request{shown.profile, shown.shape, shown.value, m_session.filter(), {}};
    request.filter.time.reset();
    if (!m_zooms.empty()) request.zoom = m_zooms.back();
    request.maximumColumns = maximumColumns();
    request.mark = selectionMark(m_session);
    if (request.mark.isEmpty()) request.mark = searchMark(m_session);
    return request;
}

/// Each column has a pixel at least. Before the first layout, the width is not known.
std::size_t HeatMapCanvas::maximumColumns() const {
    auto columns = HeatMapGrid::maximumColumns;
    const auto width = static_cast<std::size_t>(m_geometry.plot().width());
    while (width > 0 && columns > std::max(width, fewColumns))
        columns /= 2;
    return columns;
}

void HeatMapCanvas::prepare() {
    if (m_session.shown().isEmpty()) return clear();
    m_job.request(request());
}

void HeatMapCanvas::accept(Result<ComputedHeatMap> computed) {
    if (computed) return take(std::move(*computed));
    clear();
    emit failed(computed.error());
}

void HeatMapCanvas::clear() {
    m_job.cancel();
    m_computed.reset();
    m_geometry.grid = {};
    m_hovered.reset();
    m_cursor.reset();
    m_input.forgetDrag();
    if (isZoomed()) {
        m_zooms.clear();
        emit zoomChanged();
    }
    repaintCells();
    emit mapChanged();
}

void HeatMapCanvas::take(ComputedHeatMap computed) {
    const auto before = m_geometry.grid;
    m_computed = std::move(computed);
    m_geometry.grid = m_computed->map->grid;
    if (before != m_geometry.grid) {
        m_hovered.reset();
        // The cursor stays at its time, if that is shown.
        const auto moved = [&](HeatMapCell cell) {
            return m_geometry.grid.cellAt(before.timeOf(cell).begin);
        };
        const auto& range = m_geometry.grid.range;
        if (m_cursor && (!hasPlot() || before.timeOf(*m_cursor).begin >= range.end ||
                         before.timeOf(*m_cursor).end <= range.begin))
            m_cursor.reset();
        if (m_cursor) m_anchor = moved(m_anchor);
        if (m_cursor) m_cursor = moved(*m_cursor);
    }
    repaintCells();
    emit mapChanged();
}

void HeatMapCanvas::repaintCells() {
    m_picture = {};
    update();
}

void HeatMapCanvas::setZooms(std::vector<TimeRange> zooms, ZoomKind kind) {
    m_zooms = std::move(zooms);
    m_isStepping = kind == ZoomKind::Step;
    m_prepare->request();
    emit zoomChanged();
}

void HeatMapCanvas::zoomToSelection() {
    const auto& time = m_session.filter().time;
    if (!time || !hasPlot() || (isZoomed() && m_zooms.back() == *time)) return;
    auto zooms = m_zooms;
    zooms.push_back(*time);
    setZooms(std::move(zooms), ZoomKind::Whole);
}

void HeatMapCanvas::zoomBack() {
    if (!isZoomed()) return;
    auto zooms = m_zooms;
    zooms.pop_back();
    setZooms(std::move(zooms), ZoomKind::Whole);
}

void HeatMapCanvas::showWhole() {
    if (isZoomed()) setZooms({}, ZoomKind::Whole);
}

/// The range of the last request, of which the map may not have arrived yet.
TimeRange HeatMapCanvas::wantedRange() const {
    return isZoomed() ? m_zooms.back() : m_computed->whole;
}

void HeatMapCanvas::zoom(double factor, double x) {
    if (!hasPlot() || m_geometry.plot().isEmpty()) return;
    const auto range = wantedRange();
    const auto grid = HeatMapGrid::over(range, maximumColumns());
    const auto plot = m_geometry.plot();
    const double share = std::clamp((x - plot.left()) / plot.width(), 0.0, 1.0);
    const auto begin = static_cast<double>(range.begin), end = static_cast<double>(range.end);
    const double fixed =
        std::clamp(static_cast<double>(grid.begin) +
                       share * static_cast<double>(grid.columns) * static_cast<double>(grid.columnLength),
                   begin, end);
    setVisibleRange(fixed - (fixed - begin) / factor, (end - begin) / factor);
}

void HeatMapCanvas::pan(double share) {
    if (!hasPlot() || !isZoomed()) return;
    const auto range = wantedRange();
    const auto length = static_cast<double>(range.end) - static_cast<double>(range.begin);
    setVisibleRange(static_cast<double>(range.begin) + share * length, length);
}

/// Shows a range within the whole time, in nanoseconds. In floating point, because the ends of a malicious
/// range may be further apart than a signed number can express.
void HeatMapCanvas::setVisibleRange(double begin, double length) {
    const auto& whole = m_computed->whole;
    const auto first = static_cast<double>(whole.begin), last = static_cast<double>(whole.end);
    if (length >= last - first) {
        if (isZoomed()) setZooms({}, ZoomKind::Step);
        return;
    }
    length = std::max(length, std::min(minimumVisible, last - first));
    begin = std::clamp(begin, first, last - length);
    TimeRange range{static_cast<std::int64_t>(begin), static_cast<std::int64_t>(begin + length)};
    range.begin = std::max(range.begin, whole.begin);
    range.end = std::clamp(range.end, range.begin + 1, whole.end);
    if (range == wantedRange()) return;
    auto zooms = m_zooms;
    if (m_isStepping && !zooms.empty()) zooms.pop_back();
    zooms.push_back(range);
    setZooms(std::move(zooms), ZoomKind::Step);
}

std::optional<HeatMapCell> HeatMapCanvas::cellAt(QPointF point) const {
    return hasPlot() ? m_geometry.cellAt(point) : std::nullopt;
}

void HeatMapCanvas::hover(QPointF point) {
    const auto cell = cellAt(point);
    if (cell == m_hovered) return;
    m_hovered = cell;
    update();
    emit marksChanged();
}

void HeatMapCanvas::moveCursor(HeatMapCell cell, Extent extent) {
    if (!hasPlot()) return;
    if (extent == Extent::OneCell || !m_cursor) m_anchor = cell;
    m_cursor = cell;
    update();
    emit marksChanged();
    QAccessibleEvent event(this, QAccessible::ValueChanged);
    QAccessible::updateAccessibility(&event);
}

void HeatMapCanvas::stepCursor(std::ptrdiff_t cells, Extent extent) {
    if (!hasPlot()) return;
    const auto& weights = m_computed->map->weight;
    if (!m_cursor) {
        const auto heaviest = std::ranges::max_element(weights, {}, magnitudeOf);
        return moveCursor(static_cast<HeatMapCell>(heaviest - weights.begin()), Extent::OneCell);
    }
    const auto next = static_cast<std::ptrdiff_t>(*m_cursor) + cells;
    if (next < 0 || next >= static_cast<std::ptrdiff_t>(weights.size())) return;
    moveCursor(static_cast<HeatMapCell>(next), extent);
}

void HeatMapCanvas::stepToMark(MatchStep step) {
    if (!hasPlot() || !m_computed->marked) return;
    const auto& marked = m_computed->marked->weight;
    const auto size = marked.size();
    // From no cursor: the first or the last mark.
    auto cell = m_cursor.value_or(step == MatchStep::Next ? size - 1 : 0);
    for (std::size_t tried = 0; tried < size; ++tried) {
        cell = step == MatchStep::Next ? (cell + 1) % size : (cell + size - 1) % size;
        if (marked[cell] != 0) return moveCursor(cell, Extent::OneCell);
    }
}

std::optional<TimeRange> HeatMapCanvas::cursorTime() const {
    if (!m_cursor) return {};
    const auto& grid = m_geometry.grid;
    return TimeRange{grid.timeOf(std::min(*m_cursor, m_anchor)).begin,
                     grid.timeOf(std::max(*m_cursor, m_anchor)).end};
}

ItemWords HeatMapCanvas::markedWords() const {
    if (!hasPlot()) return {};
    if (m_hovered && !m_input.isSelecting()) return cellWords(*m_computed, *m_hovered, *m_hovered);
    return m_cursor ? cellWords(*m_computed, m_anchor, *m_cursor) : ItemWords();
}

QString HeatMapCanvas::cursorText() const {
    return m_cursor ? cellWords(*m_computed, m_anchor, *m_cursor).text() : QString();
}

void HeatMapCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const auto& theme = Theme::of(this);
    painter.fillRect(rect(), theme.base);
    if (!hasPlot() || m_geometry.plot().isEmpty()) return;
    const auto& computed = *m_computed;
    if (m_picture.isNull() || m_picture.devicePixelRatio() != devicePixelRatioF())
        m_picture =
            heatMapPicture(m_geometry, *computed.map, computed.marked.get(), theme, devicePixelRatioF());
    painter.drawImage(m_geometry.plot().topLeft(), m_picture);
    paintLostCells(painter, m_geometry, computed.lostTimes, theme);
    paintHeatMapAxes(painter, m_geometry, theme);
    paintHeatMapLegend(painter, m_geometry,
                       {scaleText(computed), gridText(m_geometry.grid), computed.marked != nullptr}, theme);
    painter.setClipRect(m_geometry.plot().adjusted(-2, -2, 2, 2));
    const auto selection = m_input.isSelecting() ? cursorTime() : m_session.filter().time;
    if (selection) paintSelectedCells(painter, m_geometry, *selection, theme);
    const auto cursor = cursorTime();
    if (cursor && cursor != selection && hasFocus())
        paintCellOutline(painter, m_geometry, *cursor, CellOutline::Cursor, theme);
    if (m_hovered)
        paintCellOutline(painter, m_geometry, m_geometry.grid.timeOf(*m_hovered), CellOutline::Pointer,
                         theme);
}

bool HeatMapCanvas::event(QEvent* event) {
    if (event->type() == QEvent::Leave) m_input.leave();
    if (event->type() == QEvent::ToolTip) {
        m_input.askForToolTip(*static_cast<QHelpEvent*>(event));
        return true;
    }
    return QWidget::event(event);
}

void HeatMapCanvas::wheelEvent(QWheelEvent* event) {
    event->setAccepted(m_input.turnWheel(*event));
}

void HeatMapCanvas::keyPressEvent(QKeyEvent* event) {
    if (!m_input.pressKey(*event)) QWidget::keyPressEvent(event);
}

void HeatMapCanvas::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_geometry.size = size();
    m_picture = {};
    m_prepare->request(); // a narrow map has fewer columns
}

void HeatMapCanvas::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) repaintCells();
}

void HeatMapCanvas::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    update();
}

void HeatMapCanvas::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    update();
}

} // namespace candela

#include "moc_heat_map_canvas.cpp"
