/// The flame chart under mouse, keys and screen readers.
#include "tests/views/code_kinds.h"
#include "tests/views/example_profiles.h"
#include "tests/views/flame_chart/flame_chart_window.h"
#include "tests/views/settled.h"
#include "views/flame_chart/flame_chart_view.h"
#include "views/flame_chart/flame_chart_words.h"
#include "views/session/message_stack.h"
#include "views/widgets/theme.h"

#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <set>

using namespace candela;

class FlameChartViewTest : public QObject {
    Q_OBJECT
private slots:
    void blocksAreWhereTheirTimesAre() {
        FlameChartWindow window;
        QCOMPARE(window.canvas().chart()->tracks.size(), std::size_t(2));
        QCOMPARE(window.nameAt(0, 0, second), std::string("main"));
        QCOMPARE(window.nameAt(0, 2, second), std::string("blit"));
        QCOMPARE(window.nameAt(0, 2, 5 * second / 2), std::string("fill"));
        QCOMPARE(window.nameAt(0, 0, 7 * second / 2), std::string());
        QCOMPARE(window.nameAt(0, 1, 9 * second / 2), std::string("load"));
        QCOMPARE(window.nameAt(1, 0, 3 * second / 2), std::string("main"));
        QCOMPARE(window.nameAt(1, 0, second / 2), std::string());
    }

    void eachKindOfCodeHasItsTexture() {
        FlameChartWindow window(oneOfEach());
        std::set<std::vector<bool>> found;
        for (const auto kind : codeKinds) {
            // A hundredth of a second for each; the right half, where no name is.
            const auto middle = std::int64_t(found.size()) * second / 100 + second / 200;
            const auto point = window.at(0, 0, middle);
            const auto block = window.canvas().blockAt(point);
            QVERIFY(block);
            const auto& shape = *window.canvas().chart()->shape;
            QCOMPARE(codeClassOf(*shape.groups, shape.group[block->block.node.row()]), kind);
            const auto image =
                window.canvas().viewport()->grab().toImage().convertToFormat(QImage::Format_RGB32);
            const auto pixels = texture(image, {point.x() + 30, point.y() - 6, 24, 12});
            QCOMPARE(hasTexture(pixels), kind != CodeClass::User);
            QVERIFY(found.insert(pixels).second);
        }
    }
    void aClickSelectsTheFunctionForAllViews() {
        FlameChartWindow window;
        QTest::mouseClick(window.canvas().viewport(), Qt::LeftButton, {}, window.at(0, 2, second));
        QCOMPARE(window.session.selected().function, std::string("blit"));
        QCOMPARE(window.canvas().focusText(),
                 QString("blit · libdraw.so · 2 s · 0.000 s – 2.000 s · render 7"));
        QTest::mouseClick(window.canvas().viewport(), Qt::LeftButton, {}, window.at(0, 0, 7 * second / 2));
        QVERIFY(window.session.selected().isEmpty());
    }

    void theSelectionOfOtherViewsIsHighlighted() {
        FlameChartWindow window;
        const auto before = window.canvas().grab().toImage();
        window.session.setSelected({"fill", {}});
        const auto after = window.canvas().grab().toImage();
        const auto inside = window.at(0, 2, 5 * second / 2) + QPoint(40, 0);
        QVERIFY(before.pixel(inside) != after.pixel(inside));
        const auto beside = window.at(0, 2, second) + QPoint(40, 0);
        QCOMPARE(before.pixel(beside), after.pixel(beside));
    }

    void narrowBlocksAreHighlightedLikeWideOnes() {
        FlameChartWindow window;
        const auto colours = [&] {
            const auto at = window.at(0, 2, 5 * second / 2);
            const auto pixel = [&] { return window.canvas().viewport()->grab().toImage().pixel(at); };
            std::vector<QRgb> found{pixel()};
            window.session.setSelected({"fill", {}});
            found.push_back(pixel());
            window.session.setHovered({"fill", {}});
            found.push_back(pixel());
            window.session.setSelected({});
            found.push_back(pixel());
            window.session.setHovered({});
            return found;
        };
        const auto before = window.at(0, 2, 2 * second).x();
        const int wideLength = window.at(0, 2, 3 * second).x() - before;
        const auto wide = colours();
        window.view.resize(FlameChartGeometry::nameWidth + 80, 500);
        window.view.setMaximumWidth(FlameChartGeometry::nameWidth + 80);
        settle();
        const int length = window.at(0, 2, 3 * second).x() - window.at(0, 2, 2 * second).x();
        QVERIFY2(wideLength > 100 && length < 22, qPrintable(QString::number(length)));
        const auto narrow = colours();
        for (std::size_t at = 0; at < wide.size(); ++at) { // but for rounding
            QVERIFY(std::abs(qRed(wide[at]) - qRed(narrow[at])) <= 2);
            QVERIFY(std::abs(qGreen(wide[at]) - qGreen(narrow[at])) <= 2);
            QVERIFY(std::abs(qBlue(wide[at]) - qBlue(narrow[at])) <= 2);
        }
        QCOMPARE(std::set(wide.begin(), wide.end()).size(), std::size_t(4));
    }

    void thePointerMarksAndExplains() {
        FlameChartWindow window;
        QTest::mouseMove(window.canvas().viewport(), window.at(0, 1, second));
        QCOMPARE(window.session.hovered().function, std::string("draw"));
        const auto at = *window.canvas().blockAt(window.at(0, 1, second));
        const auto text = blockToolTip(*window.canvas().chart(), window.canvas().geometry(), at);
        QVERIFY(text.contains("<b>draw</b>") && text.contains("libdraw.so") && text.contains("3 s"));
        QVERIFY(text.contains("0.000 s – 3.000 s") && !text.contains("Interruptions"));
        QTest::mouseMove(window.canvas().viewport(), QPoint(5, 5));
        QVERIFY(window.session.hovered().isEmpty());
    }

    void dragMovesAndShiftDragSelectsATime() {
        FlameChartWindow window;
        window.canvas().setVisibleRange({second, 3 * second});
        window.drag(window.at(0, 0, 2 * second), window.at(0, 0, 3 * second / 2));
        const auto moved = window.canvas().visibleRange();
        QCOMPARE(moved.end - moved.begin, 2 * second);
        QVERIFY(std::abs(moved.begin - 3 * second / 2) < second / 100);
        QVERIFY(!window.session.filter().time);
        QVERIFY(window.session.selected().isEmpty());
        window.drag(window.at(0, 0, 2 * second), window.at(0, 0, 3 * second), Qt::ShiftModifier);
        QCOMPARE(window.canvas().visibleRange(), moved);
        const auto time = window.session.filter().time;
        QVERIFY(time && std::abs(time->begin - 2 * second) < second / 100);
        QVERIFY(std::abs(time->end - 3 * second) < second / 100);
        // The selected time does not change what is drawn, but what other views add up.
        QCOMPARE(window.nameAt(0, 1, 5 * second / 2), std::string("draw"));
        window.key(Qt::Key_Escape);
        QVERIFY(!window.session.filter().time);
    }

    void theWheelZoomsAroundThePointer() {
        FlameChartWindow window;
        const auto point = window.at(0, 0, second);
        for (int turn = 0; turn < 8; ++turn)
            window.wheel(point, {0, 120});
        const auto visible = window.canvas().visibleRange();
        QVERIFY(visible.end - visible.begin < second);
        QVERIFY(std::abs(window.canvas().geometry().timeAt(point.x()) - second) < second / 50);
        window.wheel(point, {0, -120}, Qt::ShiftModifier);
        QVERIFY(window.canvas().visibleRange().begin > visible.begin);
        for (int turn = 0; turn < 200; ++turn)
            window.wheel(point, {0, 120});
        QCOMPARE(window.canvas().visibleRange().end - window.canvas().visibleRange().begin, 100);
        window.key(Qt::Key_Home);
        QCOMPARE(window.canvas().visibleRange(), window.canvas().wholeRange());
    }

    void plusAndMinusZoomAndShiftArrowsMove() {
        FlameChartWindow window;
        const auto whole = window.canvas().wholeRange();
        window.key(Qt::Key_Plus);
        window.key(Qt::Key_Plus);
        const auto zoomed = window.canvas().visibleRange();
        QVERIFY(zoomed.begin > whole.begin && zoomed.end < whole.end);
        window.key(Qt::Key_Left, Qt::ShiftModifier);
        QVERIFY(window.canvas().visibleRange().begin < zoomed.begin);
        window.key(Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(std::abs(window.canvas().visibleRange().begin - zoomed.begin) < second / 100);
        window.key(Qt::Key_Minus);
        window.key(Qt::Key_Minus);
        window.key(Qt::Key_Minus);
        QCOMPARE(window.canvas().visibleRange(), whole);
    }

    void arrowsReachEveryBlock() {
        FlameChartWindow window;
        std::vector<std::string> path;
        const auto press = [&](Qt::Key key) {
            window.key(key);
            path.push_back(window.focused());
        };
        for (const auto key : {Qt::Key_Down, Qt::Key_Down, Qt::Key_Down, Qt::Key_Right, Qt::Key_Right,
                               Qt::Key_Up, Qt::Key_Right, Qt::Key_Right, Qt::Key_Left})
            press(key);
        QCOMPARE(path, (std::vector<std::string>{"main", "draw", "blit", "fill", "fill", "draw", "load",
                                                 "load", "draw"}));
        QCOMPARE(window.session.selected().function, std::string("draw"));
        window.key(Qt::Key_PageDown);
        QCOMPARE(window.canvas().focusedBlock()->track, std::size_t(1));
        window.key(Qt::Key_PageUp);
        QCOMPARE(window.canvas().focusedBlock()->track, std::size_t(0));
    }

    void keysActOnTheFocusedBlock() {
        FlameChartWindow window;
        window.key(Qt::Key_Down);
        window.key(Qt::Key_Down);
        window.key(Qt::Key_T);
        QCOMPARE(window.session.filter().time, (TimeRange{0, 3 * second}));
        window.key(Qt::Key_Escape);
        window.key(Qt::Key_Return);
        QCOMPARE(window.canvas().visibleRange(), (TimeRange{0, 3 * second}));
        window.key(Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), QString("draw"));
        window.key(Qt::Key_Space);
        QVERIFY(window.canvas().isClosed(0));
        QCOMPARE(window.canvas().geometry().rowsOf(0), 1u);
        window.key(Qt::Key_Space);
        QVERIFY(!window.canvas().isClosed(0));
        QSignalSpy views(&window.session, &Session::viewRequested);
        window.key(Qt::Key_A);
        QCOMPARE(views.count(), 1);
        QCOMPARE(views[0][0].toString(), QString("source"));
        window.key(Qt::Key_H);
        settle();
        QCOMPARE(window.session.filter().transforms.size(), std::size_t(1));
        QCOMPARE(window.nameAt(0, 1, second), std::string("blit"));
    }

    void theMenuHasTheActionsOfFunctions() {
        FlameChartWindow window;
        QContextMenuEvent event(QContextMenuEvent::Mouse, window.at(0, 2, second),
                                window.canvas().viewport()->mapToGlobal(window.at(0, 2, second)));
        QCoreApplication::sendEvent(window.canvas().viewport(), &event);
        auto* menu = window.canvas().findChild<QMenu*>();
        QVERIFY(menu);
        QStringList texts;
        for (const auto* action : menu->actions())
            texts << action->text();
        QCOMPARE(texts.first(), QString("Zoom to this block"));
        QVERIFY(texts.contains("Select the time of this block") && texts.contains("Hide “blit”"));
        menu->actions().first()->trigger();
        QCOMPARE(window.canvas().visibleRange(), (TimeRange{0, 2 * second}));
        menu->close();
    }

    void aClickOnANameClosesTheTrack() {
        FlameChartWindow window;
        QTest::mouseClick(window.canvas().viewport(), Qt::LeftButton, {},
                          window.at(0, 0, 0) - QPoint(100, 0));
        QVERIFY(window.canvas().isClosed(0));
        QCOMPARE(window.nameAt(0, 0, second), std::string("main"));
        QCOMPARE(window.nameAt(1, 0, 3 * second / 2), std::string("main"));
    }

    void aDoubleClickZoomsToTheBlock() {
        FlameChartWindow window;
        QTest::mouseDClick(window.canvas().viewport(), Qt::LeftButton, {}, window.at(0, 2, 5 * second / 2));
        QCOMPARE(window.canvas().visibleRange(), (TimeRange{2 * second, 3 * second}));
    }

    void matchesAreFoundAndOthersAreDimmed() {
        FlameChartWindow window;
        const auto point = window.at(0, 1, 9 * second / 2) + QPoint(60, 0);
        const auto before = window.canvas().grab().toImage().pixel(point);
        window.session.setSearch("^fill$|^blit$");
        settle();
        QVERIFY(window.canvas().grab().toImage().pixel(point) != before);
        QVERIFY(hasColour(window.canvas(), Theme::of(ColourScheme::Light).match));
        std::vector<std::string> found;
        for (const auto step : {MatchStep::Next, MatchStep::Next, MatchStep::Next, MatchStep::Previous}) {
            window.session.requestMatch(step);
            found.push_back(window.focused());
        }
        QCOMPARE(found, (std::vector<std::string>{"blit", "fill", "blit", "fill"}));
    }

    void aNewSnapshotKeepsZoomFocusAndClosedTracks() {
        FlameChartWindow window;
        window.canvas().setVisibleRange({second, 2 * second});
        window.key(Qt::Key_Down);
        window.canvas().toggle(1);
        window.session.setProfile(renderProfile());
        settle();
        QCOMPARE(window.canvas().visibleRange(), (TimeRange{second, 2 * second}));
        QCOMPARE(window.focused(), std::string("main"));
        QVERIFY(window.canvas().isClosed(1) && !window.canvas().isClosed(0));
    }

    void manyTracksScroll() {
        FlameChartWindow window;
        window.view.resize(600, 130);
        settle();
        auto* bar = window.canvas().verticalScrollBar();
        QVERIFY(bar->maximum() > 0);
        window.key(Qt::Key_Down);
        window.key(Qt::Key_PageDown);
        QVERIFY(bar->value() > 0); // scrolled to the focused block
        const auto row = window.canvas().geometry().rowTop(1, 0);
        QVERIFY(row >= 0 && row < window.canvas().viewport()->height());
    }

    void profilesWithoutTimesAreExplained() {
        ProfileBuilder builder;
        const auto value = builder.valueType("cpu", "nanoseconds");
        builder.addSample(value, {.stack = {}, .weight = 1, .thread = {}, .labels = {}});
        FlameChartWindow window(std::make_shared<const Profile>(builder.build()));
        const auto* stack = window.view.findChild<MessageStack*>();
        QCOMPARE(stack->currentWidget()->accessibleName(), QString("This profile has no times"));
    }

    void aScreenReaderHasTracksAndTheFocusedBlock() {
        FlameChartWindow window;
        auto* canvas = QAccessible::queryAccessibleInterface(&window.canvas());
        QVERIFY(canvas);
        QCOMPARE(canvas->role(), QAccessible::Chart);
        QCOMPARE(canvas->text(QAccessible::Name), QString("Flame chart"));
        QCOMPARE(canvas->childCount(), 2);
        auto* track = canvas->child(1);
        QVERIFY(track && track->isValid());
        QCOMPARE(track->text(QAccessible::Name),
                 QString("render 7 · worker 8: 1 s (20.0 %), samples in 20.0 % of the visible time"));
        QVERIFY(track->state().expanded && !track->state().selected);
        QCOMPARE(canvas->indexOfChild(track), 1);
        QCOMPARE(track->parent(), canvas);
        const auto rect = track->rect();
        QCOMPARE(canvas->childAt(rect.center().x(), rect.center().y()), track);
        QCOMPARE(canvas->text(QAccessible::Value), QString());
        window.key(Qt::Key_Down);
        window.key(Qt::Key_PageDown);
        QVERIFY(track->state().selected);
        QVERIFY(canvas->text(QAccessible::Value).startsWith("main"));
        window.session.setProfile(emptyProfile());
        settle();
        QVERIFY(!track->isValid());
        QCOMPARE(canvas->childCount(), 0);
    }
};

QTEST_MAIN(FlameChartViewTest)
#include "flame_chart_view_test.moc"
