/// Tracks over time: dragging picks a time range, the wheel looks closer, a click on a track's name keeps
/// only its samples. Paints only the rows that are visible.
#pragma once

#include "views/session/session.h"
#include "views/text/item_words.h"
#include "views/timeline/timeline_painter.h"
#include "views/timeline/timeline_rows.h"

#include <QAbstractScrollArea>
#include <QTimer>

#include <optional>

class QHelpEvent;

namespace candela {

enum class TimelineTracks { Processes, Cpus };

class TimelineCanvas : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit TimelineCanvas(Session& session, QWidget* parent = nullptr);
    ~TimelineCanvas() override;

    void setTracks(TimelineTracks tracks);
    /// Processes that the key gives one name share a row; SampleKey::Kind::Process gives each its own.
    void setProcessGroups(const SampleKey& key);
    const TimelineRows& rows() const { return m_rows; }
    bool hasTimes() const { return m_hasTimes; }
    /// Nothing was computed yet for the session's profile.
    bool isPending() const { return !m_result; }
    TimeRange wholeRange() const { return m_whole; }
    /// What the width shows.
    TimeRange visibleRange() const { return m_visible; }
    void showWhole();
    /// What is under the pointer: time, track and weight; empty outside.
    const ItemWords& hoverWords() const { return m_hoverWords; }

    /// Where a time is in the viewport, and back.
    double xOf(std::int64_t time) const;
    std::int64_t timeAt(double x) const;
    /// The rectangle of a row's name; of what lies outside the viewport, too.
    QRect nameRect(std::size_t row) const;

signals:
    void rowsChanged();
    void hoverChanged();
    void visibleRangeChanged();

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    struct Computed {
        std::shared_ptr<const Profile> profile;
        Timeline whole;
        Timeline detail;
    };
    class Computation;

    void profileChanged();
    void compute();
    void accept(Result<Computed> result);
    void updateRows();
    void setVisibleRange(TimeRange range);
    void zoom(double factor, double x);
    int rowAt(double y) const;
    int rowTop(std::size_t row) const;
    void openSomeRows();
    void layOutRows();
    int rowHeight(const TimelineRow& row) const {
        return row.kind == TrackKind::Process ? m_processHeight : m_trackHeight;
    }
    void clickName(const TimelineRow& row, Qt::KeyboardModifiers modifiers, double x);
    void dragTo(double x);
    void applyDrag();
    void updateHover(QPointF point);
    void showToolTip(const QHelpEvent& event);
    std::optional<TimeRange> selection() const;
    Emphasis emphasisOf(const TimelineRow& row) const;
    void paintRows(QPainter& painter, const TimelineLook& look);
    void paintSum(QPainter& painter, const TimelineLook& look);

    Session& m_session;
    TimelineTracks m_tracks = TimelineTracks::Processes;
    std::shared_ptr<Computation> m_computation;
    LatestJob<Result<Computed>> m_job;
    std::optional<Computed> m_result;
    bool m_hasTimes = true;
    bool m_isOutdated = false; ///< a newer snapshot arrived while one was computed
    TimelineRows m_rows;
    std::vector<LostTime> m_lostTimes;
    int m_processHeight = 0;
    int m_trackHeight = 0;
    std::vector<int> m_tops; ///< of each row, from the first one's top
    SampleKey m_groups{SampleKey::Kind::ProcessName};
    OpenedTracks m_opened;
    bool m_isFirst = true; ///< no rows were shown yet: choose what to open
    TimeRange m_whole;
    TimeRange m_visible;
    std::int64_t m_anchor = 0; ///< the fixed end while dragging
    std::optional<TimeRange> m_dragged;
    enum class Drag { None, Pressed, Selecting, Panning } m_drag = Drag::None;
    QPointF m_pressed;
    QTimer m_apply; ///< filters follow a drag with a few steps a second
    double m_hoverX = -1;
    ItemWords m_hoverWords;
};

} // namespace candela
