/// The flame graph widget: paints a scene and navigates in it. Reads and changes only the Session; the tree
/// and its first layout are computed off the GUI thread.
#pragma once

#include "views/flame/flame_colours.h"
#include "views/flame/flame_input.h"
#include "views/flame/flame_marks.h"
#include "views/flame/flame_painter.h"
#include "views/flame/flame_scene.h"
#include "views/flame/flame_steps.h"
#include "views/session/session.h"
#include "views/text/item_words.h"
#include "views/widgets/when_visible.h"

#include <QAbstractScrollArea>

#include <functional>
#include <memory>
#include <optional>

namespace candela {

/// A tree that a canvas shows instead of its session's own, with the texts about its nodes.
struct FlameContent {
    /// Called off the GUI thread; null: there is no tree yet.
    std::function<Shown(Direction)> shown;
    std::function<QString(CallNodeIndex)> toolTip;
    std::function<ItemWords(CallNodeIndex)> words;
    QString everything; ///< the text of the outermost bar
};

class FlameCanvas : public QAbstractScrollArea {
    Q_OBJECT
public:
    using Colouring = std::function<std::unique_ptr<FlameColours>(const Shown&)>;

    explicit FlameCanvas(Session& session, QWidget* parent = nullptr);
    ~FlameCanvas() override;

    Direction direction() const { return m_direction; }
    void setDirection(Direction direction);
    RootSide rootSide() const { return m_geometry.rootSide; }
    void setRootSide(RootSide side);
    FlameOrder order() const { return m_order; }
    void setOrder(FlameOrder order);
    /// Shows that tree from now on. Selection, zoom and actions are still those of the session, by name.
    void setContent(FlameContent content);
    /// Sets what the search matches in the shown tree; null: there is no search.
    void setMatches(std::shared_ptr<const SearchMatches> matches);
    /// Sets how boxes are coloured from now on.
    void setColouring(Colouring colouring);
    /// Sets how names are written in the boxes.
    void setNameForm(NameForm form);
    std::vector<LegendEntry> legend() const;
    QString legendMeaning() const { return m_colours ? m_colours->meaning() : QString(); }

    const FlameScene& scene() const { return m_scene; }
    const FlameGeometry& geometry() const { return m_geometry; }
    /// The state that the scene was made from; older than the session's state while a new scene is computed.
    const Shown& shown() const { return m_shown; }
    CallNodeIndex selectedNode() const { return m_selected; }
    CallNodeIndex hoveredNode() const { return m_hovered; }
    /// The merged nodes of the box under the pointer, if it stands for several; else null.
    const MergedNodes* hoveredMerged() const { return m_hoveredMerged; }
    QString toolTipText(CallNodeIndex node) const;
    /// The same for any kind of hit.
    QString toolTipText(const FlameHit& hit) const;
    /// Rich text that is appended to a box's tooltip.
    void setToolTipExtra(std::function<QString(CallNodeIndex)> extra) { m_toolTipExtra = std::move(extra); }
    /// A text about the hovered box, else about the selected one; empty without either.
    ItemWords markedWords() const;
    /// A text about the selected box; empty without one.
    QString selectionText() const;

    FlameHit hitAt(QPointF point) const { return m_geometry.hit(m_scene, point); }
    /// Marks the item under the pointer, in the session as well.
    void hover(const FlameHit& hit);
    /// Zooms to the clicked item, or one step out if it already fills the width.
    void open(const FlameHit& hit);
    void select(CallNodeIndex node);
    /// Selects a box next to the selected one.
    void selectBeside(FlameStep step);
    /// Selects a match of the search and scrolls to it.
    void selectMatch(MatchStep step);
    /// Scrolls until the box of the node is visible.
    void reveal(CallNodeIndex node);
    /// Stretches horizontally; the position at `x` stays where it is.
    void stretch(double factor, double x);
    void showWholeWidth() {
        if (m_geometry.scale > 1) stretch(0, 0);
    }
    /// Pixels that can be scrolled beyond the last row, because something lies over the viewport there.
    void setRoomBeyond(double pixels) {
        m_geometry.room = pixels;
        updateScrollBar();
        viewport()->update();
    }
    void pan(QPointF by);
    /// Scrolls until a share of the whole width, and a position in rows of the picture, are in the middle, as
    /// far as possible.
    void centre(double share, double row);

    /// Whether a tree is being computed: then the painted one is of an earlier state.
    bool isPending() const { return m_job.isRunning(); }
    /// Chooses the colours again, because something that they depend on has changed.
    void recolour();

signals:
    /// Emitted when another tree arrived.
    void treeChanged();
    /// Emitted when no tree could be computed; the scene is empty now.
    void failed(const candela::Error& error);
    /// Emitted when the scene or the colours changed, so that the legend may differ.
    void sceneChanged();
    /// Emitted when another box is hovered or selected.
    void marksChanged();

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override { m_input.press(*event); }
    void mouseMoveEvent(QMouseEvent* event) override { m_input.move(*event); }
    void mouseReleaseEvent(QMouseEvent* event) override { m_input.release(*event); }
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override { m_input.askForMenu(*event); }
    void changeEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    /// The inputs that determine the boxes of a layout, besides the tree.
    struct LayoutRequest {
        CallPath zoom;
        double minimumShare = 0; ///< share of the width; narrower boxes are left out
        FlameOrder order = FlameOrder::ByWeight;
        FlameSpan span = {}; ///< boxes outside are left out

        bool operator==(const LayoutRequest& other) const {
            return zoom == other.zoom && minimumShare == other.minimumShare && order == other.order &&
                   span.left == other.span.left && span.right == other.span.right;
        }
    };
    struct Prepared {
        Shown shown;
        FlameScene scene;
        LayoutRequest request;
    };
    LayoutRequest layoutRequest() const;
    static void layOut(FlameScene& scene, const LayoutRequest& request);
    void prepare();
    void accept(Prepared prepared);
    void clear();
    void layOut();
    void updateMarks();
    FlameMarks marks() const;
    void updateScrollBar();
    QString everythingText() const;
    ItemWords wordsOf(CallNodeIndex node) const;

    Session& m_session;
    FlameInput m_input;
    WhenVisible* m_prepare;
    Direction m_direction = Direction::TopDown;
    LatestJob<Result<Prepared>> m_job;
    Shown m_shown;
    FlameScene m_scene;
    FlameGeometry m_geometry;
    FlamePainter m_painter;
    std::optional<FlameContent> m_content; ///< none: the session's tree
    Colouring m_colouring;
    std::function<QString(CallNodeIndex)> m_toolTipExtra;
    std::unique_ptr<FlameColours> m_colours;
    FlameOrder m_order = FlameOrder::ByWeight;
    NameForm m_nameForm = NameForm::Full;
    CallNodeIndex m_hovered;
    const MergedNodes* m_hoveredMerged = nullptr; ///< points into the scene's layout
    FrameGroupIndex m_hoveredGroup;
    CallNodeIndex m_selected;
    FlameMarks m_updatedMarks; ///< those of the picture, once pending updates are painted
};

} // namespace candela
