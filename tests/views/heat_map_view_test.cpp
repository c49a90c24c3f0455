/// What a heat map shows: cells, colours, marks and messages.
#include "tests/profile_text.h"
#include "tests/views/heat_map_window.h"
#include "views/heat_map/heat_map_colours.h"
#include "views/heat_map/heat_map_words.h"

#include <QTest>

#include <cmath>

using namespace candela;

namespace {

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
private slots:
    void aColumnIsASecondAndARowAnOffsetInIt() {
        HeatMapWindow window;
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
        HeatMapWindow window;
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
        HeatMapWindow window;
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

    void theAreaOfARangeHasExactlyItsCells() {
        HeatMapWindow window;
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
        HeatMapWindow window;
        const auto before = window.colourAt(cellOf(7, 25));
        window.session.setSelected({"load", {}});
        settle();
        QCOMPARE(window.canvas().computed()->marked->total, 3 * second / 10);
        const HeatMapColours colours(Theme::of(ColourScheme::Light));
        QCOMPARE(window.colourAt(cellOf(3, 10)), colours.heat(HeatMapColours::steps - 1));
        QCOMPARE(window.colourAt(cellOf(7, 25)),
                 colours.grey(HeatMapColours::stepOf(cellTime, 3 * cellTime)));
        QCOMPARE(markedText(*window.canvas().computed()), QString("Marked: 300 ms (23.1 %) in load"));
        window.session.setSelected({});
        settle();
        QCOMPARE(window.colourAt(cellOf(7, 25)), before);
    }

    void matchesOfTheSearchAreMarkedAndSteppedThrough() {
        HeatMapWindow window;
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
        HeatMapWindow window;
        window.move(window.at(cellOf(3, 10)));
        QCOMPARE(window.canvas().markedWords().text(), QString("3.20 s – 3.22 s · 60 ms (4.6 %) · 3 s/s"));
        window.session.setSelected({"draw", {}});
        settle();
        window.move(window.at(cellOf(3, 25)));
        QCOMPARE(cellToolTip(*window.canvas().computed(), cellOf(3, 25)),
                 QString("<b>Time 3.50 s – 3.52 s</b><br>20 ms (1.5 %)<br>1 s/s<br>draw 20 ms (100.0 %)"));
        window.move({2, 2});
        QVERIFY(window.canvas().markedWords().isEmpty());
        QCOMPARE(cellWords(*window.canvas().computed(), cellOf(7, 40), cellOf(7, 40)).text(),
                 QString("7.80 s – 7.82 s · 0 ns"));
    }

    void filtersTransformsAndValuesDecideWhatIsShown() {
        HeatMapWindow window;
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
        HeatMapWindow window;
        window.drag(cellOf(6, 0), cellOf(6, 9));
        window.key(Qt::Key_Z);
        QCOMPARE(window.map().total, 0);
        QVERIFY(window.canvas().isVisible());
        window.key(Qt::Key_Home);
        QCOMPARE(window.map().grid.columns, std::size_t(10));
    }

    void profilesWithoutTimesAreExplained() {
        HeatMapWindow window(std::make_shared<const Profile>(profileFromText("main;draw 3\n")));
        QCOMPARE(window.message(), QString("This profile has no times"));
    }

    /// A recording that has just begun has samples of some values only.
    void aValueWithoutSamplesHasNoTimesYet() {
        auto profile = profileFromText("main;draw 3\n");
        SampleTable none;
        none.type = profile.samples[0].type;
        profile.samples[0] = none;
        HeatMapWindow window(std::make_shared<const Profile>(profile));
        QCOMPARE(window.message(), QString("No samples of this value type"));
    }

    void lostTimesAreHatched() {
        ProfileBuilder builder;
        addStripes(builder, 10);
        addLostTime(builder, {.begin = 6 * second, .end = 7 * second});
        HeatMapWindow window(std::make_shared<const Profile>(builder.build()));
        QVERIFY(hasColour(window.canvas(), Theme::of(ColourScheme::Light).warning));
        QVERIFY(!hasColour(HeatMapWindow().canvas(), Theme::of(ColourScheme::Light).warning));
    }

    void aNarrowMapHasFewerColumns() {
        HeatMapWindow window(stripes(550));
        QCOMPARE(window.canvas().geometry().grid.columns, std::size_t(550));
        window.view.resize(500, 400);
        settle();
        QCOMPARE(window.canvas().geometry().grid.columns, std::size_t(110));
        QCOMPARE(gridText(window.canvas().geometry().grid), QString("A column is 5 s, a cell 100 ms"));
    }
};

QTEST_MAIN(HeatMapViewTest)
#include "heat_map_view_test.moc"
