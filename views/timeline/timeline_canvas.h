/// Tracks of one or more values over time: a drag selects a time range, the wheel zooms, a click on a track's
/// name keeps only its samples. Paints only the visible rows.
#pragma once

#include "views/session/session.h"
#include "views/text/item_words.h"
#include "views/timeline/timeline_geometry.h"
#include "views/timeline/timeline_input.h"
#include "views/timeline/timeline_painter.h"
#include "views/timeline/timeline_values.h"
#include "views/timeline_rows/timeline_computation.h"

#include <QAbstractScrollArea>

#include <optional>
#include <utility>

namespace candela {

enum class TimelineTracks { Processes, Cpus };

class TimelineCanvas : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit TimelineCanvas(Session& session, QWidget* parent = nullptr);

    void setTracks(TimelineTracks tracks);
    /// Processes for which the key gives the same name share a row; SampleKey::Kind::Process gives each its
    /// own. The rows follow later (rowsChanged()).
    void setProcessGroups(const SampleKey& key);
    void setListing(const TrackListing& listing);
    /// Shows or hides a value; the session's own value is always shown.
    void setValueShown(ValueTypeIndex value, bool isShown);
    bool isValueShown(ValueTypeIndex value) const;
    /// Shows or hides the machine's idle time, also in timelines that are made later.
    void setIdleShown(bool isShown);
    bool isIdleShown() const { return m_isIdleShown; }
    /// Whether the profile states what idle time needs.
    bool offersIdle() const;
    const TimelineRows& rows() const { return m_rows; }
    /// As high as all rows.
    QSize sizeHint() const override;
    bool hasTimes() const { return m_hasTimes; }
    /// Whether nothing has been computed yet for the session's profile.
    bool isPending() const { return !m_result; }
    /// Whether there is a plot to point at.
    bool hasPlot() const { return m_result && m_hasTimes; }
    TimeRange wholeRange() const { return m_whole; }
    /// The range of time over the whole width.
    TimeRange visibleRange() const { return m_geometry.visible; }
    /// Shows the range. Its length is kept within limits, and it is moved if it reaches beyond the whole.
    void setVisibleRange(TimeRange range);
    void showWhole() { setVisibleRange(m_whole); }
    /// Zooms in by the factor; the time at `x` stays at `x`.
    void zoom(double factor, double x);
    /// Opens a process or a group, or closes it.
    void toggle(const TimelineRow& row);
    /// The row that keys open and close; none until the user chose one.
    std::optional<std::size_t> currentRow() const { return m_currentRow; }
    /// Chooses that row and scrolls to it. `row` is below rows().rows.size().
    void setCurrentRow(std::size_t row);

    const TimelineGeometry& geometry() const { return m_geometry; }
    /// The position of a time in the viewport, and back.
    double xOf(std::int64_t time) const { return m_geometry.xOf(time); }
    std::int64_t timeAt(double x) const { return m_geometry.timeAt(x); }
    /// The rectangle of a row's name, even outside the viewport.
    QRect nameRect(std::size_t row) const { return m_geometry.nameRect(row); }
    bool isOverPlot(QPointF point) const;
    /// The value whose name is at that point; none if there is no name, as with a single value.
    ValueTypeIndex valueNamedAt(QPointF point) const;
    /// Marks the time under the pointer.
    void hover(QPointF point);
    /// Texts about that point of the plot: time, track, weight and marks; empty outside the plot. A line
    /// states the marked share of the main value only.
    enum class Room { Line, ToolTip };
    ItemWords wordsAt(QPointF point, Room room) const;
    /// When the processes of that row existed. `row` is below rows().rows.size().
    const RowLife& lifeOf(std::size_t row) const;
    /// The events whose sign is at that point; empty if there is none.
    std::span<const LifeEvent> lifeEventsAt(QPointF point) const;
    /// The profile whose rows are shown; null without rows.
    const Profile* shownProfile() const { return m_result ? m_result->profile.get() : nullptr; }
    /// A text about the item under the pointer: time, track and weight; empty if there is none.
    const ItemWords& hoverWords() const { return m_hoverWords; }
    /// Why the last click had no effect; empty if it had one.
    const QString& notice() const { return m_notice; }
    void setNotice(const QString& text) {
        if (std::exchange(m_notice, text) != text) emit hoverChanged();
    }

signals:
    void rowsChanged();
    void hoverChanged();
    void visibleRangeChanged();

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override { m_input.press(*event); }
    void mouseMoveEvent(QMouseEvent* event) override { m_input.move(*event); }
    void mouseReleaseEvent(QMouseEvent*) override { m_input.release(); }
    void mouseDoubleClickEvent(QMouseEvent* event) override { m_input.doubleClick(*event); }
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override { m_input.askForMenu(*event); }
    void scrollContentsBy(int dx, int dy) override;

private:
    void profileChanged();
    void updateMarks();
    void compute();
    void accept(Result<ComputedTimeline> result);
    void updateRows();
    void layOutRows();
    std::optional<TimeRange> selection() const;
    TimelineLook look() const;

    Session& m_session;
    TimelineInput m_input;
    TimelineTracks m_tracks = TimelineTracks::Processes;
    std::shared_ptr<TimelineComputation> m_computation;
    LatestJob<Result<ComputedTimeline>> m_job;
    std::optional<ComputedTimeline> m_result;
    TimelineMarks m_marks; ///< of the last request
    bool m_hasTimes = true;
    bool m_isOutdated = false;    ///< a newer snapshot arrived during a computation
    bool m_waitsForMarks = false; ///< a newer snapshot arrived, of which the marks are not known yet
    TimelineValues m_values;
    TimelineRows m_rows;
    mutable std::vector<std::optional<RowLife>> m_lives; ///< by row; none until it is drawn
    std::vector<LostTime> m_lostTimes;
    TimelineGeometry m_geometry;
    SampleKey m_groups{SampleKey::Kind::ProcessName};
    TrackListing m_listing;
    OpenedTracks m_opened;
    std::optional<RowKey> m_currentKey;
    std::optional<std::size_t> m_currentRow;
    bool m_isFirst = true; ///< no rows were shown yet: choose which to open
    TimeRange m_whole;
    bool m_isIdleShown = false;
    double m_hoverX = -1;
    ItemWords m_hoverWords;
    QString m_notice;
};

} // namespace candela
