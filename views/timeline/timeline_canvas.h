/// Tracks over time, of one or more values: dragging picks a time range, the wheel looks closer, a click on a
/// track's name keeps only its samples. Paints only the rows that are visible.
#pragma once

#include "views/session/session.h"
#include "views/text/item_words.h"
#include "views/timeline/timeline_computation.h"
#include "views/timeline/timeline_geometry.h"
#include "views/timeline/timeline_input.h"
#include "views/timeline/timeline_painter.h"
#include "views/timeline/timeline_values.h"

#include <QAbstractScrollArea>

#include <optional>

namespace candela {

enum class TimelineTracks { Processes, Cpus };

class TimelineCanvas : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit TimelineCanvas(Session& session, QWidget* parent = nullptr);

    void setTracks(TimelineTracks tracks);
    /// Processes that the key gives one name share a row; SampleKey::Kind::Process gives each its own.
    void setProcessGroups(const SampleKey& key);
    /// Shows a value, or no longer; the session's is always shown.
    void setValueShown(ValueTypeIndex value, bool isShown);
    bool isValueShown(ValueTypeIndex value) const;
    const TimelineRows& rows() const { return m_rows; }
    bool hasTimes() const { return m_hasTimes; }
    /// Nothing was computed yet for the session's profile.
    bool isPending() const { return !m_result; }
    /// There is something to point at.
    bool hasPlot() const { return m_result && m_hasTimes; }
    TimeRange wholeRange() const { return m_whole; }
    /// What the width shows.
    TimeRange visibleRange() const { return m_geometry.visible; }
    /// Keeps its length where it would reach beyond the whole.
    void setVisibleRange(TimeRange range);
    void showWhole();
    /// Looks closer by the factor; what is at `x` stays there.
    void zoom(double factor, double x);
    /// Opens a process or a group, or closes it.
    void toggle(const TimelineRow& row);

    const TimelineGeometry& geometry() const { return m_geometry; }
    /// Where a time is in the viewport, and back.
    double xOf(std::int64_t time) const { return m_geometry.xOf(time); }
    std::int64_t timeAt(double x) const { return m_geometry.timeAt(x); }
    /// The rectangle of a row's name; of what lies outside the viewport, too.
    QRect nameRect(std::size_t row) const { return m_geometry.nameRect(row); }
    bool isOverPlot(QPointF point) const;
    /// The value whose name is there; none elsewhere, and where there is only one.
    ValueTypeIndex valueNamedAt(QPointF point) const;
    /// Marks the time that the pointer is over.
    void hover(QPointF point);
    /// What is under the pointer: time, track and weight; empty outside.
    const ItemWords& hoverWords() const { return m_hoverWords; }

signals:
    void rowsChanged();
    void hoverChanged();
    void visibleRangeChanged();

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override { m_input.press(*event); }
    void mouseMoveEvent(QMouseEvent* event) override { m_input.move(*event); }
    void mouseReleaseEvent(QMouseEvent*) override { m_input.release(); }
    void mouseDoubleClickEvent(QMouseEvent* event) override { m_input.doubleClick(*event); }
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    void profileChanged();
    void compute();
    void accept(Result<ComputedTimeline> result);
    void updateRows();
    void openSomeRows();
    void layOutRows();
    ItemWords wordsAt(QPointF point) const;
    std::optional<TimeRange> selection() const;
    void paintRows(QPainter& painter, const TimelineLook& look);
    void paintSum(QPainter& painter, const TimelineLook& look);

    Session& m_session;
    TimelineInput m_input;
    TimelineTracks m_tracks = TimelineTracks::Processes;
    std::shared_ptr<TimelineComputation> m_computation;
    LatestJob<Result<ComputedTimeline>> m_job;
    std::optional<ComputedTimeline> m_result;
    bool m_hasTimes = true;
    bool m_isOutdated = false; ///< a newer snapshot arrived while one was computed
    TimelineValues m_values;
    TimelineRows m_rows;
    std::vector<LostTime> m_lostTimes;
    TimelineGeometry m_geometry;
    SampleKey m_groups{SampleKey::Kind::ProcessName};
    OpenedTracks m_opened;
    bool m_isFirst = true; ///< no rows were shown yet: choose what to open
    TimeRange m_whole;
    double m_hoverX = -1;
    ItemWords m_hoverWords;
};

} // namespace candela
