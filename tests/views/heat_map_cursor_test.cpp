/// The heat map under mouse, keys and screen readers: its cursor, the selected time, and zoom.
#include "tests/views/heat_map_window.h"
#include "views/heat_map/heat_map_words.h"

#include <QAccessible>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <cmath>

using namespace candela;

class HeatMapCursorTest : public QObject {
    Q_OBJECT
private slots:
    void aDragSelectsTheTimeFromCellToCell() {
        HeatMapWindow window;
        QSignalSpy gestures(&window.session, &Session::gestureEnded);
        window.drag(cellOf(3, 10), cellOf(5, 20));
        const TimeRange expected{3 * second + 10 * cellTime, 5 * second + 21 * cellTime};
        QCOMPARE(window.time(), expected);
        QCOMPARE(gestures.count(), 1); // one step of undo
        window.drag(cellOf(5, 20), cellOf(3, 10));
        QCOMPARE(window.time(), expected);
        // What is drawn does not change, but what other views add up.
        QCOMPARE(window.map().weight[cellOf(7, 25)], cellTime);
        QCOMPARE(window.session.shown().total(), (3 * 5 + 2 * 5) * cellTime);
        QTest::mouseDClick(&window.canvas(), Qt::LeftButton, {}, window.at(cellOf(1, 1)));
        QVERIFY(!window.time());
    }

    void aDragBeyondTheEdgeEndsAtTheLastCell() {
        HeatMapWindow window;
        QTest::mousePress(&window.canvas(), Qt::LeftButton, {}, window.at(cellOf(8, 30)));
        window.move({5000, -50}, Qt::LeftButton);
        QTest::mouseRelease(&window.canvas(), Qt::LeftButton, {}, {5000, -50});
        QCOMPARE(window.time(), (TimeRange{8 * second + 30 * cellTime, 10 * second}));
    }

    void aClickMovesTheCursorAndShiftClickSelects() {
        HeatMapWindow window;
        QTest::mouseClick(&window.canvas(), Qt::LeftButton, {}, window.at(cellOf(2, 5)));
        QCOMPARE(window.canvas().cursorCell(), cellOf(2, 5));
        QVERIFY(!window.time());
        QTest::mouseClick(&window.canvas(), Qt::LeftButton, Qt::ShiftModifier, window.at(cellOf(2, 9)));
        QCOMPARE(window.time(), (TimeRange{2 * second + 5 * cellTime, 2 * second + 10 * cellTime}));
    }

    void arrowsMoveShiftExtendsAndEnterSelects() {
        HeatMapWindow window;
        window.key(Qt::Key_Up);
        QCOMPARE(window.canvas().cursorCell(), cellOf(3, 10)); // the heaviest
        window.key(Qt::Key_Up);
        window.key(Qt::Key_Right);
        QCOMPARE(window.canvas().cursorCell(), cellOf(4, 11));
        window.key(Qt::Key_Left);
        window.key(Qt::Key_Down);
        window.key(Qt::Key_Right, Qt::ShiftModifier);
        window.key(Qt::Key_Up, Qt::ShiftModifier);
        const TimeRange expected{3 * second + 10 * cellTime, 4 * second + 12 * cellTime};
        QCOMPARE(window.canvas().cursorTime(), expected);
        QVERIFY(!window.time());
        window.key(Qt::Key_Return);
        QCOMPARE(window.time(), expected);
        window.key(Qt::Key_Escape);
        QVERIFY(!window.time());
        QCOMPARE(window.canvas().cursorTime(),
                 (TimeRange{4 * second + 11 * cellTime, 4 * second + 12 * cellTime}));
    }

    void theCursorStaysWithinTheMap() {
        HeatMapWindow window;
        window.canvas().moveCursor(0, HeatMapCanvas::Extent::OneCell);
        window.key(Qt::Key_Down);
        window.key(Qt::Key_Left);
        QCOMPARE(window.canvas().cursorCell(), HeatMapCell(0));
        window.canvas().moveCursor(cellOf(0, 49), HeatMapCanvas::Extent::OneCell);
        window.key(Qt::Key_Up); // the next moment
        QCOMPARE(window.canvas().cursorCell(), cellOf(1, 0));
        window.canvas().moveCursor(cellOf(9, 49), HeatMapCanvas::Extent::OneCell);
        window.key(Qt::Key_Up);
        window.key(Qt::Key_Right);
        QCOMPARE(window.canvas().cursorCell(), cellOf(9, 49));
    }

    void zZoomsToTheSelectedTimeAndBackspaceBack() {
        HeatMapWindow window;
        const auto whole = window.canvas().geometry().grid;
        window.key(Qt::Key_Z); // nothing is selected
        QVERIFY(!window.canvas().isZoomed());
        window.drag(cellOf(3, 0), cellOf(3, 49));
        window.key(Qt::Key_Z);
        const auto& grid = window.canvas().geometry().grid;
        QCOMPARE(grid.range, (TimeRange{3 * second, 4 * second}));
        QCOMPARE(grid.columnLength, second / 10);
        QCOMPARE(grid.columns, std::size_t(10));
        QCOMPARE(window.map().total, (3 + 1) * second / 10);
        window.key(Qt::Key_Escape);
        QCOMPARE(window.canvas().geometry().grid.columnLength, second / 10);
        window.key(Qt::Key_Backspace);
        QCOMPARE(window.canvas().geometry().grid, whole);
        window.drag(cellOf(3, 0), cellOf(5, 49));
        window.key(Qt::Key_Z);
        window.drag(cellOf(3, 0), cellOf(3, 49));
        window.key(Qt::Key_Z);
        window.key(Qt::Key_Home);
        QCOMPARE(window.canvas().geometry().grid, whole);
        QVERIFY(!window.canvas().isZoomed());
    }

    void theCursorStaysAtItsTimeWhenZoomed() {
        HeatMapWindow window;
        window.drag(cellOf(3, 10), cellOf(4, 9));
        window.key(Qt::Key_Z);
        const auto time = window.canvas().geometry().grid.timeOf(*window.canvas().cursorCell());
        QCOMPARE(time.begin, 4 * second + 9 * cellTime);
        window.key(Qt::Key_Backspace);
        QCOMPARE(window.canvas().cursorCell(), cellOf(4, 9));
    }

    void theWheelZoomsAroundThePointerAsInTheTimeline() {
        HeatMapWindow window;
        const auto whole = window.canvas().geometry().grid;
        const auto turn = [&](QPoint at, QPoint angle, Qt::KeyboardModifiers modifiers = {}) {
            QWheelEvent event(at, window.canvas().mapToGlobal(at), {}, angle, Qt::NoButton, modifiers,
                              Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(&window.canvas(), &event);
        };
        const auto wholeTime = window.canvas().computed()->whole;
        const auto wholeLength = double(wholeTime.end - wholeTime.begin);
        const auto lengthOf = [&] {
            const auto range = window.canvas().geometry().grid.range;
            return double(range.end - range.begin);
        };
        for (const auto modifiers : {Qt::NoModifier, Qt::ControlModifier}) {
            const auto pointer = window.at(cellOf(7, 25));
            for (int step = 1; step <= 8; ++step) {
                turn(pointer, {0, 120}, modifiers);
                settle();
                const auto& grid = window.canvas().geometry().grid;
                QVERIFY(std::abs(lengthOf() - wholeLength / std::pow(1.25, step)) < 10);
                // The time that was there stays there, within two columns.
                const auto cell = window.canvas().cellAt(pointer);
                QVERIFY(cell);
                const auto time = grid.timeOf(*cell / HeatMapGrid::rows * HeatMapGrid::rows).begin;
                QVERIFY2(std::abs(time - (7 * second + second / 2)) <=
                             std::max(2 * grid.columnLength, second),
                         qPrintable(QString::number(double(time) / 1e9)));
            }
            // Back is one step, however far the wheel was turned.
            window.key(Qt::Key_Backspace);
            QCOMPARE(window.canvas().geometry().grid, whole);
        }
        // Several turns before the first map arrives add up.
        for (int step = 0; step < 8; ++step)
            turn(window.at(cellOf(7, 25)), {0, 120});
        settle();
        QVERIFY(std::abs(lengthOf() - wholeLength / std::pow(1.25, 8)) < 10);
        // Sideways and with Shift, it moves.
        const auto before = window.canvas().geometry().grid.range;
        const auto middle = window.canvas().geometry().plot().center();
        turn(middle, {0, 120}, Qt::ShiftModifier);
        settle();
        QVERIFY(window.canvas().geometry().grid.range.begin < before.begin);
        QVERIFY(std::abs(lengthOf() - double(before.end - before.begin)) < 10);
        turn(middle, {-120, 0});
        settle();
        QVERIFY(std::abs(window.canvas().geometry().grid.range.begin - before.begin) < 10);
        for (int step = 0; step < 9; ++step)
            turn(middle, {0, -120});
        settle();
        QCOMPARE(window.canvas().geometry().grid, whole);
        QVERIFY(!window.canvas().isZoomed());
    }

    void plusAndMinusZoomAroundTheCursor() {
        HeatMapWindow window;
        const auto whole = window.canvas().geometry().grid;
        window.key(Qt::Key_Minus);
        QCOMPARE(window.canvas().geometry().grid, whole);
        window.canvas().moveCursor(cellOf(8, 25), HeatMapCanvas::Extent::OneCell);
        for (int step = 0; step < 6; ++step)
            window.key(Qt::Key_Plus);
        auto range = window.canvas().geometry().grid.range;
        QVERIFY(range.end - range.begin < second);
        QVERIFY(range.begin <= 8 * second + second / 2 + cellTime && range.end > 8 * second);
        const auto cursor = window.canvas().geometry().grid.timeOf(*window.canvas().cursorCell());
        QVERIFY(cursor.begin >= 8 * second && cursor.end <= 9 * second);
        window.key(Qt::Key_PageUp);
        QVERIFY(window.canvas().geometry().grid.range.begin < range.begin);
        window.key(Qt::Key_PageDown);
        QVERIFY(std::abs(window.canvas().geometry().grid.range.begin - range.begin) < 10);
        for (int step = 0; step < 50; ++step)
            window.key(Qt::Key_PageDown); // not beyond the end
        QCOMPARE(window.canvas().geometry().grid.range.end, window.canvas().computed()->whole.end);
        for (int step = 0; step < 80; ++step)
            window.key(Qt::Key_Plus);
        range = window.canvas().geometry().grid.range;
        QVERIFY(range.end - range.begin >= 999 && range.end - range.begin < 2000);
        window.key(Qt::Key_Home);
        QCOMPARE(window.canvas().geometry().grid, whole);
    }

    void switchesDoWhatKeysDo() {
        HeatMapWindow window;
        const auto button = [&](const QString& text) -> QToolButton& {
            for (auto* found : window.view.findChildren<QToolButton*>())
                if (found->text() == text) return *found;
            qFatal("no such button");
        };
        QVERIFY(!button("Zoom").isEnabled() && !button("Whole").isEnabled() && !button("Back").isEnabled());
        window.drag(cellOf(3, 0), cellOf(3, 49));
        QVERIFY(button("Zoom").isEnabled() && button("Clear selection").isEnabled());
        QTest::mouseClick(&button("Zoom"), Qt::LeftButton);
        settle();
        QVERIFY(window.canvas().isZoomed() && button("Whole").isEnabled());
        QTest::mouseClick(&button("Back"), Qt::LeftButton);
        settle();
        QVERIFY(!window.canvas().isZoomed());
        QTest::mouseClick(&button("Clear selection"), Qt::LeftButton);
        QVERIFY(!window.time());
    }

    void theMenuHasTheActionsWithTheirKeys() {
        HeatMapWindow window;
        const auto point = window.at(cellOf(2, 5));
        QContextMenuEvent event(QContextMenuEvent::Mouse, point, window.canvas().mapToGlobal(point));
        QCoreApplication::sendEvent(&window.canvas(), &event);
        auto* menu = window.canvas().findChild<QMenu*>();
        QVERIFY(menu);
        auto* select = menu->actions().first();
        QCOMPARE(select->text(), QString("Select the time of these cells"));
        QCOMPARE(select->shortcut(), QKeySequence(Qt::Key_Return));
        select->trigger();
        QCOMPARE(window.time(), (TimeRange{2 * second + 5 * cellTime, 2 * second + 6 * cellTime}));
        menu->close();
    }

    void theSelectedTimeOfOtherViewsIsOutlined() {
        HeatMapWindow window;
        const auto accent = Theme::of(ColourScheme::Light).accent;
        QVERIFY(!hasColour(window.canvas(), accent));
        Filter filter;
        filter.time = TimeRange{2 * second + second / 3, 6 * second};
        window.session.setFilter(filter);
        settle();
        QVERIFY(hasColour(window.canvas(), accent));
        const auto inside = window.canvas().geometry().area(*filter.time);
        QVERIFY(inside.contains(window.at(cellOf(2, 17))) && inside.contains(window.at(cellOf(5, 49))));
        QVERIFY(!inside.contains(window.at(cellOf(2, 15))) && !inside.contains(window.at(cellOf(6, 1))));
    }

    void aNewSnapshotKeepsZoomAndCursor() {
        HeatMapWindow window(stripes(10));
        window.drag(cellOf(3, 0), cellOf(8, 49));
        window.key(Qt::Key_Z);
        window.session.setProfile(stripes(20));
        settle();
        QVERIFY(window.canvas().isZoomed());
        QCOMPARE(window.canvas().geometry().grid.range, (TimeRange{3 * second, 9 * second}));
        QVERIFY(window.canvas().cursorCell());
        window.key(Qt::Key_Home);
        QCOMPARE(window.canvas().geometry().grid.columns, std::size_t(20));
    }

    void aScreenReaderHasColumnsAndTheCursor() {
        HeatMapWindow window;
        auto* canvas = QAccessible::queryAccessibleInterface(&window.canvas());
        QVERIFY(canvas);
        QCOMPARE(canvas->role(), QAccessible::Chart);
        QCOMPARE(canvas->text(QAccessible::Name), QString("Heat map"));
        QCOMPARE(canvas->childCount(), 10);
        auto* column = canvas->child(3);
        QVERIFY(column && column->isValid());
        QCOMPARE(column->role(), QAccessible::Column);
        QCOMPARE(column->text(QAccessible::Name),
                 QString("3.00 s – 4.00 s · 1 s · 400 ms (30.8 %) · 400 ms/s"));
        QCOMPARE(canvas->indexOfChild(column), 3);
        QCOMPARE(column->parent(), canvas);
        const auto middle = column->rect().center();
        QCOMPARE(canvas->childAt(middle.x(), middle.y()), column);
        QCOMPARE(canvas->text(QAccessible::Value), QString());
        window.key(Qt::Key_Up);
        QVERIFY(column->state().selected);
        QVERIFY(canvas->text(QAccessible::Value).startsWith("3.20 s – 3.22 s"));
        window.session.setProfile(emptyProfile());
        settle();
        QVERIFY(!column->isValid());
        QCOMPARE(canvas->childCount(), 0);
    }
};

QTEST_MAIN(HeatMapCursorTest)
#include "heat_map_cursor_test.moc"
