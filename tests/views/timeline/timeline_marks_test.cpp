/// The marks of the timeline: the selected function and the matches of the search, in each lane.
#include "tests/views/second.h"
#include "tests/views/settled.h"
#include "views/flame_chart/flame_chart_view.h"
#include "views/timeline/timeline_view.h"
#include "views/timeline/timeline_words.h"
#include "views/widgets/theme.h"

#include <QHelpEvent>
#include <QTest>
#include <QToolTip>

#include <map>

using namespace candela;

namespace {

constexpr std::int64_t sampleTime = second / 100;

/// Threads 7 and 8 of "app": thread 7 has main;draw for 4 of 10 seconds, then main;load, in each tenth of a
/// second once main;draw;blit. Thread 8 waits, in main;load from 2 s to 6 s. "live" rises by 1 MB a second in
/// main;load until 5 s and by as much in main;draw after that.
class Drawing {
public:
    std::shared_ptr<const Profile> make(int seconds = 10) {
        const auto value = [&](const char* name, const char* unit, ValueKind kind) {
            const auto added = m_builder.valueType(name, unit);
            m_builder.setKind(added, kind);
            return added;
        };
        const auto cpu = value("cpu", "nanoseconds", ValueKind::Flow);
        const auto waiting = value("off-cpu", "nanoseconds", ValueKind::Duration);
        const auto live = value("live", "bytes", ValueKind::Gauge);
        m_builder.setLasts(waiting);
        m_builder.setDefaultValue(cpu);
        const auto process =
            m_builder.addProcess({.pid = 7, .parent = {}, .name = m_builder.string("app"), .labels = {}});
        const auto thread = [&](int tid) {
            return m_builder.addThread(
                {.process = process, .tid = tid, .name = m_builder.string("app"), .labels = {}});
        };
        const auto first = thread(7), other = thread(8);
        for (int row = 0; row < 100 * seconds; ++row) {
            const auto time = row * sampleTime;
            add(cpu,
                stackOf(row % 10 == 0                       ? std::vector{"main", "draw", "blit"}
                        : time % (10 * second) < 4 * second ? std::vector{"main", "draw"}
                                                            : std::vector{"main", "load"}),
                sampleTime, time, first);
        }
        add(waiting, stackOf({"main", "load"}), 4 * second, 2 * second, other);
        for (int at = 0; at < seconds; ++at)
            add(live, stackOf({"main", at < 5 ? "load" : "draw"}), 1'000'000, at * second, first);
        return std::make_shared<const Profile>(m_builder.build());
    }

private:
    StackIndex stackOf(const std::vector<const char*>& names) {
        StackIndex stack;
        for (const auto* name : names) {
            const auto function = m_builder.function(
                {.name = m_builder.string(name), .rawName = {}, .file = {}, .mapping = {}});
            stack = m_builder.stack(stack, m_builder.frame({.function = function, .mapping = {}}));
        }
        return stack;
    }
    void add(ValueTypeIndex value, StackIndex stack, std::int64_t weight, std::int64_t time,
             ThreadIndex thread) {
        m_builder.addSample(value,
                            {.stack = stack, .weight = weight, .time = time, .thread = thread, .labels = {}});
    }

    ProfileBuilder m_builder;
};

/// A timeline and a flame chart of one session.
struct Window {
    explicit Window() : timeline(session), chart(session) {
        Theme::apply(ColourScheme::Light);
        timeline.resize(1000, 500);
        chart.resize(FlameChartGeometry::nameWidth + 1020, 500);
        timeline.show();
        chart.show();
        session.setProfile(Drawing().make());
        settle();
    }
    TimelineCanvas& canvas() { return *timeline.canvas(); }
    const TimelineRows& rows() { return canvas().rows(); }
    /// Clicks the block of the flame chart at that depth and time.
    void clickBlock(std::uint32_t depth, std::int64_t time) {
        const auto& geometry = chart.canvas()->geometry();
        const QPoint point(qRound(geometry.xOf(time)), geometry.rowTop(0, depth) + geometry.rowHeight / 2);
        QTest::mouseClick(chart.canvas()->viewport(), Qt::LeftButton, {}, point);
        settle();
    }
    void search(const QString& pattern) {
        session.setSearch(pattern);
        settle();
    }
    std::int64_t sum(std::size_t lane, MarkKind kind) {
        std::int64_t sum = 0;
        for (const auto weight : rows().lanes[lane].sum.marked[kind])
            sum += weight;
        return sum;
    }
    QPoint at(std::size_t row, std::int64_t time) {
        return {qRound(canvas().xOf(time)), canvas().nameRect(row).center().y()};
    }
    QString toolTip(QPoint point) {
        QHelpEvent event(QEvent::ToolTip, point, canvas().viewport()->mapToGlobal(point));
        QCoreApplication::sendEvent(canvas().viewport(), &event);
        return QToolTip::text();
    }
    /// How often each colour is in the lane of the sum in those times.
    std::map<QRgb, int> colours(std::size_t lane, std::int64_t from, std::int64_t to) {
        const auto& geometry = canvas().geometry();
        const auto rect = geometry.laneRects(geometry.sumNameRect())[lane];
        const auto image = canvas().viewport()->grab().toImage().convertToFormat(QImage::Format_RGB32);
        std::map<QRgb, int> found;
        for (int x = qRound(canvas().xOf(from)); x < qRound(canvas().xOf(to)); ++x)
            for (int y = rect.top(); y <= rect.bottom(); ++y)
                ++found[image.pixel(x, y)];
        return found;
    }

    Session session;
    TimelineView timeline;
    FlameChartView chart;
};

} // namespace

class TimelineMarksTest : public QObject {
    Q_OBJECT
private slots:
    void aClickInAnotherViewMarksTheFunctionInEachLane() {
        Window window;
        QVERIFY(window.rows().marks.isEmpty());
        window.clickBlock(1, second);
        QCOMPARE(window.session.selected().function, std::string("draw"));
        QCOMPARE(window.rows().marks.name(MarkKind::Selection), QString("draw"));
        QVERIFY(!window.rows().marks.has(MarkKind::Search));
        QCOMPARE(window.sum(0, MarkKind::Selection), 4 * second + 6 * second / 10);
        QCOMPARE(window.sum(1, MarkKind::Selection), 0); // who waits does so in another function
        // A level is that of what the function added up to then.
        const auto& live = window.rows().lanes[2].sum.marked[MarkKind::Selection];
        QCOMPARE(live[live.size() - 1], 5'000'000);
        QCOMPARE(live[0], 0);
        // As a count of samples gives it, for each slice of each row.
        for (const auto& row : window.rows().rows) {
            std::vector<std::int64_t> expected(window.rows().main().sum.weight.size());
            for (int sample = 0; sample < 1000 && row->thread != ThreadIndex(1); ++sample) {
                const auto time = sample * sampleTime;
                if (sample % 10 == 0 || time < 4 * second)
                    expected[std::size_t((time - window.rows().range.begin) / window.rows().sliceLength)] +=
                        sampleTime;
            }
            for (std::size_t slice = 0; slice < expected.size(); ++slice)
                QCOMPARE(row->lanes[0].markedIn(MarkKind::Selection, slice), expected[slice]);
        }
    }

    void keysOfAnotherViewMoveTheMarkAndNoSelectionClearsIt() {
        Window window;
        window.clickBlock(1, second);
        QTest::keyClick(window.chart.canvas(), Qt::Key_Up);
        settle();
        QCOMPARE(window.rows().marks.name(MarkKind::Selection), QString("main"));
        QCOMPARE(window.sum(0, MarkKind::Selection), 10 * second);
        QCOMPARE(window.sum(1, MarkKind::Selection), 4 * second);
        window.clickBlock(12, second); // below all blocks
        QVERIFY(window.session.selected().isEmpty());
        QVERIFY(window.rows().marks.isEmpty());
        QCOMPARE(window.rows().lanes[0].sum.marked[MarkKind::Selection].size(), std::size_t(0));
    }

    void theMarkedPartHasTheColourOfTheSelection() {
        Window window;
        const auto& theme = Theme::of(ColourScheme::Light);
        QVERIFY(!window.colours(0, 0, 10 * second).contains(theme.accent.rgb()));
        window.clickBlock(1, second);
        auto during = window.colours(0, second, 3 * second),
             after = window.colours(0, 5 * second, 9 * second);
        QVERIFY(during[theme.accent.rgb()] > 3 * after[theme.accent.rgb()]);
        QVERIFY(after[theme.accent.rgb()] > 0);
        QVERIFY(!during.contains(theme.density.rgb())); // fainter, so that the mark stands out
        window.session.setSelected({});
        settle();
        QVERIFY(window.colours(0, second, 3 * second).contains(theme.density.rgb()));
    }

    void searchAndSelectionAreDrawnDifferently() {
        Window window;
        const auto& theme = Theme::of(ColourScheme::Light);
        window.clickBlock(1, second);
        window.search("blit|load");
        QCOMPARE(window.sum(0, MarkKind::Selection), 4 * second + 6 * second / 10);
        QCOMPARE(window.sum(0, MarkKind::Search), 6 * second + 4 * second / 10);
        QCOMPARE(window.sum(1, MarkKind::Search), 4 * second);
        auto before = window.colours(0, second, 3 * second),
             after = window.colours(0, 5 * second, 9 * second);
        QVERIFY(before[theme.accent.rgb()] > 5 * before[theme.match.rgb()]);
        QVERIFY(after[theme.match.rgb()] > 5 * after[theme.accent.rgb()]);
        // The line of the matches is visible on the selection, too.
        QVERIFY(before[theme.matchEdge.rgb()] > 0 && after[theme.matchEdge.rgb()] > 0);
        window.session.setSelected({});
        settle();
        QVERIFY(!window.rows().marks.has(MarkKind::Selection));
        QCOMPARE(window.sum(0, MarkKind::Search), 6 * second + 4 * second / 10);
        window.search({});
        QVERIFY(window.rows().marks.isEmpty());
    }

    void thePointerHasTheSharesOfTheMarks() {
        Window window;
        window.clickBlock(1, second);
        window.search("load");
        QTest::mouseMove(window.canvas().viewport(), window.at(0, 3 * second));
        const auto words = window.canvas().hoverWords().numbers;
        QVERIFY2(words.contains("100.0 % selected") && words.contains("0.0 % matches"),
                 qPrintable(words.join('|')));
        // The tool tip names the functions, and has the shares of all values.
        const auto text = window.toolTip(window.at(0, 3 * second));
        QVERIFY2(text.contains("<br>Time 2.997 s<br>"), qPrintable(text));
        QVERIFY2(text.contains("draw: cpu 100.0 %, off-cpu 0.0 %, live 0.0 %"), qPrintable(text));
        QVERIFY2(text.contains("matches: cpu 0.0 %, off-cpu 100.0 %, live 100.0 %"), qPrintable(text));
        // The corner beside the axis explains the colours.
        const auto legend = window.toolTip({20, 10});
        QVERIFY2(legend.contains("draw") && legend.contains("cpu: 4.60 s of 10 s (46.0 %)"),
                 qPrintable(legend));
        QVERIFY2(legend.contains("Matches of the search") && legend.contains("off-cpu: 4 s of 4 s"),
                 qPrintable(legend));
        const auto corner = window.canvas().geometry().markNamesRect();
        const auto has = [&](const QColor& colour) {
            const auto image = window.canvas().viewport()->grab(corner).toImage();
            for (int x = 0; x < image.width(); ++x)
                if (image.pixelColor(x, corner.height() / 2) == colour) return true;
            return false;
        };
        const auto& theme = Theme::of(ColourScheme::Light);
        QVERIFY(has(theme.accent) && has(theme.match));
        window.session.setSelected({});
        window.search({});
        QVERIFY(!has(theme.accent) && !has(theme.match));
        window.toolTip({20, 10});
        QTRY_VERIFY(!QToolTip::isVisible());
    }

    void aLongNameDoesNotWidenALine() {
        Window window;
        ProfileBuilder builder;
        const auto function = builder.function(
            {.name = builder.string(std::string(2000, 'x')), .rawName = {}, .file = {}, .mapping = {}});
        builder.addSample(builder.valueType("cpu", "nanoseconds"),
                          {.stack = builder.stack({}, builder.frame({.function = function, .mapping = {}})),
                           .weight = 1,
                           .time = 0,
                           .thread = {},
                           .labels = {}});
        window.session.setProfile(std::make_shared<const Profile>(builder.build()));
        window.session.setSelected({std::string(2000, 'x'), {}});
        settle();
        QVERIFY(window.rows().marks.has(MarkKind::Selection));
        QVERIFY(window.rows().marks.name(MarkKind::Selection).size() <= 40);
        for (const auto& text : markTexts(window.rows(), nullptr, 0))
            QVERIFY(text.size() < 60);
    }

    void aZoomedTimeIsMarkedExactly() {
        Window window;
        window.clickBlock(1, second);
        window.canvas().setVisibleRange({3 * second, 5 * second});
        settle();
        QCOMPARE(window.rows().range, (TimeRange{3 * second, 5 * second}));
        QCOMPARE(window.sum(0, MarkKind::Selection), second + second / 10);
        window.canvas().showWhole();
        settle();
        QCOMPARE(window.sum(0, MarkKind::Selection), 4 * second + 6 * second / 10);
    }

    void aNewerSnapshotKeepsTheMark() {
        Window window;
        window.clickBlock(1, second);
        bool wasMissing = false;
        connect(&window.canvas(), &TimelineCanvas::rowsChanged, this,
                [&] { wasMissing |= window.rows().marks.isEmpty(); });
        window.session.setProfile(Drawing().make(14));
        settle();
        QCOMPARE(window.canvas().wholeRange().end, 13 * second + 99 * sampleTime + 1);
        QCOMPARE(window.sum(0, MarkKind::Selection), 8 * second + 6 * second / 10);
        QVERIFY(!wasMissing);
    }

    void cpusAreMarkedToo() {
        Window window;
        window.clickBlock(1, second);
        window.canvas().setTracks(TimelineTracks::Cpus);
        settle();
        QCOMPARE(window.sum(0, MarkKind::Selection), 4 * second + 6 * second / 10);
    }
};

QTEST_MAIN(TimelineMarksTest)
#include "timeline_marks_test.moc"
