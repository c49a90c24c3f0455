/// A small map in a corner of a zoomed flame graph: the outline of the whole graph, with the visible part
/// marked. Clicks, drags and arrow keys move that part.
#pragma once

#include "views/flame/flame_scene.h"
#include "views/session/call_path.h"

#include <QPixmap>
#include <QWidget>

namespace candela {

class FlameCanvas;
class Session;

class FlameMap : public QWidget {
    Q_OBJECT
public:
    enum class Presence { WhileZoomed, Never };

    /// The map is on the canvas. Both arguments must outlive it.
    FlameMap(FlameCanvas& canvas, Session& session);

    void setPresence(Presence presence);
    /// The part of the whole that is visible, in pixels of the map. Rows that the map lacks, because their
    /// boxes are too narrow for it, are outside of it.
    QRectF visiblePart() const;
    /// The mark of the visible part: within the map, at its edge if the map lacks all visible rows.
    QRectF mark() const;
    /// The middle of a row of the picture at a share of the whole width, in pixels of the map.
    QPointF positionOf(double share, std::size_t row) const;

protected:
    void enterEvent(QEnterEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent*) override {} // not that of the box below
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// What the outline depends on.
    struct Source {
        std::shared_ptr<CallTree> tree;
        FlameOrder order = FlameOrder::ByWeight;
        RootSide rootSide = RootSide::Top;
        QSize room;     ///< of the canvas
        int canvas = 0; ///< its width, with the scroll bar

        bool operator==(const Source&) const = default;
    };
    void refresh();
    void keepClear(double height);
    void layOut();
    QPixmap outline() const;
    QRectF inner() const;
    QRectF rowsRect(double first, double last) const;
    void moveTo(QPointF centre);
    void zoomTo(const CallPath& path);

    FlameCanvas& m_canvas;
    Session& m_session;
    Presence m_presence = Presence::WhileZoomed;
    Source m_source;
    FlameLayout m_layout; ///< of the whole
    double m_rowHeight = 1;
    QPixmap m_outline;
    CallNodeIndex m_root; ///< the zoomed call node, and the part of the whole width that it has
    FlameSpan m_rootSpan;
    bool m_isPressed = false;
    bool m_hasZoomed = false; ///< since the button was pressed
    QPointF m_grip;           ///< from the middle of the visible part to the pressed position
};

} // namespace candela
