#include "views/timeline/timeline_canvas.h"

#include "model/base/memory_scope.h"
#include "model/base/units.h"
#include "views/session/call_node_text.h"
#include "views/timeline/time_axis.h"
#include "views/timeline/timeline_painter.h"
#include "views/timeline/timeline_picks.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace candela {

namespace {

constexpr int nameWidth = 230;
constexpr int axisHeight = 24;
constexpr int sumHeight = 44;
constexpr int processHeight = 30;
constexpr int trackHeight = 24;
constexpr int rowsTop = axisHeight + sumHeight;
constexpr int sliceWidth = 3;                 ///< pixels
constexpr std::int64_t minimumVisible = 1000; ///< nanoseconds

} // namespace

/// Keeps the selector and the whole recording's tracks between requests. Calls wait for each other.
class TimelineCanvas::Computation {
public:
    Result<Computed> compute(const std::shared_ptr<const Profile>& profile, ValueTypeIndex value,
                             const Filter& filter, TrackKind kind, TimeRange visible, std::size_t slices,
                             Task& task) {
        const std::lock_guard lock(m_mutex);
        if (task.isCancelled()) return cancelled();
        if (m_profile != profile) {
            m_profile = profile;
            m_selector.emplace(profile);
            m_wholeRange = timeRangeOf(*profile);
            m_whole.reset();
        }
        if (visible.begin >= visible.end) visible = m_wholeRange;
        if (!m_whole || m_value != value || m_filter != filter || m_kind != kind) {
            m_whole.reset();
            m_whole = TRY(timeline(*m_selector, *profile, value, filter, kind, m_wholeRange, slices, task));
            m_value = value;
            m_filter = filter;
            m_kind = kind;
        }
        Computed computed{profile, *m_whole, {}};
        if (visible == m_wholeRange && m_whole->tracks.size() > 0 &&
            m_whole->tracks[0].weight.size() == slices) {
            computed.detail = *m_whole;
        } else {
            computed.detail =
                TRY(timeline(*m_selector, *profile, value, filter, kind, visible, slices, task));
        }
        return computed;
    }

private:
    std::mutex m_mutex;
    std::shared_ptr<const Profile> m_profile;
    std::optional<SampleSelector> m_selector;
    TimeRange m_wholeRange;
    std::optional<Timeline> m_whole;
    ValueTypeIndex m_value;
    Filter m_filter;
    TrackKind m_kind = TrackKind::Thread;
};

TimelineCanvas::TimelineCanvas(Session& session, QWidget* parent)
    : QAbstractScrollArea(parent), m_session(session), m_computation(std::make_shared<Computation>()) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Timeline"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    m_apply.setSingleShot(true);
    m_apply.setInterval(60);
    connect(&m_apply, &QTimer::timeout, this, &TimelineCanvas::applyDrag);
    connect(&session, &Session::profileChanged, this, &TimelineCanvas::profileChanged);
    connect(&session, &Session::valueChanged, this, &TimelineCanvas::compute);
    connect(&session, &Session::filterChanged, this, &TimelineCanvas::compute);
    // The unit of what is shown comes with its weights.
    connect(&session, &Session::weightsChanged, viewport(), qOverload<>(&QWidget::update));
    profileChanged();
}

TimelineCanvas::~TimelineCanvas() = default;

void TimelineCanvas::setTracks(TimelineTracks tracks) {
    if (tracks == m_tracks) return;
    m_tracks = tracks;
    compute();
}

void TimelineCanvas::setProcessGroups(const SampleKey& key) {
    if (key == m_groups) return;
    m_groups = key;
    updateRows();
}

void TimelineCanvas::profileChanged() {
    if (!m_session.profile()) {
        m_job.cancel();
        m_computation = std::make_shared<Computation>();
        m_result.reset();
        m_rows = {};
        m_tops.clear();
        m_opened = {};
        m_isFirst = true;
        m_whole = m_visible = {};
        m_dragged.reset();
        viewport()->update();
        emit rowsChanged();
        return;
    }
    if (m_job.isRunning() && m_result) {
        m_isOutdated = true;
    } else {
        compute();
    }
}

void TimelineCanvas::compute() {
    m_isOutdated = false;
    if (!m_session.profile() || !m_session.value()) return;
    // Other rows and other times stay in sight: one picks among them here.
    auto filter = m_session.filter();
    filter.time.reset();
    if (m_tracks == TimelineTracks::Cpus) {
        filter.cpus.clear();
    } else {
        filter.processes.clear();
        filter.threads.clear();
    }
    const auto kind = m_tracks == TimelineTracks::Cpus ? TrackKind::Cpu : TrackKind::Thread;
    const auto visible = m_visible == m_whole ? TimeRange() : m_visible;
    const auto slices = static_cast<std::size_t>(std::max(viewport()->width() - nameWidth, 60) / sliceWidth);
    m_job.start(
        [computation = m_computation, profile = m_session.profile(), value = m_session.value(), filter, kind,
         visible, slices](Task& task) {
            return withinMemory(
                [&] { return computation->compute(profile, value, filter, kind, visible, slices, task); });
        },
        [this](Result<Computed> result) { accept(std::move(result)); });
}

void TimelineCanvas::accept(Result<Computed> result) {
    if (result) {
        const bool showedWhole = m_visible == m_whole;
        m_whole = result->whole.range;
        m_hasTimes = result->whole.hasTimes && m_whole.begin < m_whole.end;
        if (showedWhole) m_visible = m_whole;
        m_result = std::move(*result);
        m_lostTimes = lostTimes(*m_result->profile);
        updateRows();
        emit visibleRangeChanged();
    }
    if (m_isOutdated) compute();
}

void TimelineCanvas::updateRows() {
    if (!m_result) return;
    const auto makeRows = [this] {
        m_rows = timelineRows(*m_result->profile, m_result->whole, m_result->detail, m_groups, m_opened);
    };
    makeRows();
    if (m_isFirst && isVisible()) { // before that it has no height of its own
        m_isFirst = false;
        openSomeRows();
        makeRows();
    }
    layOutRows();
    viewport()->update();
    emit rowsChanged();
}

void TimelineCanvas::showEvent(QShowEvent* event) {
    QAbstractScrollArea::showEvent(event);
    if (m_isFirst) updateRows();
}

/// Shows threads, and processes of groups, from the start, as many as there is room for.
void TimelineCanvas::openSomeRows() {
    const int page = viewport()->height() - rowsTop;
    auto height = static_cast<int>(m_rows.rows.size()) * processHeight;
    for (const auto& row : m_rows.rows) {
        const auto below = static_cast<int>(std::min<std::size_t>(row.rowsBelow(), 1000));
        const auto more = below * (row.isGroup() ? processHeight : trackHeight);
        if (row.kind != TrackKind::Process || below == 0) continue;
        if (height + more > page && m_rows.rows.size() > 1) continue;
        m_opened.open(row);
        height += more;
    }
}

/// Few rows share the height of the page, up to twice their default height; many are scrolled.
void TimelineCanvas::layOutRows() {
    const int page = std::max(viewport()->height() - rowsTop, 0);
    int usual = 0;
    for (const auto& row : m_rows.rows)
        usual += row.kind == TrackKind::Process ? processHeight : trackHeight;
    const double stretch = std::clamp(static_cast<double>(page) / std::max(usual, 1), 1.0, 2.0);
    m_processHeight = static_cast<int>(processHeight * stretch);
    m_trackHeight = static_cast<int>(trackHeight * stretch);
    m_tops.assign(1, 0);
    for (const auto& row : m_rows.rows)
        m_tops.push_back(m_tops.back() + rowHeight(row));
    verticalScrollBar()->setPageStep(page);
    verticalScrollBar()->setSingleStep(trackHeight);
    verticalScrollBar()->setRange(0, std::max(0, m_tops.back() - page));
}

double TimelineCanvas::xOf(std::int64_t time) const {
    const double width = viewport()->width() - nameWidth;
    const auto length = static_cast<double>(m_visible.end - m_visible.begin);
    return nameWidth + static_cast<double>(time - m_visible.begin) / std::max(length, 1.0) * width;
}

std::int64_t TimelineCanvas::timeAt(double x) const {
    const double width = std::max(viewport()->width() - nameWidth, 1);
    const double share = std::clamp((x - nameWidth) / width, 0.0, 1.0);
    return m_visible.begin +
           static_cast<std::int64_t>(share * static_cast<double>(m_visible.end - m_visible.begin));
}

int TimelineCanvas::rowTop(std::size_t row) const {
    return rowsTop + m_tops[row] - verticalScrollBar()->value();
}

int TimelineCanvas::rowAt(double y) const {
    if (y < rowsTop || m_tops.empty()) return -1;
    const auto below =
        std::ranges::upper_bound(m_tops, static_cast<int>(y) - rowsTop + verticalScrollBar()->value());
    const auto row = below - m_tops.begin() - 1;
    return row < static_cast<std::ptrdiff_t>(m_rows.rows.size()) ? static_cast<int>(row) : -1;
}

QRect TimelineCanvas::nameRect(std::size_t row) const {
    return {0, rowTop(row), nameWidth, rowHeight(m_rows.rows[row])};
}

std::optional<TimeRange> TimelineCanvas::selection() const {
    return m_dragged ? m_dragged : m_session.filter().time;
}

void TimelineCanvas::setVisibleRange(TimeRange range) {
    const auto length =
        std::clamp(range.end - range.begin, std::min(minimumVisible, m_whole.end - m_whole.begin),
                   m_whole.end - m_whole.begin);
    range.begin = std::clamp(range.begin, m_whole.begin, m_whole.end - length);
    range.end = range.begin + length;
    if (range == m_visible) return;
    m_visible = range;
    viewport()->update();
    emit visibleRangeChanged();
    compute();
}

void TimelineCanvas::showWhole() {
    setVisibleRange(m_whole);
}

void TimelineCanvas::zoom(double factor, double x) {
    const auto fixed = timeAt(x);
    const auto scaled = [&](std::int64_t time) {
        return fixed + static_cast<std::int64_t>(static_cast<double>(time - fixed) / factor);
    };
    setVisibleRange({scaled(m_visible.begin), scaled(m_visible.end)});
}

void TimelineCanvas::scrollContentsBy(int, int) {
    viewport()->update();
}

void TimelineCanvas::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    updateRows();
    if (event->size().width() != event->oldSize().width()) compute();
}

Emphasis TimelineCanvas::emphasisOf(const TimelineRow& row) const {
    return pickedRow(m_session.filter(), *m_result->profile, row);
}

void TimelineCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    const auto& theme = Theme::of(this);
    const auto area = viewport()->rect();
    painter.fillRect(area, theme.base);
    if (!m_result || !m_hasTimes) return;
    const QRect plot(nameWidth, 0, area.width() - nameWidth, area.height());
    const TimelineLook look{theme, plot, m_visible, selection(),
                            [this](std::int64_t time) { return xOf(time); }};
    paintTimeAxis(painter, look, QRect(plot.left(), 0, plot.width(), axisHeight));
    painter.setClipRect(0, rowsTop, area.width(), area.height() - rowsTop);
    paintRows(painter, look);
    painter.setClipping(false);
    paintSum(painter, look);
    paintLostTimes(painter, look, m_lostTimes, plot.adjusted(0, axisHeight, 0, 0));
    paintTimeSelection(painter, look, plot.adjusted(0, axisHeight, 0, 0));
    painter.fillRect(0, rowsTop - 1, area.width(), 1, theme.line);
    painter.fillRect(0, axisHeight - 1, area.width(), 1, theme.line);
    painter.fillRect(nameWidth - 1, 0, 1, area.height(), theme.line);
    if (m_hoverX >= nameWidth) painter.fillRect(QRectF(m_hoverX, 0, 1, area.height()), theme.mutedText);
}

void TimelineCanvas::paintRows(QPainter& painter, const TimelineLook& look) {
    const auto& theme = look.theme;
    for (auto row = static_cast<std::size_t>(std::max(rowAt(rowsTop), 0)); row < m_rows.rows.size(); ++row) {
        const auto& track = m_rows.rows[row];
        const auto cell = nameRect(row);
        if (cell.top() > viewport()->height()) break;
        const auto emphasis = emphasisOf(track);
        const QRect area(look.plot.left(), cell.top() + 4, look.plot.width(), cell.height() - 4);
        paintDensity(painter, look, m_rows, track.weight, m_rows.scaleOf(track), area, emphasis);
        const auto name = cell.adjusted(0, 0, -1, 0);
        painter.fillRect(name, track.kind == TrackKind::Thread ? theme.base : theme.window);
        paintTrackName(painter, theme, track, shareText(track.total, m_rows.total), name, emphasis);
        painter.fillRect(0, cell.bottom(), viewport()->width(), 1, theme.line);
    }
}

void TimelineCanvas::paintSum(QPainter& painter, const TimelineLook& look) {
    const QRect area(look.plot.left(), axisHeight + 4, look.plot.width(), sumHeight - 4);
    paintDensity(painter, look, m_rows, m_rows.sum, m_rows.largestSum, area, Emphasis::Normal);
    painter.fillRect(0, axisHeight, nameWidth - 1, sumHeight, look.theme.window);
    const QRect words(10, axisHeight, nameWidth - 18, sumHeight);
    painter.setPen(look.theme.text);
    painter.drawText(words, Qt::AlignVCenter, tr("All"));
    painter.setPen(look.theme.mutedText);
    painter.drawText(words, Qt::AlignVCenter | Qt::AlignRight,
                     weightText(m_rows.total, m_session.shown().unit()));
}

} // namespace candela
