/// The map in the corner of a zoomed flame graph: what it marks, and what clicks, drags and keys move.
#include "tests/named_path.h"
#include "tests/profile_text.h"
#include "tests/views/settled.h"
#include "tests/window_settings.h"
#include "views/flame_graph/flame_graph_view.h"
#include "views/flame_graph/flame_map.h"
#include "views/session/view_history.h"
#include "views/widgets/choice_menu.h"

#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QScrollBar>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace candela;

class FlameMapTest : public QObject {
    Q_OBJECT
private:
    using Names = std::vector<std::string>;

    QTemporaryDir m_settings;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<FlameGraphView> m_view;

    FlameCanvas& canvas() { return *m_view->canvas(); }
    FlameMap& map() { return *m_view->findChild<FlameMap*>(); }

    void show(std::string_view text) {
        Theme::apply(ColourScheme::Light);
        m_view.reset();
        m_session = std::make_unique<Session>();
        m_view = std::make_unique<FlameGraphView>(*m_session);
        m_view->resize(1000, 600);
        m_view->show();
        m_view->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
        m_session->setProfile(std::make_shared<const Profile>(profileFromText(text)));
        settle();
    }
    void zoomTo(const Names& names) {
        m_session->setZoom(namedPath(Direction::TopDown, names));
        settle();
    }
    Names zoom() { return m_session->zoom().names(); }
    QPoint at(double share, std::size_t row) { return map().positionOf(share, row).toPoint(); }
    /// The middle of the visible rows.
    double middleRow() {
        const auto& geometry = canvas().geometry();
        const auto [first, last] = geometry.rowsBetween(canvas().scene(), 0, geometry.height);
        return static_cast<double>(first + last) / 2;
    }
    void scrollTo(double row) {
        canvas().centre(0.5, row);
        settle();
    }
    static std::string deepStack(int depth) {
        std::string text = "f0";
        for (int number = 1; number < depth; ++number)
            text += ";f" + std::to_string(number);
        return text;
    }
    /// "main" has four callees of equal weight, from left to right a to d, with one callee each.
    static constexpr auto fourParts = "main;a;aa 10\nmain;b;bb 10\nmain;c;cc 10\nmain;d 10\n";

private slots:
    void initTestCase() { keepSettingsIn(m_settings.path()); }
    void init() { QSettings().clear(); }
    void cleanup() {
        m_view.reset();
        m_session.reset();
    }
    void itIsThereOnlyWhileZoomed() {
        show(fourParts);
        QVERIFY(!map().isVisible());
        zoomTo({"main", "b"});
        QVERIFY(map().isVisible());
        QVERIFY(canvas().viewport()->rect().contains(map().geometry()));
        QVERIFY(hasColour(map(), Theme::of(ColourScheme::Light).accent));
        QTest::keyClick(&canvas(), Qt::Key_Escape);
        QVERIFY(!map().isVisible());
        // A stretched graph is zoomed, too.
        QTest::keyClick(&canvas(), Qt::Key_Plus);
        QVERIFY(map().isVisible());
        m_view->resize(300, 600);
        settle();
        QVERIFY(!map().isVisible());
    }
    void itMarksThePartThatIsVisible() {
        show(fourParts);
        zoomTo({"main", "b"});
        const auto part = map().visiblePart();
        QVERIFY(std::abs(part.left() - map().positionOf(0.25, 0).x()) < 0.01);
        QVERIFY(std::abs(part.right() - map().positionOf(0.5, 0).x()) < 0.01);
        QVERIFY(part.top() <= map().positionOf(0, 0).y());
        QVERIFY(part.bottom() >= map().positionOf(0, 3).y());
        canvas().stretch(2, 0);
        QVERIFY(std::abs(map().visiblePart().right() - map().positionOf(0.375, 0).x()) < 0.01);
    }
    void aClickBesideTheZoomedCallNodeZoomsToItsNeighbour() {
        show(fourParts);
        zoomTo({"main", "b"});
        QTest::mouseClick(&map(), Qt::LeftButton, {}, at(0.6, 2));
        QCOMPARE(zoom(), (Names{"main", "c"}));
        zoomTo({"main", "b", "bb"});
        QTest::mouseClick(&map(), Qt::LeftButton, {}, at(0.1, 3));
        QCOMPARE(zoom(), (Names{"main", "a", "aa"}));
        // Where the tree is not as deep, the deepest call node is meant.
        QTest::mouseClick(&map(), Qt::LeftButton, {}, at(0.9, 3));
        QCOMPARE(zoom(), (Names{"main", "d"}));
        QTest::keyClick(&canvas(), Qt::Key_Backspace);
        QCOMPARE(zoom(), (Names{"main", "a", "aa"}));
    }
    void aDragMovesAndIsOneStep() {
        show(fourParts);
        ViewHistory history({m_session.get()});
        zoomTo({"main", "a"});
        QTest::mousePress(&map(), Qt::LeftButton, {}, map().visiblePart().center().toPoint());
        QCOMPARE(zoom(), (Names{"main", "a"}));
        for (const double share : {0.3, 0.4, 0.6, 0.7, 0.9, 0.6})
            QTest::mouseMove(&map(), at(share, 2));
        QCOMPARE(zoom(), (Names{"main", "c"}));
        QTest::mouseRelease(&map(), Qt::LeftButton, {}, at(0.6, 2));
        settle();
        QTest::keyClick(&canvas(), Qt::Key_Backspace);
        QCOMPARE(zoom(), (Names{"main", "a"}));
        settle();
        history.undo();
        QCOMPARE(zoom(), (Names{"main", "c"}));
        history.undo();
        QCOMPARE(zoom(), (Names{"main", "a"}));
    }
    void aDragScrollsADeepGraph() {
        show(deepStack(200) + " 5\nother 5\n");
        zoomTo({"f0"});
        QCOMPARE(canvas().verticalScrollBar()->value(), 0);
        QTest::mouseClick(&map(), Qt::LeftButton, {}, at(0.25, 150));
        QCOMPARE(zoom(), Names{"f0"});
        QVERIFY2(std::abs(middleRow() - 150) < 6, qPrintable(QString::number(middleRow())));
        // The pressed position of the visible part stays under the pointer.
        QTest::mousePress(&map(), Qt::LeftButton, {}, at(0.25, 152));
        QVERIFY(std::abs(middleRow() - 150) < 6);
        QTest::mouseMove(&map(), at(0.25, 102));
        QVERIFY2(std::abs(middleRow() - 100) < 8, qPrintable(QString::number(middleRow())));
        QTest::mouseRelease(&map(), Qt::LeftButton, {}, at(0.25, 102));
        canvas().setRootSide(RootSide::Bottom);
        settle();
        QTest::mouseClick(&map(), Qt::LeftButton, {}, at(0.25, 40));
        QVERIFY2(std::abs(middleRow() - 40) < 6, qPrintable(QString::number(middleRow())));
    }
    void aClickMovesAStretchedGraph() {
        show(fourParts);
        canvas().stretch(8, 0);
        QTest::mouseClick(&map(), Qt::LeftButton, {}, at(0.6, 1));
        QVERIFY(zoom().empty());
        const auto seen = canvas().geometry().visibleSpan();
        QVERIFY(std::abs((seen.left + seen.right) / 2 - 0.6) < 0.02);
        QVERIFY(canvas().scene().layout.span.contains(seen));
    }
    void keysMoveTheVisiblePart() {
        show(fourParts);
        zoomTo({"main", "b"});
        canvas().setFocus();
        QTest::keyClick(&canvas(), Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), &map());
        QTest::keyClick(&map(), Qt::Key_Right);
        QCOMPARE(zoom(), (Names{"main", "c"}));
        QTest::keyClick(&map(), Qt::Key_Left);
        QTest::keyClick(&map(), Qt::Key_Left);
        QCOMPARE(zoom(), (Names{"main", "a"}));
        QTest::keyClick(&map(), Qt::Key_Left);
        QCOMPARE(zoom(), (Names{"main", "a"}));
        // The other keys are those of the graph.
        QTest::keyClick(&map(), Qt::Key_Backspace);
        QCOMPARE(zoom(), (Names{"main", "b"}));
        QTest::keyClick(&map(), Qt::Key_Escape);
        QVERIFY(zoom().empty());
        QVERIFY(!map().isVisible());
        QVERIFY(canvas().hasFocus());
    }
    void narrowCallNodesAreFoundWhereTheyAre() {
        std::string text = "main;wide 50000\n";
        for (int number = 0; number < 5000; ++number)
            text += "main;f" + std::to_string(number) + ";leaf 10\n";
        show(text);
        zoomTo({"main", "f2500"});
        const auto part = map().visiblePart();
        const auto& tree = *canvas().scene().tree;
        QVERIFY(tree.magnitude(canvas().scene().layout.root) == 10);
        QVERIFY(part.width() >= 3);
        QVERIFY(part.left() > map().positionOf(0.5, 0).x());
        QTest::mouseClick(&map(), Qt::LeftButton, {}, at(0.25, 2));
        QCOMPARE(zoom(), (Names{"main", "wide"}));
        QTest::mouseClick(&map(), Qt::LeftButton, {}, at(0.75, 2));
        QVERIFY(zoom().back().starts_with('f'));
    }
    void itFollowsTheTheme() {
        const auto outlineOf = [](ColourScheme scheme) { return Theme::of(scheme).mutedText; };
        show(fourParts);
        zoomTo({"main"}); // the whole is visible, so no veil is on the outline
        QVERIFY(hasColour(map(), outlineOf(ColourScheme::Light)));
        Theme::apply(ColourScheme::Dark);
        settle();
        QVERIFY(hasColour(map(), outlineOf(ColourScheme::Dark)));
        QVERIFY(!hasColour(map(), outlineOf(ColourScheme::Light)));
        Theme::apply(ColourScheme::Light);
    }
    void whatItCoversCanBeScrolledOutOfItsWay_data() {
        QTest::addColumn<bool>("isUpwards");
        QTest::newRow("root at the top") << false;
        QTest::newRow("root at the bottom") << true;
    }
    void whatItCoversCanBeScrolledOutOfItsWay() {
        QFETCH(bool, isUpwards);
        constexpr int depth = 60; // more rows than the window has
        show(deepStack(depth) + " 5\n");
        canvas().setRootSide(isUpwards ? RootSide::Bottom : RootSide::Top);
        const auto* bar = canvas().verticalScrollBar();
        zoomTo({"f0", "f1"});
        map().setPresence(FlameMap::Presence::Never);
        const int without = bar->maximum();
        QVERIFY(without > 0);
        map().setPresence(FlameMap::Presence::WhileZoomed);
        QVERIFY(map().isVisible());
        QCOMPARE(bar->maximum(), without + map().height());
        for (int turn = 0; turn < 100; ++turn) {
            const QPointF at = canvas().viewport()->rect().center();
            QWheelEvent wheel(at, canvas().viewport()->mapToGlobal(at), {}, {0, isUpwards ? 120 : -120},
                              Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
            QApplication::sendEvent(canvas().viewport(), &wheel);
        }
        const auto& scene = canvas().scene();
        const auto last = canvas().geometry().rowRect(scene, scene.rows() - 1).toAlignedRect();
        QVERIFY2(isUpwards ? last.top() >= map().geometry().bottom() : last.bottom() <= map().y(),
                 qPrintable(QString("%1 %2").arg(last.y()).arg(map().y())));
        // Its box is below the pointer where the map was.
        const QPoint end(map().geometry().center().x(), last.center().y());
        QTest::mouseMove(canvas().viewport(), end);
        QCOMPARE(m_session->hovered().function, "f" + std::to_string(depth - 1));
        // Keys show the box that they select beside the map, too.
        bool isClear = true;
        for (auto key : {Qt::Key_Up, Qt::Key_Down})
            for (int step = 0; step < depth; ++step) {
                QTest::keyClick(&canvas(), key);
                const auto node = canvas().selectedNode();
                if (!node) continue;
                const auto row = canvas().geometry().rowRect(scene, scene.rowOf(node)).toAlignedRect();
                isClear = isClear && !row.intersects(map().geometry().adjusted(0, 1, 0, -1));
            }
        QVERIFY(isClear && canvas().selectedNode());
        QTest::keyClick(&canvas(), Qt::Key_Escape);
        settle();
        QVERIFY(!map().isVisible());
        QCOMPARE(canvas().geometry().room, 0.0);
    }
    void rowsThatAreTooNarrowForItAreMarkedAtItsEdge_data() { whatItCoversCanBeScrolledOutOfItsWay_data(); }
    void rowsThatAreTooNarrowForItAreMarkedAtItsEdge() {
        QFETCH(bool, isUpwards);
        show("main;wide 10000\nmain;" + deepStack(60) + " 5\n");
        canvas().setRootSide(isUpwards ? RootSide::Bottom : RootSide::Top);
        zoomTo({"main", "f0"});
        auto* bar = canvas().verticalScrollBar();
        QVERIFY(map().isVisible() && bar->maximum() > 0);
        bar->setValue(isUpwards ? 0 : bar->maximum());
        const QRectF area = map().rect();
        QVERIFY(area.contains(map().mark()));
        QVERIFY(map().mark().height() >= 3);
        QVERIFY(hasColour(map(), Theme::of(ColourScheme::Light).accent));
    }
    void rowsThatItLacksAreMovedFromWhereTheyAre_data() { whatItCoversCanBeScrolledOutOfItsWay_data(); }
    void rowsThatItLacksAreMovedFromWhereTheyAre() {
        QFETCH(bool, isUpwards);
        show("main;wide 10000\nmain;" + deepStack(150) + " 5\n");
        canvas().setRootSide(isUpwards ? RootSide::Bottom : RootSide::Top);
        zoomTo({"main", "f0"});
        scrollTo(60);
        const double before = middleRow();
        QVERIFY2(std::abs(before - 60) < 2, qPrintable(QString::number(before)));
        QVERIFY(!QRectF(map().rect()).intersects(map().visiblePart()));
        const auto deeper = isUpwards ? Qt::Key_Up : Qt::Key_Down;
        const auto back = isUpwards ? Qt::Key_Down : Qt::Key_Up;
        QTest::keyClick(&map(), deeper);
        QVERIFY2(middleRow() > before + 2 && middleRow() < before + 15,
                 qPrintable(QString::number(middleRow())));
        QTest::keyClick(&map(), back);
        QVERIFY2(std::abs(middleRow() - before) < 2, qPrintable(QString::number(middleRow())));
        // A drag of the mark by a pixel moves by the rows that a pixel of the map has.
        const auto pressed = map().mark().center().toPoint();
        QTest::mousePress(&map(), Qt::LeftButton, {}, pressed);
        QVERIFY2(std::abs(middleRow() - before) < 2, qPrintable(QString::number(middleRow())));
        const auto moved = pressed + QPoint(0, isUpwards ? -1 : 1);
        QTest::mouseMove(&map(), moved);
        QVERIFY2(std::abs(middleRow() - before) < 4, qPrintable(QString::number(middleRow())));
        QTest::mouseRelease(&map(), Qt::LeftButton, {}, moved);
        QCOMPARE(zoom(), (Names{"main", "f0"}));
    }
    void keysThatMoveSidewaysKeepRowsThatItLacks() {
        show("main;wide 10000\nmain;" + deepStack(150) + " 5\n");
        canvas().stretch(8, canvas().geometry().width); // the end, where the narrow boxes are
        settle();
        canvas().centre(1, 60);
        settle();
        const double before = middleRow();
        QVERIFY2(std::abs(before - 60) < 2, qPrintable(QString::number(before)));
        const double left = canvas().geometry().left;
        QTest::keyClick(&map(), Qt::Key_Left);
        QVERIFY(canvas().geometry().left < left);
        QVERIFY2(std::abs(middleRow() - before) < 2, qPrintable(QString::number(middleRow())));
        QTest::keyClick(&map(), Qt::Key_Right);
        QVERIFY2(std::abs(middleRow() - before) < 2, qPrintable(QString::number(middleRow())));
        QVERIFY(zoom().empty());
    }
    /// The scroll bar makes the view narrower. If the map became narrower with it, it could lose a tower of
    /// boxes, become lower, make the bar unnecessary, and have the tower again.
    void itsHeightDoesNotDependOnTheScrollBar() {
        // With the tower a share of the width that half a pixel is at a width of 190, a fifth of 950.
        show("main;wide 398947\nmain;" + deepStack(20) + " 1053\n");
        zoomTo({"main"});
        const int content = static_cast<int>(canvas().scene().rows() * canvas().geometry().rowHeight);
        int layouts = 0;
        connect(&canvas(), &FlameCanvas::sceneChanged, &map(), [&layouts] { ++layouts; });
        bool isWithTower = false, isWithout = false;
        for (int width = 935; width < 980; ++width) {
            const int around = m_view->height() - canvas().viewport()->height();
            m_view->resize(width, around + content + 50);
            settle();
            const int height = map().height();
            (height < 50 ? isWithout : isWithTower) = true;
            layouts = 0;
            settle();
            QCOMPARE(map().height(), height);
            QCOMPARE(layouts, 0);
        }
        QVERIFY(isWithTower && isWithout);
    }
    /// The scroll bar that it makes necessary must not leave too little room for it.
    void itStaysInAWindowThatIsJustWideEnough() {
        show(deepStack(20) + " 5\n");
        zoomTo({"f0", "f1"});
        for (int width = 350; width < 390; ++width) {
            m_view->resize(width, 500);
            settle();
            const bool isShown = map().isVisible();
            settle();
            QCOMPARE(map().isVisible(), isShown);
        }
        QVERIFY(map().isVisible());
    }
    void theMenuLookSwitchesItOff() {
        show(fourParts);
        zoomTo({"main", "b"});
        QTest::mouseClick(m_view->look(), Qt::LeftButton);
        auto* menu = m_view->look()->findChild<QMenu*>();
        auto* never = m_view->look()->action("Map", 1);
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(never).center());
        QVERIFY(!map().isVisible());
        // The next window opens without it.
        show(fourParts);
        zoomTo({"main", "b"});
        QVERIFY(!map().isVisible());
        m_view->look()->action("Map", 0)->trigger();
        QVERIFY(map().isVisible());
    }
};

QTEST_MAIN(FlameMapTest)
#include "flame_map_test.moc"
