#include "views/timeline/timeline_canvas.h"

#include "model/base/memory_scope.h"
#include "views/timeline/life_painter.h"
#include "views/timeline/time_axis.h"
#include "views/timeline/timeline_accessible.h"
#include "views/timeline/timeline_picks.h"
#include "views/timeline/timeline_rows_painter.h"
#include "views/timeline/timeline_words.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QSettings>

#include <algorithm>
#include <utility>

namespace candela {

namespace {

constexpr std::int64_t minimumVisible = 1000; ///< nanoseconds
constexpr auto idleKey = "timeline/idle";

} // namespace

TimelineCanvas::TimelineCanvas(Session& session, QWidget* parent)
    : QAbstractScrollArea(parent), m_session(session), m_input(*this, session),
      m_computation(std::make_shared<TimelineComputation>()),
      m_isIdleShown(QSettings().value(idleKey).toBool()) {
    installTimelineAccessibility();
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Timeline"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    connect(&session, &Session::profileChanged, this, &TimelineCanvas::profileChanged);
    connect(&session, &Session::valueChanged, this, &TimelineCanvas::compute);
    connect(&session, &Session::filterChanged, this, &TimelineCanvas::compute);
    for (const auto signal : {&Session::weightsChanged, &Session::matchesChanged, &Session::selectedChanged})
        connect(&session, signal, this, &TimelineCanvas::updateMarks);
    profileChanged();
}

/// The marks are known later than the filter and the profile, when the session has computed what it shows.
void TimelineCanvas::updateMarks() {
    if (std::exchange(m_waitsForMarks, false)) return compute();
    if (m_isOutdated || TimelineMarks::of(m_session, m_session.profile()) == m_marks) return;
    compute();
}

void TimelineCanvas::setTracks(TimelineTracks tracks) {
    if (tracks == m_tracks) return;
    m_tracks = tracks;
    compute();
}

void TimelineCanvas::setProcessGroups(const SampleKey& key) {
    if (key == m_groups) return;
    m_groups = key;
    compute();
}

void TimelineCanvas::setListing(const TrackListing& listing) {
    if (listing == m_listing) return;
    if (listing.name != m_listing.name) m_opened.openMatches();
    m_listing = listing;
    verticalScrollBar()->setValue(0);
    updateRows();
}

void TimelineCanvas::setValueShown(ValueTypeIndex value, bool isShown) {
    if (!m_session.profile() || isShown == isValueShown(value)) return;
    m_values.set(*m_session.profile(), value, isShown);
    compute();
}

void TimelineCanvas::setIdleShown(bool isShown) {
    QSettings().setValue(idleKey, isShown);
    if (isShown == std::exchange(m_isIdleShown, isShown)) return;
    compute();
}

bool TimelineCanvas::offersIdle() const {
    return m_session.profile() && idleValue(*m_session.profile());
}

bool TimelineCanvas::isValueShown(ValueTypeIndex value) const {
    if (!m_session.profile() || !m_session.value()) return false;
    const auto shown = m_values.shown(*m_session.profile(), m_session.value());
    return std::ranges::find(shown, value) != shown.end();
}

void TimelineCanvas::profileChanged() {
    if (!m_session.profile()) {
        m_job.cancel();
        m_waitsForMarks = false;
        m_computation = std::make_shared<TimelineComputation>();
        m_result.reset();
        m_rows = {};
        m_lives.clear();
        m_geometry.tops.clear();
        m_opened = {};
        m_currentKey.reset();
        m_currentRow.reset();
        m_isFirst = true;
        m_whole = m_geometry.visible = {};
        m_input.forgetDrag();
        viewport()->update();
        emit rowsChanged();
        return;
    }
    if (m_job.isRunning() && m_result) {
        m_isOutdated = true;
    } else if (m_result && !m_result->marks.isEmpty()) {
        m_waitsForMarks = true; // else the marks would vanish for a moment with each snapshot
    } else {
        compute();
    }
}

void TimelineCanvas::compute() {
    m_isOutdated = m_waitsForMarks = false;
    if (!m_session.profile() || !m_session.value()) return;
    // The timeline is computed without the time and the rows of the filter: what these exclude stays visible,
    // because the user picks among it here.
    auto filter = m_session.filter();
    filter.time.reset();
    if (m_tracks == TimelineTracks::Cpus) {
        filter.cpus.clear();
    } else {
        filter.processes.clear();
        filter.threads.clear();
    }
    m_geometry.size = viewport()->size();
    const TimelineRequest request{
        .profile = m_session.profile(),
        .values = m_values.shown(*m_session.profile(), m_session.value()),
        .main = m_session.value(),
        .filter = filter,
        .kind = m_tracks == TimelineTracks::Cpus ? TrackKind::Cpu : TrackKind::Thread,
        .visible = m_geometry.visible == m_whole ? TimeRange() : m_geometry.visible,
        .slices = m_geometry.slices(),
        .marks = TimelineMarks::of(m_session, m_session.profile()),
        .hasIdle = m_isIdleShown,
        .groups = m_groups,
    };
    m_marks = request.marks;
    m_job.start([computation = m_computation, request](
                    Task& task) { return withinMemory([&] { return computation->compute(request, task); }); },
                [this](Result<ComputedTimeline> result) { accept(std::move(result)); });
}

void TimelineCanvas::accept(Result<ComputedTimeline> result) {
    if (result) {
        const bool showedWhole = m_geometry.visible == m_whole;
        m_whole = result->range;
        m_hasTimes = result->hasTimes && m_whole.begin < m_whole.end;
        if (showedWhole) m_geometry.visible = m_whole;
        m_result = std::move(*result);
        m_lostTimes = lostTimes(*m_result->profile);
        updateRows();
        emit visibleRangeChanged();
    }
    if (m_isOutdated) compute();
}

void TimelineCanvas::updateRows() {
    if (!m_result) return;
    m_geometry.size = viewport()->size();
    const auto makeRows = [this] {
        m_rows = timelineRows(m_result->rows, m_result->groups, m_listing, m_opened);
        m_rows.marks = m_result->marks;
        m_rows.idle = m_result->idle;
    };
    makeRows();
    if (m_isFirst && isVisible()) { // the canvas gets its height only when it becomes visible
        m_isFirst = false;
        m_geometry.openSome(m_rows, m_opened);
        makeRows();
    }
    m_lives.assign(m_rows.rows.size(), {});
    const auto isCurrent = [this](const TimelineRow& row) { return row->key() == m_currentKey; };
    const auto current = m_currentKey ? std::ranges::find_if(m_rows.rows, isCurrent) : m_rows.rows.end();
    m_currentRow.reset();
    if (current != m_rows.rows.end()) m_currentRow = static_cast<std::size_t>(current - m_rows.rows.begin());
    layOutRows();
    viewport()->update();
    emit rowsChanged();
}

void TimelineCanvas::showEvent(QShowEvent* event) {
    QAbstractScrollArea::showEvent(event);
    if (m_isFirst) updateRows();
}

QSize TimelineCanvas::sizeHint() const {
    return {TimelineGeometry::nameWidth * 3, m_geometry.defaultHeight(m_rows)};
}

void TimelineCanvas::layOutRows() {
    m_geometry.layOut(m_rows);
    verticalScrollBar()->setPageStep(m_geometry.page());
    verticalScrollBar()->setSingleStep(TimelineGeometry::trackHeight);
    verticalScrollBar()->setRange(0, std::max(0, m_geometry.contentHeight() - m_geometry.page()));
    m_geometry.scroll = verticalScrollBar()->value();
}

void TimelineCanvas::toggle(const TimelineRow& row) {
    m_opened.toggle(row);
    updateRows();
}

void TimelineCanvas::setCurrentRow(std::size_t row) {
    m_currentRow = row;
    m_currentKey = m_rows.rows[row]->key();
    const auto name = m_geometry.nameRect(row);
    const int above = std::min(0, name.top() - m_geometry.rowsTop());
    const int below = std::max(0, name.bottom() + 1 - m_geometry.size.height());
    verticalScrollBar()->setValue(verticalScrollBar()->value() + (above < 0 ? above : below));
    viewport()->update();
    QAccessibleEvent event(this, QAccessible::Focus);
    event.setChild(static_cast<int>(row));
    QAccessible::updateAccessibility(&event);
}

std::optional<TimeRange> TimelineCanvas::selection() const {
    return m_input.dragged() ? m_input.dragged() : m_session.filter().time;
}

void TimelineCanvas::setVisibleRange(TimeRange range) {
    const auto length =
        std::clamp(range.end - range.begin, std::min(minimumVisible, m_whole.end - m_whole.begin),
                   m_whole.end - m_whole.begin);
    range.begin = std::clamp(range.begin, m_whole.begin, m_whole.end - length);
    range.end = range.begin + length;
    if (range == m_geometry.visible) return;
    m_geometry.visible = range;
    viewport()->update();
    emit visibleRangeChanged();
    compute();
}

void TimelineCanvas::zoom(double factor, double x) {
    const auto fixed = timeAt(x);
    const auto scaled = [&](std::int64_t time) {
        return fixed + static_cast<std::int64_t>(static_cast<double>(time - fixed) / factor);
    };
    setVisibleRange({scaled(m_geometry.visible.begin), scaled(m_geometry.visible.end)});
}

void TimelineCanvas::scrollContentsBy(int, int) {
    m_geometry.scroll = verticalScrollBar()->value();
    viewport()->update();
}

void TimelineCanvas::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() != QEvent::FontChange) return;
    layOutRows();
    updateGeometry();
    viewport()->update();
}

void TimelineCanvas::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    updateRows();
    if (event->size().width() != event->oldSize().width()) compute();
}

bool TimelineCanvas::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::Leave) m_input.leave();
    if (event->type() == QEvent::ToolTip) {
        m_input.askForToolTip(*static_cast<QHelpEvent*>(event));
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void TimelineCanvas::wheelEvent(QWheelEvent* event) {
    if (m_input.turnWheel(*event))
        event->accept();
    else
        QAbstractScrollArea::wheelEvent(event);
}

void TimelineCanvas::keyPressEvent(QKeyEvent* event) {
    if (!m_input.pressKey(*event)) QAbstractScrollArea::keyPressEvent(event);
}

bool TimelineCanvas::isOverPlot(QPointF point) const {
    return hasPlot() && m_rows.tracks > 0 && point.x() >= TimelineGeometry::nameWidth;
}

ValueTypeIndex TimelineCanvas::valueNamedAt(QPointF point) const {
    const auto lane = m_geometry.sumLaneAt(point.y());
    const bool isName = lane && *lane < m_rows.lanes.size() && m_rows.lanes.size() > 1 &&
                        point.x() < TimelineGeometry::nameWidth;
    return isName ? m_rows.lanes[*lane].value : ValueTypeIndex();
}

void TimelineCanvas::hover(QPointF point) {
    const auto words = wordsAt(point, Room::Line);
    m_hoverX = isOverPlot(point) && m_rows.sliceLength > 0 ? point.x() : -1;
    viewport()->update();
    if (words == m_hoverWords) return;
    m_hoverWords = words;
    emit hoverChanged();
}

ItemWords TimelineCanvas::wordsAt(QPointF point, Room room) const {
    if (!isOverPlot(point)) return {};
    ItemWords words;
    const auto time = timeAt(point.x());
    if (m_rows.sliceLength > 0) {
        const auto slice = m_rows.sliceAt(time);
        const bool isIdle = m_geometry.isOverIdle(point.y());
        const auto row = m_geometry.rowAt(point.y());
        const auto* track = row ? &m_rows.rows[*row] : nullptr;
        const auto name = isIdle ? tr("Idle") : track ? (*track)->name + " " + (*track)->number : tr("All");
        const auto when = timeText(time, m_geometry.visible.end - m_geometry.visible.begin);
        words = {room == Room::ToolTip ? tr("Time %1").arg(when) : when, name.trimmed(), {}, {}};
        words.numbers =
            isIdle ? QStringList{idleText(*m_rows.idle, slice)} : sliceTexts(m_rows, track, slice);
        if (!isIdle)
            words.numbers << (room == Room::Line ? shortMarkTexts(m_rows, track, slice)
                                                 : markTexts(m_rows, track, slice));
        if (row && !lifeOf(*row).existsAt(time)) words.numbers << missingText(lifeOf(*row), time);
        if (room == Room::ToolTip)
            words.numbers << lifeTexts(*m_result->profile, lifeEventsAt(point), m_geometry.visible);
    }
    if (const auto lost = lostText(m_lostTimes, time); !lost.isEmpty()) words.numbers << lost;
    return words;
}

const RowLife& TimelineCanvas::lifeOf(std::size_t row) const {
    const auto& track = m_rows.rows[row];
    const auto known = m_result->groupLives->find(track.found);
    if (known != m_result->groupLives->end()) return known->second;
    auto& life = m_lives[row];
    if (life) return *life;
    if (track.kind == TrackKind::Process && !track->processes.empty())
        life = m_result->lives->of(track->processes);
    else if (track.kind == TrackKind::Thread && track->thread)
        life = m_result->lives->of(track->thread);
    else
        life = RowLife::always();
    return *life;
}

TimelineLook TimelineCanvas::look() const {
    return {Theme::of(this), m_geometry.plot(), m_geometry.visible, selection(),
            [this](std::int64_t time) { return xOf(time); }};
}

std::span<const LifeEvent> TimelineCanvas::lifeEventsAt(QPointF point) const {
    const auto row = isOverPlot(point) ? m_geometry.rowAt(point.y()) : std::nullopt;
    return row ? candela::lifeEventsAt(lifeOf(*row), look(), point.x()) : std::span<const LifeEvent>();
}

void TimelineCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    const auto& theme = Theme::of(this);
    const auto area = viewport()->rect();
    painter.fillRect(area, theme.base);
    if (!m_result || !m_hasTimes) return;
    constexpr int nameWidth = TimelineGeometry::nameWidth;
    constexpr int axisHeight = TimelineGeometry::axisHeight;
    const int rowsTop = m_geometry.rowsTop();
    const auto plot = m_geometry.plot();
    const auto look = this->look();
    paintTimeAxis(painter, look, QRect(plot.left(), 0, plot.width(), axisHeight));
    painter.setClipRect(0, rowsTop, area.width(), area.height() - rowsTop);
    const RowLooks looks{
        [this](const TimelineRow& row) { return pickedRow(m_session.filter(), *m_result->profile, row); },
        [this](std::size_t row) -> const RowLife& { return lifeOf(row); },
        hasFocus() ? m_currentRow : std::nullopt};
    paintTimelineRows(painter, look, m_rows, m_geometry, looks);
    if (m_rows.rows.empty() && m_rows.tracks > 0)
        paintNoRows(painter, theme, m_listing.name, area.adjusted(0, rowsTop, 0, 0));
    painter.setClipping(false);
    paintTimelineSum(painter, look, m_rows, m_geometry);
    paintIdleTime(painter, look, m_rows, m_geometry);
    paintMarkNames(painter, theme, m_rows.marks, m_geometry.markNamesRect());
    paintLostTimes(painter, look, m_lostTimes, plot.adjusted(0, axisHeight, 0, 0));
    paintTimeSelection(painter, look, plot.adjusted(0, axisHeight, 0, 0));
    paintTimelineScales(painter, look, m_rows, m_geometry);
    painter.fillRect(0, rowsTop - 1, area.width(), 1, theme.line);
    painter.fillRect(0, axisHeight - 1, area.width(), 1, theme.line);
    painter.fillRect(nameWidth - 1, 0, 1, area.height(), theme.line);
    if (m_hoverX >= nameWidth) painter.fillRect(QRectF(m_hoverX, 0, 1, area.height()), theme.mutedText);
}

} // namespace candela

#include "moc_timeline_canvas.cpp"
