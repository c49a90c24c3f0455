/// The heat map under mouse, keys and screen readers.
#include "tests/profile_text.h"
#include "tests/views/example_profiles.h"
#include "tests/views/second.h"
#include "tests/views/settled.h"
#include "views/heat_map/heat_map_colours.h"
#include "views/heat_map/heat_map_view.h"
#include "views/heat_map/heat_map_words.h"
#include "views/session/message_stack.h"

#include <QAccessible>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace candela;

namespace {

constexpr std::int64_t cellTime = second / 50;

/// Ten seconds: main;draw in each of them from 0.5 s on for 0.1 s, and main;load at 3.2 s for 0.1 s, three
/// times as heavy. The first value counts the samples, the second one is shown.
void addStripes(ProfileBuilder& builder, int seconds) {
    const std::array values{builder.valueType("samples", "count"), builder.valueType("cpu", "nanoseconds")};
    const auto add = [&](const char* name, std::int64_t from, std::int64_t weight) {
        StackIndex stack;
        for (const auto* frame : {"main", name}) {
            const auto function =
                builder.function({.name = builder.string(frame), .rawName = {}, .file = {}, .mapping = {}});
            stack = builder.stack(stack, builder.frame({.function = function, .mapping = {}}));
        }
        for (auto time = from; time < from + second / 10; time += second / 100)
            for (const auto value : values)
                builder.addSample(value, {.stack = stack,
                                          .weight = value == values[0] ? 1 : weight,
                                          .time = time,
                                          .thread = {},
                                          .labels = {}});
    };
    for (int at = 0; at < seconds; ++at)
        add("draw", at * second + second / 2, second / 100);
    add("load", 3 * second + second / 5, 3 * second / 100);
}

std::shared_ptr<const Profile> stripes(int seconds = 10) {
    ProfileBuilder builder;
    addStripes(builder, seconds);
    return std::make_shared<const Profile>(builder.build());
}

constexpr HeatMapCell cellOf(std::size_t column, std::size_t row) {
    return column * HeatMapGrid::rows + row;
}

double lightnessOf(QRgb colour) {
    const auto linear = [](int part) { return std::pow(part / 255.0, 2.2); };
    return 0.2126 * linear(qRed(colour)) + 0.7152 * linear(qGreen(colour)) + 0.0722 * linear(qBlue(colour));
}

double lightnessRatio(double left, double right) {
    return (std::max(left, right) + 0.05) / (std::min(left, right) + 0.05);
}

} // namespace

class HeatMapViewTest : public QObject {
    Q_OBJECT
private:
    struct Window {
        explicit Window(std::shared_ptr<const Profile> profile = stripes()) : view(session) {
            Theme::apply(ColourScheme::Light);
            view.resize(1100, 600);
            view.show();
            session.setProfile(std::move(profile));
            settle();
        }
        HeatMapCanvas& canvas() { return *view.canvas(); }
        const HeatMap& map() { return *canvas().computed()->map; }
        QPoint at(HeatMapCell cell) { return canvas().geometry().cellRect(cell).center(); }
        QRgb colourAt(HeatMapCell cell) { return canvas().grab().toImage().pixel(at(cell)) | 0xff000000; }
        void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
            QTest::keyClick(&canvas(), key, modifiers);
            settle();
        }
        void move(QPoint to, Qt::MouseButtons buttons = {}) {
            QMouseEvent event(QEvent::MouseMove, to, canvas().mapToGlobal(to), Qt::NoButton, buttons, {});
            QCoreApplication::sendEvent(&canvas(), &event);
        }
        void drag(HeatMapCell from, HeatMapCell to) {
            QTest::mousePress(&canvas(), Qt::LeftButton, {}, at(from));
            for (int step = 1; step <= 4; ++step)
                move(at(from) + (at(to) - at(from)) * step / 4, Qt::LeftButton);
            QTest::mouseRelease(&canvas(), Qt::LeftButton, {}, at(to));
            settle();
        }
        const std::optional<TimeRange>& time() { return session.filter().time; }
        QString message() { return view.findChild<MessageStack*>()->currentWidget()->accessibleName(); }

        Session session;
        HeatMapView view;
    };

private slots:
    void aColumnIsASecondAndARowAnOffsetInIt() {
        Window window;
        const auto& grid = window.canvas().geometry().grid;
        QCOMPARE(grid.columns, std::size_t(10));
        QCOMPARE(grid.columnLength, second);
        QCOMPARE(window.map().weight[cellOf(7, 25)], cellTime);
        QCOMPARE(window.map().weight[cellOf(7, 30)], 0);
        QCOMPARE(window.map().weight[cellOf(3, 10)], 3 * cellTime);
        // Time runs upwards and to the right.
        QVERIFY(window.at(cellOf(7, 25)).y() < window.at(cellOf(7, 24)).y());
        QVERIFY(window.at(cellOf(8, 0)).x() > window.at(cellOf(7, 49)).x());
        QCOMPARE(gridText(grid), QString("A column is 1 s, a cell 20 ms"));
    }

    void everyPixelOfThePlotIsInOneCell() {
        Window window;
        for (const QSize size : {QSize(1100, 600), QSize(733, 391), QSize(300, 250)}) {
            window.view.resize(size);
            settle();
            const auto& geometry = window.canvas().geometry();
            const auto plot = geometry.plot();
            QVERIFY(plot.width() > 100 && plot.height() > 50);
            for (int y = plot.top(); y <= plot.bottom(); ++y)
                for (int x = plot.left(); x <= plot.right(); ++x) {
                    const auto cell = geometry.cellAt(QPointF(x, y));
                    QVERIFY(cell && geometry.cellRect(*cell).contains(x, y));
                }
            QVERIFY(!geometry.cellAt(QPointF(plot.left() - 1, plot.top())));
            QVERIFY(!geometry.cellAt(QPointF(plot.right() + 1, plot.top())));
            QVERIFY(!geometry.cellAt(QPointF(plot.left(), plot.bottom() + 1)));
        }
    }

    void heavyCellsHaveStrongerColours() {
        Window window;
        const HeatMapColours colours(Theme::of(ColourScheme::Light));
        const auto step = HeatMapColours::stepOf(cellTime, 3 * cellTime);
        QCOMPARE(window.colourAt(cellOf(7, 25)), colours.heat(step));
        QCOMPARE(window.colourAt(cellOf(3, 10)), colours.heat(HeatMapColours::steps - 1));
        QCOMPARE(window.colourAt(cellOf(7, 40)), Theme::of(ColourScheme::Light).base.rgb());
        Theme::apply(ColourScheme::Dark);
        settle();
        QCOMPARE(window.colourAt(cellOf(7, 40)), Theme::of(ColourScheme::Dark).base.rgb());
        Theme::apply(ColourScheme::Light);
    }

    void coloursDifferInLightness() {
        for (const auto scheme : {ColourScheme::Light, ColourScheme::Dark}) {
            const auto& theme = Theme::of(scheme);
            const HeatMapColours colours(theme);
            const double base = lightnessOf(theme.base.rgb());
            double before = base;
            for (std::size_t step = 0; step < HeatMapColours::steps; step += 15) {
                const double now = lightnessOf(colours.heat(step));
                QVERIFY(scheme == ColourScheme::Light ? now < before : now > before);
                before = now;
            }
            QVERIFY(lightnessRatio(lightnessOf(colours.heat(0)), base) > 1.15);
            QVERIFY(lightnessRatio(lightnessOf(colours.heat(HeatMapColours::steps - 1)), base) > 10);
        }
    }

    void aDragSelectsTheTimeFromCellToCell() {
        Window window;
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
        Window window;
        QTest::mousePress(&window.canvas(), Qt::LeftButton, {}, window.at(cellOf(8, 30)));
        window.move({5000, -50}, Qt::LeftButton);
        QTest::mouseRelease(&window.canvas(), Qt::LeftButton, {}, {5000, -50});
        QCOMPARE(window.time(), (TimeRange{8 * second + 30 * cellTime, 10 * second}));
    }

    void aClickMovesTheCursorAndShiftClickSelects() {
        Window window;
        QTest::mouseClick(&window.canvas(), Qt::LeftButton, {}, window.at(cellOf(2, 5)));
        QCOMPARE(window.canvas().cursorCell(), cellOf(2, 5));
        QVERIFY(!window.time());
        QTest::mouseClick(&window.canvas(), Qt::LeftButton, Qt::ShiftModifier, window.at(cellOf(2, 9)));
        QCOMPARE(window.time(), (TimeRange{2 * second + 5 * cellTime, 2 * second + 10 * cellTime}));
    }

    void arrowsMoveShiftExtendsAndEnterSelects() {
        Window window;
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
        Window window;
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

    void plusZoomsToTheSelectedTimeAndMinusBack() {
        Window window;
        const auto whole = window.canvas().geometry().grid;
        window.key(Qt::Key_Plus); // nothing is selected
        QVERIFY(!window.canvas().isZoomed());
        window.drag(cellOf(3, 0), cellOf(3, 49));
        window.key(Qt::Key_Plus);
        const auto& grid = window.canvas().geometry().grid;
        QCOMPARE(grid.range, (TimeRange{3 * second, 4 * second}));
        QCOMPARE(grid.columnLength, second / 10);
        QCOMPARE(grid.columns, std::size_t(10));
        QCOMPARE(window.map().total, (3 + 1) * second / 10);
        window.key(Qt::Key_Escape);
        QCOMPARE(window.canvas().geometry().grid.columnLength, second / 10);
        window.key(Qt::Key_Minus);
        QCOMPARE(window.canvas().geometry().grid, whole);
        window.drag(cellOf(3, 0), cellOf(5, 49));
        window.key(Qt::Key_Plus);
        window.drag(cellOf(3, 0), cellOf(3, 49));
        window.key(Qt::Key_Plus);
        window.key(Qt::Key_Home);
        QCOMPARE(window.canvas().geometry().grid, whole);
        QVERIFY(!window.canvas().isZoomed());
    }

    void theCursorStaysAtItsTimeWhenZoomed() {
        Window window;
        window.drag(cellOf(3, 10), cellOf(4, 9));
        window.key(Qt::Key_Plus);
        const auto time = window.canvas().geometry().grid.timeOf(*window.canvas().cursorCell());
        QCOMPARE(time.begin, 4 * second + 9 * cellTime);
        window.key(Qt::Key_Minus);
        QCOMPARE(window.canvas().cursorCell(), cellOf(4, 9));
    }

    void switchesDoWhatKeysDo() {
        Window window;
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
        Window window;
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
        Window window;
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

    void theAreaOfARangeHasExactlyItsCells() {
        Window window;
        const auto& geometry = window.canvas().geometry();
        const auto& grid = geometry.grid;
        for (const auto& [first, last] : {std::pair{cellOf(3, 10), cellOf(5, 20)},
                                          {cellOf(3, 30), cellOf(4, 10)},
                                          {cellOf(3, 10), cellOf(4, 30)},
                                          {cellOf(2, 4), cellOf(2, 4)},
                                          {cellOf(0, 0), cellOf(9, 49)}}) {
            const auto area = geometry.area({grid.timeOf(first).begin, grid.timeOf(last).end});
            for (HeatMapCell cell = 0; cell < grid.cells(); ++cell)
                QCOMPARE(area.contains(geometry.cellRect(cell).center()), cell >= first && cell <= last);
        }
        QVERIFY(geometry.area({20 * second, 30 * second}).isEmpty());
    }

    void theSelectedFunctionIsMarked() {
        Window window;
        const auto before = window.colourAt(cellOf(7, 25));
        window.session.setSelected({"load", {}});
        settle();
        QCOMPARE(window.canvas().computed()->marked->total, 3 * second / 10);
        const HeatMapColours colours(Theme::of(ColourScheme::Light));
        QCOMPARE(window.colourAt(cellOf(3, 10)), colours.heat(HeatMapColours::steps - 1));
        QCOMPARE(window.colourAt(cellOf(7, 25)),
                 colours.grey(HeatMapColours::stepOf(cellTime, 3 * cellTime)));
        QCOMPARE(markedText(*window.canvas().computed()), QString("Marked: load 300 ms (23.1 %)"));
        window.session.setSelected({});
        settle();
        QCOMPARE(window.colourAt(cellOf(7, 25)), before);
    }

    void matchesOfTheSearchAreMarkedAndSteppedThrough() {
        Window window;
        window.session.setSearch("^load$");
        settle();
        QVERIFY(window.canvas().computed()->marked);
        QCOMPARE(window.canvas().computed()->marked->total, 3 * second / 10);
        window.session.requestMatch(MatchStep::Next);
        QCOMPARE(window.canvas().cursorCell(), cellOf(3, 10));
        window.session.requestMatch(MatchStep::Next);
        QCOMPARE(window.canvas().cursorCell(), cellOf(3, 11));
        window.session.requestMatch(MatchStep::Previous);
        window.session.requestMatch(MatchStep::Previous);
        QCOMPARE(window.canvas().cursorCell(), cellOf(3, 14)); // around the end
    }

    void thePointerIsExplained() {
        Window window;
        window.move(window.at(cellOf(3, 10)));
        QCOMPARE(window.canvas().markedWords().text(), QString("3.20 s – 3.22 s · 60 ms (4.6 %) · 3 s/s"));
        window.session.setSelected({"draw", {}});
        settle();
        window.move(window.at(cellOf(3, 25)));
        QCOMPARE(cellToolTip(*window.canvas().computed(), cellOf(3, 25)),
                 QString("<b>3.50 s – 3.52 s</b><br>20 ms (1.5 %)<br>1 s/s<br>draw 20 ms (100.0 %)"));
        window.move({2, 2});
        QVERIFY(window.canvas().markedWords().isEmpty());
        QCOMPARE(cellWords(*window.canvas().computed(), cellOf(7, 40), cellOf(7, 40)).text(),
                 QString("7.80 s – 7.82 s · 0 ns"));
    }

    void filtersTransformsAndValuesDecideWhatIsShown() {
        Window window;
        Filter filter;
        filter.focus = "load";
        window.session.setFilter(filter);
        settle();
        QCOMPARE(window.map().total, 3 * second / 10);
        window.session.setFilter({.transforms = {{TransformKind::Drop, {"load"}}}});
        settle();
        QCOMPARE(window.map().total, second);
        window.session.setFilter({});
        window.session.setValue(ValueTypeIndex(0));
        settle();
        QCOMPARE(window.map().total, 110);
    }

    void aZoomWithoutSamplesIsNotAMessage() {
        Window window;
        window.drag(cellOf(6, 0), cellOf(6, 9));
        window.key(Qt::Key_Plus);
        QCOMPARE(window.map().total, 0);
        QVERIFY(window.canvas().isVisible());
        window.key(Qt::Key_Home);
        QCOMPARE(window.map().grid.columns, std::size_t(10));
    }

    void profilesWithoutTimesAreExplained() {
        Window window(std::make_shared<const Profile>(profileFromText("main;draw 3\n")));
        QCOMPARE(window.message(), QString("This profile has no times"));
    }

    void lostTimesAreHatched() {
        ProfileBuilder builder;
        addStripes(builder, 10);
        addLostTime(builder, {.begin = 6 * second, .end = 7 * second});
        Window window(std::make_shared<const Profile>(builder.build()));
        QVERIFY(hasColour(window.canvas(), Theme::of(ColourScheme::Light).warning));
        QVERIFY(!hasColour(Window().canvas(), Theme::of(ColourScheme::Light).warning));
    }

    void aNarrowMapHasFewerColumns() {
        Window window(stripes(550));
        QCOMPARE(window.canvas().geometry().grid.columns, std::size_t(550));
        window.view.resize(500, 400);
        settle();
        QCOMPARE(window.canvas().geometry().grid.columns, std::size_t(110));
        QCOMPARE(gridText(window.canvas().geometry().grid), QString("A column is 5 s, a cell 100 ms"));
    }

    void aNewSnapshotKeepsZoomAndCursor() {
        Window window(stripes(10));
        window.drag(cellOf(3, 0), cellOf(8, 49));
        window.key(Qt::Key_Plus);
        window.session.setProfile(stripes(20));
        settle();
        QVERIFY(window.canvas().isZoomed());
        QCOMPARE(window.canvas().geometry().grid.range, (TimeRange{3 * second, 9 * second}));
        QVERIFY(window.canvas().cursorCell());
        window.key(Qt::Key_Home);
        QCOMPARE(window.canvas().geometry().grid.columns, std::size_t(20));
    }

    void aScreenReaderHasColumnsAndTheCursor() {
        Window window;
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

QTEST_MAIN(HeatMapViewTest)
#include "heat_map_view_test.moc"
