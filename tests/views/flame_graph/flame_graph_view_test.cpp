/// The flame graph under mouse and keys.
#include "tests/named_path.h"
#include "tests/profile_text.h"
#include "tests/views/example_profiles.h"
#include "tests/views/settled.h"
#include "views/flame_graph/flame_graph_view.h"
#include "views/widgets/item_line.h"

#include <QAccessible>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QScrollBar>
#include <QTest>
#include <QWheelEvent>

using namespace candela;

class FlameGraphViewTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<Session> m_session;
    std::unique_ptr<FlameGraphView> m_view;

    FlameCanvas& canvas() { return *m_view->canvas(); }
    QWidget* surface() { return m_view->canvas()->viewport(); }

    void show(std::shared_ptr<const Profile> profile) {
        Theme::apply(ColourScheme::Light);
        m_view.reset();
        m_session = std::make_unique<Session>();
        m_view = std::make_unique<FlameGraphView>(*m_session);
        m_view->resize(1000, 600);
        m_view->show();
        m_session->setProfile(std::move(profile));
        settle();
    }
    void show(std::string_view text) { show(std::make_shared<const Profile>(profileFromText(text))); }

    CallNodeIndex node(const std::vector<std::string>& names) {
        return findCallNode(*canvas().scene().tree, namedPath(canvas().direction(), names));
    }
    QPoint middleOf(std::vector<std::string> names) {
        const auto* box = canvas().scene().boxOf(node(names));
        if (!box) qFatal("no such box");
        const auto depth = canvas().scene().tree->depth(box->node) - canvas().scene().ancestors.size();
        return canvas()
            .geometry()
            .boxRect(canvas().scene(), canvas().scene().firstRow() + depth, *box)
            .center()
            .toPoint();
    }

private slots:
    void cleanup() {
        m_view.reset();
        m_session.reset();
    }
    void aClickZoomsAndKeepsTheAncestors() {
        show("main;draw;blit 6\nmain;draw;fill 2\nmain;read 4\n");
        QCOMPARE(canvas().scene().layout.total, 12);
        QTest::mouseClick(surface(), Qt::LeftButton, {}, middleOf({"main", "draw"}));
        QCOMPARE(m_session->zoom().names(), (std::vector<std::string>{"main", "draw"}));
        QCOMPARE(canvas().scene().layout.root, node({"main", "draw"}));
        QCOMPARE(canvas().scene().layout.total, 8);
        QCOMPARE(canvas().scene().ancestors, (std::vector{node({"main"})}));
        const auto* blit = canvas().scene().boxOf(node({"main", "draw", "blit"}));
        QCOMPARE(blit->right - blit->left, 0.75F);
        QVERIFY(!canvas().scene().boxOf(node({"main", "read"})));
        // The ancestor's bar is at its row, and a click on it zooms out to it.
        const auto bar = canvas().geometry().rowRect(canvas().scene(), 1).center().toPoint();
        QTest::mouseClick(surface(), Qt::LeftButton, {}, bar);
        QCOMPARE(m_session->zoom().names(), std::vector<std::string>{"main"});
        QTest::keyClick(&canvas(), Qt::Key_Backspace);
        QCOMPARE(canvas().scene().layout.root, node({"main", "draw"}));
        QTest::keyClick(&canvas(), Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(canvas().scene().layout.root, node({"main"}));
        QTest::keyClick(&canvas(), Qt::Key_Escape);
        QVERIFY(canvas().scene().layout.root.isNone());
    }
    void arrowsMoveTheSelectionAndEnterZooms() {
        show("main;draw;blit 6\nmain;draw;fill 2\nmain;read 4\n");
        const auto selected = [this] { return m_session->selected().path.names(); };
        QTest::keyClick(&canvas(), Qt::Key_Down);
        QCOMPARE(selected(), (std::vector<std::string>{"main"}));
        QTest::keyClick(&canvas(), Qt::Key_Down);
        QCOMPARE(selected(), (std::vector<std::string>{"main", "draw"}));
        QTest::keyClick(&canvas(), Qt::Key_Right);
        QCOMPARE(selected(), (std::vector<std::string>{"main", "read"}));
        QTest::keyClick(&canvas(), Qt::Key_Left);
        QTest::keyClick(&canvas(), Qt::Key_Down);
        QCOMPARE(selected(), (std::vector<std::string>{"main", "draw", "blit"}));
        QTest::keyClick(&canvas(), Qt::Key_Up);
        QCOMPARE(selected(), (std::vector<std::string>{"main", "draw"}));
        QTest::keyClick(&canvas(), Qt::Key_Return);
        QCOMPARE(m_session->zoom().names(), (std::vector<std::string>{"main", "draw"}));
        QTest::keySequence(&canvas(), QKeySequence::Copy);
        QCOMPARE(QGuiApplication::clipboard()->text(), QString("draw"));
        QVERIFY(hasColour(*m_view, Theme::of(ColourScheme::Light).accent));
    }
    void withTheRootAtTheBottomUpLeadsToCallees() {
        show("main;draw;blit 6\nmain;read 4\n");
        canvas().setRootSide(RootSide::Bottom);
        const auto rowOfMain = canvas().geometry().y(canvas().scene(), 1);
        QVERIFY(rowOfMain > canvas().geometry().y(canvas().scene(), 2));
        QCOMPARE(canvas().geometry().y(canvas().scene(), 0) + canvas().geometry().rowHeight,
                 double(surface()->height()));
        QTest::keyClick(&canvas(), Qt::Key_Up);
        QTest::keyClick(&canvas(), Qt::Key_Up);
        QCOMPARE(m_session->selected().path.names(), (std::vector<std::string>{"main", "draw"}));
        QTest::mouseClick(surface(), Qt::LeftButton, {}, middleOf({"main", "draw", "blit"}));
        QCOMPARE(m_session->zoom().names().back(), std::string("blit"));
    }
    void callersGrowFromWhereTheTimeIsSpent() {
        show("main;draw;copy 6\nmain;read;copy 2\nmain;read 4\n");
        canvas().setDirection(Direction::Inverted);
        settle();
        const auto copy = node({"copy"});
        QCOMPARE(canvas().scene().tree->total(copy), 8);
        QVERIFY(canvas().scene().boxOf(node({"copy", "draw", "main"})));
    }
    void theToolTipIsExact() {
        ProfileBuilder builder;
        const auto value = builder.valueType("cpu", "nanoseconds");
        const auto mapping = builder.mapping({.path = builder.string("/usr/lib/libgui.so.1"), .buildId = {}});
        const auto frame = [&](const char* name, std::uint32_t line) {
            const auto function = builder.function({.name = builder.string(name),
                                                    .rawName = {},
                                                    .file = builder.string("src/gui.cpp"),
                                                    .startLine = line,
                                                    .mapping = mapping});
            return builder.frame({.function = function, .mapping = mapping, .line = line});
        };
        const auto main = builder.stack({}, frame("main", 3));
        const auto draw = builder.stack(main, frame("draw<a>", 12));
        builder.addSample(value, {.stack = draw, .weight = 2'000'000'000, .thread = {}, .labels = {}});
        builder.addSample(value, {.stack = main, .weight = 6'000'000'000, .thread = {}, .labels = {}});
        show(std::make_shared<const Profile>(builder.build()));
        auto text = canvas().toolTipText(node({"main", "draw<a>"}));
        QVERIFY2(text.contains("<b>draw&lt;a&gt;</b>"), qPrintable(text));
        QVERIFY2(text.contains("/usr/lib/libgui.so.1"), qPrintable(text));
        QVERIFY2(text.contains("src/gui.cpp"), qPrintable(text));
        QVERIFY2(text.contains("2 s") && text.contains("25.0 %"), qPrintable(text));
        m_session->setZoom(namedPath(Direction::TopDown, {"main", "draw<a>"}));
        text = canvas().toolTipText(node({"main", "draw<a>"}));
        QVERIFY2(text.contains("25.0 %") && text.contains("100.0 %") && text.contains("of shown root"),
                 qPrintable(text));
    }
    void hoveringIsSharedUntilThePointerLeaves() {
        show("main;draw;blit 6\nmain;read 4\n");
        QTest::mouseMove(surface(), middleOf({"main", "draw"}));
        QTRY_COMPARE(m_session->hovered().function, std::string("draw"));
        QCOMPARE(canvas().hoveredNode(), node({"main", "draw"}));
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(surface(), &leave);
        QVERIFY(m_session->hovered().isEmpty());
    }
    void aSearchMarksItsMatches() {
        show("main;draw;blit 6\nmain;read 4\n");
        const auto& theme = Theme::of(ColourScheme::Light);
        QVERIFY(!hasColour(*m_view, theme.match));
        m_session->setSearch("blit");
        settle();
        QVERIFY(hasColour(*m_view, theme.match));
        m_session->setSearch("nothing like it");
        settle();
        QVERIFY(!hasColour(*m_view, theme.match));
    }
    void theWheelScrollsAndWithControlStretches() {
        std::string deep = "f0";
        for (int depth = 1; depth < 100; ++depth)
            deep += ";f" + std::to_string(depth);
        show(deep + " 5\nother 5\n");
        const auto turn = [&](Qt::KeyboardModifiers modifiers, int angle) {
            QWheelEvent event(QPointF(100, 100), surface()->mapToGlobal(QPointF(100, 100)), {},
                              QPoint(0, angle), {}, modifiers, Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(surface(), &event);
        };
        turn({}, -120);
        QVERIFY(canvas().verticalScrollBar()->value() > 0);
        QCOMPARE(canvas().geometry().scale, 1.0);
        const double under = canvas().geometry().share(100);
        turn(Qt::ControlModifier, 240);
        QVERIFY(canvas().geometry().scale > 1.4);
        QVERIFY(std::abs(canvas().geometry().share(100) - under) < 1e-9);
        turn(Qt::ControlModifier, -2400);
        QCOMPARE(canvas().geometry().scale, 1.0);
        QCOMPARE(canvas().geometry().left, 0.0);
    }
    void aNewerSnapshotKeepsZoomAndSelection() {
        show("main;draw;blit 6\nmain;read 4\n");
        QTest::mouseClick(surface(), Qt::LeftButton, {}, middleOf({"main", "draw"}));
        m_session->setProfile(std::make_shared<const Profile>(
            profileFromText("start;x 1\nmain;read 9\nmain;draw;blit 7\nmain;draw;fill 1\n")));
        settle();
        QCOMPARE(canvas().scene().layout.root, node({"main", "draw"}));
        QCOMPARE(canvas().scene().layout.total, 8);
        QCOMPARE(canvas().selectedNode(), node({"main", "draw"}));
        // If the zoomed node no longer exists, the nearest ancestor fills the width until it exists again.
        m_session->setProfile(std::make_shared<const Profile>(profileFromText("main;read 9\n")));
        settle();
        QCOMPARE(canvas().scene().layout.root, node({"main"}));
        QCOMPARE(m_session->zoom().names().size(), 2U);
    }
    void aScreenReaderHearsTheSelectedBox() {
        show("main;draw;blit 6\nmain;read 4\n");
        auto* interface = QAccessible::queryAccessibleInterface(&canvas());
        QVERIFY(interface);
        QCOMPARE(interface->text(QAccessible::Name), QString("Flame graph"));
        QTest::keyClick(&canvas(), Qt::Key_Down);
        QTest::keyClick(&canvas(), Qt::Key_Down);
        QCOMPARE(interface->text(QAccessible::Value), QString("draw · self 0 (0.0 %) · total 6 (60.0 %)"));
    }
    void narrowFunctionsAreOneBoxThatAClickOpens() {
        std::string text;
        for (int number = 0; number < 20'000; ++number)
            text += "root" + std::to_string(number) + ";leaf 1\n";
        show(text);
        const auto& scene = canvas().scene();
        QCOMPARE(scene.layout.row(0).size(), 1u);
        QVERIFY(scene.layout.row(0).front().isMerged());
        QVERIFY(hasColour(*m_view, Theme::of(ColourScheme::Light).merged));
        const auto middle =
            canvas().geometry().boxRect(scene, scene.firstRow(), scene.layout.row(0).front()).center();
        const auto hit = canvas().geometry().hit(scene, middle);
        QCOMPARE(hit.part, FlameHit::Part::Merged);
        const auto toolTip = canvas().toolTipText(hit);
        QVERIFY2(toolTip.contains("20,000 more functions") && toolTip.contains("100.0 %"),
                 qPrintable(toolTip));

        QTest::mouseClick(surface(), Qt::LeftButton, {}, middle.toPoint());
        QVERIFY(canvas().geometry().scale > 1);
        const auto& box = *scene.layout.boxAt(0, static_cast<float>(canvas().geometry().share(5)));
        QVERIFY(!box.isMerged());
        QVERIFY(canvas().geometry().boxRect(scene, scene.firstRow(), box).width() > 20);
        // Only boxes near the visible part are laid out, also after a drag.
        QVERIFY(scene.layout.boxes.size() < 1000);
        const auto before = canvas().geometry().left;
        QTest::mousePress(surface(), Qt::LeftButton, {}, {900, 300});
        for (int x = 880; x >= 0; x -= 20)
            QTest::mouseMove(surface(), {x, 300});
        QTest::mouseRelease(surface(), Qt::LeftButton, {}, {0, 300});
        QVERIFY(canvas().geometry().left > before);
        QVERIFY(scene.layout.span.contains(canvas().geometry().visibleSpan()));
        QTest::keyClick(&canvas(), Qt::Key_Escape);
        QCOMPARE(scene.layout.row(0).size(), 1u);
    }
    void zoomAndOrderThatChangeWhileTheTreeIsMadeAreTheLayouts() {
        show("main;draw;blit 6\nmain;read 4\n");
        m_session->setProfile(
            std::make_shared<const Profile>(profileFromText("main;draw;blit 6\nmain;read 4\nmain;idle 3\n")));
        // The tree is computed in a worker and delivered through the event loop.
        while (!m_session->shown().profile || m_session->shown().profile != m_session->profile())
            QCoreApplication::processEvents();
        m_session->setZoom(namedPath(Direction::TopDown, {"main", "draw"}));
        settle();
        QCOMPARE(canvas().scene().layout.root, node({"main", "draw"}));
    }
    void boxesOfHalfAPixelAreThereAlsoWhenTheWidthComesLast() {
        std::string text;
        for (int function = 0; function < 1000; ++function)
            text += "main;f" + std::to_string(function) + " 1\n";
        m_session = std::make_unique<Session>();
        m_view = std::make_unique<FlameGraphView>(*m_session);
        m_view->resize(200, 500);
        m_view->show();
        settle();
        // The canvas started its tree earlier, because it was connected first.
        connect(m_session.get(), &Session::weightsChanged, m_view.get(),
                [this] { m_view->resize(1200, 500); });
        m_session->setProfile(std::make_shared<const Profile>(profileFromText(text)));
        settle();
        QCOMPARE(canvas().scene().layout.row(1).size(), 1000U);
    }
    void theMenuKeyOpensTheMenuAtTheSelectedBox() {
        show("main;draw;blit 6\nmain;read 4\n");
        for (int step = 0; step < 2; ++step)
            QTest::keyClick(&canvas(), Qt::Key_Down);
        QTest::keyClick(&canvas(), Qt::Key_Right);
        QCOMPARE(m_session->selected().function, std::string("read"));
        const auto centre = surface()->rect().center();
        QContextMenuEvent key(QContextMenuEvent::Keyboard, centre, surface()->mapToGlobal(centre));
        QCoreApplication::sendEvent(&canvas(), &key);
        const auto* menu = canvas().findChild<QMenu*>();
        QVERIFY(menu);
        const auto* box = canvas().scene().boxOf(node({"main", "read"}));
        const auto rect = canvas().geometry().boxRect(canvas().scene(), 2, *box);
        // Limited by the width of the screen.
        const auto wanted = surface()->mapToGlobal(QPoint(qRound(rect.left()), 0)).x();
        const auto last = canvas().screen()->geometry().right() + 1 - menu->width();
        QCOMPARE(menu->pos().x(), std::min(wanted, last));
        QVERIFY(std::abs(surface()->mapFromGlobal(menu->pos()).y() - rect.bottom()) <= 1);
    }
    void stepsLeadFromMatchToMatch() {
        show("main;draw;blit 6\nmain;draw;fill 2\nmain;read;fill 4\n");
        m_session->setSearch("^fill$");
        settle();
        const auto selected = [this] { return m_session->selected().path.names(); };
        m_session->requestMatch(MatchStep::Next);
        QCOMPARE(selected(), (std::vector<std::string>{"main", "draw", "fill"}));
        m_session->requestMatch(MatchStep::Next);
        QCOMPARE(selected(), (std::vector<std::string>{"main", "read", "fill"}));
        m_session->requestMatch(MatchStep::Next);
        QCOMPARE(selected(), (std::vector<std::string>{"main", "draw", "fill"}));
        m_session->requestMatch(MatchStep::Previous);
        QCOMPARE(selected(), (std::vector<std::string>{"main", "read", "fill"}));
        m_session->setSearch("nothing like it");
        settle();
        m_session->requestMatch(MatchStep::Next);
        QCOMPARE(selected(), (std::vector<std::string>{"main", "read", "fill"}));
        // A match without a box in the present zoom gets the whole width.
        m_session->setZoom(namedPath(Direction::TopDown, {"main", "draw"}));
        m_session->setSearch("^read$");
        settle();
        m_session->requestMatch(MatchStep::Next);
        QCOMPARE(m_session->zoom().names(), (std::vector<std::string>{"main", "read"}));
        QCOMPARE(selected(), (std::vector<std::string>{"main", "read"}));
    }
    void aMatchThatIsFarDownIsScrolledTo() {
        std::string deep = "f0";
        for (int depth = 1; depth < 100; ++depth)
            deep += ";f" + std::to_string(depth);
        show(deep + " 5\nother 5\n");
        m_session->setSearch("^f90$");
        settle();
        m_session->requestMatch(MatchStep::Next);
        const auto y = canvas().geometry().y(canvas().scene(), canvas().scene().firstRow() + 90);
        QVERIFY(y >= 0 && y < surface()->height());
    }
    void theLineBelowKeepsItsNumbersBesideALongName() {
        const std::string name = "Renderer<" + std::string(4000, 'x') + ">::draw(int)";
        show("main;" + name + " 6\nmain;read 4\n");
        for (const int width : {400, 700, 1400}) {
            m_view->resize(width, 400);
            settle();
            QTest::mouseMove(surface(), middleOf({"main", name}));
            QTRY_COMPARE(m_session->hovered().function, name);
            auto* line = m_view->findChild<ItemLine*>();
            const auto text = line->shownTexts().value(0);
            QVERIFY2(text.endsWith("self 6 (60.0 %) · total 6 (60.0 %)"), qPrintable(text));
            QVERIFY(text.startsWith("Renderer"));
            QVERIFY(line->fontMetrics().horizontalAdvance(text) <= line->width());
            m_session->setHovered({});
        }
    }
    void onlyWhatIsWideEnoughIsLaidOut() {
        show(hugeProfile(200'000));
        QVERIFY(canvas().scene().layout.boxes.size() > 1000);
        const double narrowest = 0.5 / surface()->width();
        for (const auto& box : canvas().scene().layout.boxes)
            QVERIFY(box.isMerged() || box.right - box.left >= narrowest * 0.99);
        // A click zooms into a group of boxes that were too small.
        const auto boxes = canvas().scene().layout.boxes.size();
        const auto first = canvas().scene().layout.row(3).front().node;
        m_session->setZoom(callPath(*canvas().scene().tree, first));
        QVERIFY(canvas().scene().layout.boxes.size() != boxes);
    }
};

QTEST_MAIN(FlameGraphViewTest)
#include "flame_graph_view_test.moc"
