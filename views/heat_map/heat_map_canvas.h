/// The heat map widget: paints cells of time, has a cursor on them, and zooms to the selected time. Reads and
/// changes only the Session; the map is computed off the GUI thread.
#pragma once

#include "views/heat_map/heat_map_computation.h"
#include "views/heat_map/heat_map_geometry.h"
#include "views/heat_map/heat_map_input.h"
#include "views/session/session.h"
#include "views/session/snapshot_job.h"
#include "views/text/item_words.h"
#include "views/widgets/when_visible.h"

#include <QImage>
#include <QWidget>

#include <optional>
#include <vector>

namespace candela {

class HeatMapCanvas : public QWidget {
    Q_OBJECT
public:
    /// The map is computed while the parent is visible, which may show a message instead of the canvas.
    explicit HeatMapCanvas(Session& session, QWidget* parent = nullptr);

    /// None until the first one is computed.
    const std::optional<ComputedHeatMap>& computed() const { return m_computed; }
    const HeatMapGeometry& geometry() const { return m_geometry; }
    /// Whether there are cells to point at.
    bool hasPlot() const { return m_computed && !m_computed->map->weight.empty(); }
    /// Whether a map is being computed: then the painted one is of an earlier state.
    bool isPending() const { return m_job.isRunning(); }

    /// Shows only the time that the session's filter selects; nothing happens without one.
    void zoomToSelection();
    /// Zooms in by the factor, out by one below 1; the time at `x` stays there, but for the alignment of
    /// columns. Such steps are one zoom for zoomBack().
    void zoom(double factor, double x);
    /// Moves by that share of the visible time; positive: to later times.
    void pan(double share);
    /// Shows what was shown before the last zoom.
    void zoomBack();
    void showWhole();
    bool isZoomed() const { return !m_zooms.empty(); }

    std::optional<HeatMapCell> cellAt(QPointF point) const;
    /// Marks the cell under the pointer.
    void hover(QPointF point);
    /// Whether the cursor is on one cell, or reaches from where it was to another one.
    enum class Extent { OneCell, Extended };
    const std::optional<HeatMapCell>& cursorCell() const { return m_cursor; }
    void moveCursor(HeatMapCell cell, Extent extent);
    /// Moves the cursor by that many cells in time, as far as there are cells. Without a cursor: to the cell
    /// with the largest weight.
    void stepCursor(std::ptrdiff_t cells, Extent extent);
    /// Moves the cursor to the next or previous cell with a marked weight.
    void stepToMark(MatchStep step);
    /// The time of the cells that the cursor is on; none without a cursor.
    std::optional<TimeRange> cursorTime() const;
    /// Texts about the cell under the pointer, else about those of the cursor; empty without either.
    ItemWords markedWords() const;
    /// A text about the cells of the cursor; empty without one.
    QString cursorText() const;

signals:
    /// Emitted when another map arrived, or none.
    void mapChanged();
    /// Emitted when no map could be computed.
    void failed(const candela::Error& error);
    /// Emitted when another cell is under the pointer or the cursor.
    void marksChanged();
    void zoomChanged();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override { m_input.press(*event); }
    void mouseMoveEvent(QMouseEvent* event) override { m_input.move(*event); }
    void mouseReleaseEvent(QMouseEvent*) override { m_input.release(); }
    void mouseDoubleClickEvent(QMouseEvent* event) override { m_input.doubleClick(*event); }
    void contextMenuEvent(QContextMenuEvent* event) override { m_input.askForMenu(*event); }
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void prepare();
    HeatMapRequest request() const;
    void accept(Result<ComputedHeatMap> computed);
    void take(ComputedHeatMap computed);
    void clear();
    enum class ZoomKind { Step, Whole };
    void setZooms(std::vector<TimeRange> zooms, ZoomKind kind);
    TimeRange wantedRange() const;
    std::size_t maximumColumns() const;
    void setVisibleRange(double begin, double length);
    void repaintCells();

    Session& m_session;
    HeatMapInput m_input;
    WhenVisible* m_prepare;
    SnapshotJob<HeatMapComputation, HeatMapRequest, ComputedHeatMap> m_job;
    std::optional<ComputedHeatMap> m_computed;
    HeatMapGeometry m_geometry;
    QImage m_picture; ///< of the cells; null if it has to be made
    std::vector<TimeRange> m_zooms;
    bool m_isStepping = false; ///< the last zoom is of steps, and the next step changes it
    std::optional<HeatMapCell> m_hovered;
    std::optional<HeatMapCell> m_cursor;
    HeatMapCell m_anchor = 0; ///< the other end of the cursor's cells
};

} // namespace candela
