/// The flame chart widget: paints tracks of blocks over time and navigates in them. Reads and changes only
/// the Session; the chart is computed off the GUI thread, and what is visible of it is laid out for each
/// frame.
#pragma once

#include "model/profile/losses.h"
#include "views/flame_chart/flame_chart_computation.h"
#include "views/flame_chart/flame_chart_input.h"
#include "views/flame_chart/flame_chart_painter.h"
#include "views/flame_chart/flame_chart_scene.h"
#include "views/flame_chart/flame_chart_steps.h"
#include "views/flame_chart/track_lives.h"
#include "views/session/session.h"
#include "views/session/snapshot_job.h"
#include "views/text/item_words.h"
#include "views/timeline/timeline_painter.h"
#include "views/widgets/when_visible.h"

#include <QAbstractScrollArea>

#include <optional>
#include <set>

namespace candela {

class FlameChartCanvas : public QAbstractScrollArea {
    Q_OBJECT
public:
    /// The chart is computed while the parent is visible, which may show a message instead of the canvas.
    explicit FlameChartCanvas(Session& session, QWidget* parent = nullptr);

    /// Null until the first one is computed.
    const std::shared_ptr<const FlameChart>& chart() const { return m_scene.chart(); }
    const FlameChartGeometry& geometry() const { return m_geometry; }
    const FlameChartScene& scene() const { return m_scene; }
    /// Whether there are blocks to point at.
    bool hasPlot() const { return chart() && !chart()->tracks.empty(); }
    /// Whether a chart is being computed: then the painted one is of an earlier state.
    bool isPending() const { return m_job.isRunning(); }

    /// The range of time over the whole width.
    TimeRange visibleRange() const { return m_geometry.visible; }
    TimeRange wholeRange() const { return m_whole; }
    /// Shows that range. Its length is kept within limits, and it is moved if it reaches beyond the whole
    /// time.
    void setVisibleRange(TimeRange range);
    void showWhole() { setVisibleRange(m_whole); }
    /// Zooms in by the factor; the time at `x` stays at `x`.
    void zoom(double factor, double x);
    void zoomTo(const FlameChartBlock& block) { setVisibleRange({block.begin, block.end}); }
    void pan(QPointF by);
    /// Lists the tracks in that order, those of that name. The block that has the focus keeps it if its track
    /// is listed.
    void setListing(const TrackListing& listing);
    /// Closes the track to its outermost functions, or opens it.
    void toggle(std::size_t track);
    bool isClosed(std::size_t track) const { return m_closed.contains(chart()->tracks[track].thread); }

    std::optional<TrackBlock> blockAt(QPointF point);
    /// Marks the function under the pointer, in the session as well.
    void hover(QPointF point);
    const std::optional<TrackBlock>& focusedBlock() const { return m_focused; }
    /// Selects the block's function in the session; none: nothing is selected.
    void focusBlock(const std::optional<TrackBlock>& block);
    /// Focuses the block in that direction, and scrolls to it.
    void step(FlameChartStep step);
    /// Focuses a visible match of the search.
    void selectMatch(MatchStep step);
    /// Texts about the hovered block, else about the focused one; empty without either.
    ItemWords markedWords() const;
    /// When the process and thread of that track existed.
    const RowLife& lifeOf(std::size_t track) const { return m_lives.of(track); }
    /// The events of processes whose sign is at that point; empty if there is none.
    std::span<const LifeEvent> lifeEventsAt(QPointF point) const;
    /// A text about the focused block; empty without one.
    QString focusText() const;

signals:
    /// Emitted when another chart arrived, or none.
    void chartChanged();
    /// Emitted when no chart could be computed.
    void failed(const candela::Error& error);
    void marksChanged();
    void visibleRangeChanged();

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override { m_input.press(*event); }
    void mouseMoveEvent(QMouseEvent* event) override { m_input.move(*event); }
    void mouseReleaseEvent(QMouseEvent* event) override { m_input.release(*event); }
    void mouseDoubleClickEvent(QMouseEvent* event) override { m_input.doubleClick(*event); }
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override { m_input.askForMenu(*event); }
    void changeEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    void prepare();
    void accept(Result<ComputedFlameChart> computed);
    void take(ComputedFlameChart computed);
    void clear();
    void listTracks();
    void layOut();
    void updateGroups();
    void reveal(const TrackBlock& block);
    std::optional<TimeRange> selection() const;
    TimelineLook look() const;
    void paintNames(QPainter& painter, const Theme& theme);

    Session& m_session;
    FlameChartInput m_input;
    WhenVisible* m_prepare;
    SnapshotJob<FlameChartComputation, FlameChartRequest, ComputedFlameChart> m_job;
    FlameChartScene m_scene;
    TrackLives m_lives;
    std::shared_ptr<const FlameChartTracks> m_tracks; ///< of the chart
    TrackListing m_listing;
    std::vector<std::uint8_t> m_tones;
    FlameChartGeometry m_geometry;
    FlameChartPainter m_painter;
    std::vector<LostTime> m_lostTimes;
    std::set<ThreadIndex> m_closed;
    TimeRange m_whole;
    std::optional<TrackBlock> m_hovered;
    std::optional<TrackBlock> m_focused;
    FrameGroupIndex m_hoveredGroup;
    FrameGroupIndex m_selectedGroup;
};

} // namespace candela
