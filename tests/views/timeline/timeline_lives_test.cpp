/// Starts, execs and exits of processes in the timeline: signs, shades, tool tips and texts for screen
/// readers.
#include "tests/views/second.h"
#include "tests/views/settled.h"
#include "views/timeline/life_painter.h"
#include "views/timeline/timeline_view.h"
#include "views/widgets/theme.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QTest>
#include <QToolTip>

#include <algorithm>
#include <random>
#include <tuple>

using namespace candela;

namespace {

/// "make" (9) from before the recording to after it. It starts process 20 at 1 s, which executes "gcc" at 2 s
/// and exits at 6 s; a thread 21 of gcc starts at 4 s. 400 processes "true" live for 20 µs each, one every
/// 50 µs from 8 s on. Everything has samples, over ten seconds.
std::shared_ptr<const Profile> building() {
    ProfileBuilder builder;
    const auto value = builder.valueType("cpu", "nanoseconds");
    const auto add = [&](int pid, const char* name, std::int64_t start, std::int64_t end,
                         ProcessIndex parent = {}) {
        return builder.addProcess({.pid = pid,
                                   .startTime = start,
                                   .endTime = end,
                                   .parent = parent,
                                   .name = builder.string(name),
                                   .labels = {}});
    };
    const auto run = [&](ProcessIndex process, int tid, const char* name, std::int64_t from, std::int64_t to,
                         std::int64_t step, std::int64_t start = noTime) {
        const auto thread = builder.addThread(
            {.process = process, .tid = tid, .startTime = start, .name = builder.string(name), .labels = {}});
        for (auto time = from; time < to; time += step)
            builder.addSample(value,
                              {.stack = {}, .weight = step, .time = time, .thread = thread, .labels = {}});
    };
    const auto make = add(9, "make", -5 * second, noTime);
    run(make, 9, "make", 0, 10 * second, second / 100);
    run(add(20, "make-child", second, 2 * second, make), 20, "make-child", second, 2 * second, second / 50);
    const auto gcc = add(20, "gcc", 2 * second, 6 * second, make);
    run(gcc, 20, "gcc", 2 * second, 6 * second, second / 50);
    run(gcc, 21, "worker", 4 * second, 5 * second, second / 50, 4 * second);
    for (int number = 0; number < 400; ++number) {
        const auto start = 8 * second + number * second / 20'000;
        run(add(1000 + number, "true", start, start + second / 50'000, make), 1000 + number, "true", start,
            start + 1, 1000);
    }
    return std::make_shared<const Profile>(builder.build());
}

TimelineLook lookAt(const TimelineCanvas& canvas) {
    return {Theme::of(ColourScheme::Light),
            canvas.geometry().plot(),
            canvas.visibleRange(),
            {},
            [&canvas](std::int64_t time) { return canvas.xOf(time); }};
}

} // namespace

class TimelineLivesTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<Session> m_session;
    std::unique_ptr<TimelineView> m_view;

    TimelineCanvas& canvas() { return *m_view->canvas(); }
    std::size_t rowOf(const QString& name) {
        const auto& rows = canvas().rows().rows;
        for (std::size_t row = 0; row < rows.size(); ++row)
            if ((rows[row]->name + " " + rows[row]->number).startsWith(name)) return row;
        qFatal("no such row");
    }
    QPoint at(const QString& row, std::int64_t time) {
        return {qRound(canvas().xOf(time)), canvas().nameRect(rowOf(row)).center().y()};
    }
    QString toolTip(const QString& row, std::int64_t time) {
        const auto point = at(row, time);
        QHelpEvent event(QEvent::ToolTip, point, canvas().viewport()->mapToGlobal(point));
        QCoreApplication::sendEvent(canvas().viewport(), &event);
        return QToolTip::text();
    }
    /// The colour of a row between its sign and its densities.
    QColor ground(const QString& row, std::int64_t time) {
        const auto rect = canvas().nameRect(rowOf(row));
        return canvas().viewport()->grab().toImage().pixelColor(qRound(canvas().xOf(time)), rect.top() + 1);
    }
    bool hasSign(const QString& row, std::int64_t time) {
        const auto image = canvas().viewport()->grab().toImage();
        const auto rect = canvas().nameRect(rowOf(row));
        const int x = qRound(canvas().xOf(time));
        for (int column = x - 3; column <= x + 3; ++column)
            for (int y = rect.top(); y < rect.top() + 10; ++y)
                if (image.pixelColor(column, y) == Theme::of(ColourScheme::Light).text) return true;
        return false;
    }

private slots:
    void init() {
        Theme::apply(ColourScheme::Light);
        m_session = std::make_unique<Session>();
        m_view = std::make_unique<TimelineView>(*m_session);
        m_view->resize(1230, 800);
        m_view->show();
        m_session->setProfile(building());
        settle();
    }
    void cleanup() {
        m_view.reset();
        m_session.reset();
    }

    void startExecAndExitHaveSignsAndToolTips() {
        for (const auto& [row, time, text] :
             {std::tuple{"make-child 20", second, "make-child (20) started by make (9) at 1.000 s"},
              {"make-child 20", 2 * second, "make-child (20) executed gcc at 2.000 s"},
              {"gcc 20", 2 * second, "make-child (20) executed gcc at 2.000 s"},
              {"gcc 20", 6 * second, "gcc (20) exited at 6.000 s"},
              {"worker 21", 4 * second, "Thread worker (21) of gcc (20) started at 4.000 s"},
              {"worker 21", 6 * second, "gcc (20) exited at 6.000 s"}}) {
            QVERIFY2(hasSign(row, time), text);
            QVERIFY2(toolTip(row, time).contains(text), qPrintable(toolTip(row, time)));
        }
        // Neither before the recording nor between them.
        QVERIFY(!hasSign("make 9", canvas().visibleRange().begin + second / 5));
        QVERIFY(canvas().lifeOf(rowOf("make 9")).events.size() == 1);
        QVERIFY(!hasSign("gcc 20", 3 * second));
        QVERIFY(!toolTip("gcc 20", 3 * second).contains(" at "));
    }

    void timesWithoutTheProcessAreShadedAndIdleOnesAreNot() {
        const auto base = Theme::of(ColourScheme::Light).base;
        for (const auto& [row, from, to] : {std::tuple{"make-child 20", second, 2 * second},
                                            {"gcc 20", 2 * second, 6 * second},
                                            {"worker 21", 4 * second, 6 * second},
                                            {"make 9", std::int64_t(0), 10 * second}}) {
            for (int tenth = 3; tenth < 100; tenth += 5) {
                const auto time = tenth * second / 10;
                if (std::abs(time - from) < second / 5 || std::abs(time - to) < second / 5) continue;
                const bool exists = time > from && time < to;
                QVERIFY2((ground(row, time) == base) == exists,
                         qPrintable(QString("%1 %2").arg(row).arg(tenth)));
                QCOMPARE(canvas().lifeOf(rowOf(row)).existsAt(time), exists);
            }
        }
        // The worker is idle from 5 s to 6 s.
        QCOMPARE(ground("worker 21", 11 * second / 2), base);
        const auto line = [&](std::int64_t time) {
            QTest::mouseMove(canvas().viewport(), at("gcc 20", time));
            return canvas().hoverWords().numbers.join('|');
        };
        QVERIFY(line(second).endsWith("not yet started"));
        QVERIFY(line(7 * second).endsWith("ended before"));
        QVERIFY(!line(3 * second).contains("ended") && !line(3 * second).contains("started"));
        canvas().setTracks(TimelineTracks::Cpus);
        settle();
        QCOMPARE(ground("CPU", 19 * second / 2), base);
    }

    void nearEventsShareASignThatCountsThem() {
        const auto row = rowOf("true 400 processes");
        QCOMPARE(canvas().lifeOf(row).events.size(), std::size_t(800));
        const auto text = toolTip("true 400", 8 * second + second / 100);
        QVERIFY2(text.contains("400 starts, 400 exits from 8.000 s to 8.020 s"), qPrintable(text));
        QVERIFY2(text.contains("true (1000) started by make (9) at 8.000 s") && text.contains("and 792 more"),
                 qPrintable(text));
        // However near one looks, signs do not touch each other, and have all visible events.
        for (const auto length : {5 * second, second / 10, second / 50, second / 500, second / 5000}) {
            canvas().setVisibleRange({8 * second - length / 10, 8 * second - length / 10 + length});
            settle();
            const auto visible = canvas().visibleRange();
            std::size_t found = 0;
            int last = -1000;
            for (const auto& sign : lifeSigns(canvas().lifeOf(row), lookAt(canvas()))) {
                QVERIFY(sign.from - last > 10);
                last = sign.from;
                found += sign.events.size();
            }
            std::size_t expected = 0;
            for (const auto& event : canvas().lifeOf(row).events)
                expected += event.time >= visible.begin && event.time <= visible.end;
            QCOMPARE(found, expected);
            QVERIFY(found > 0);
        }
        // Near enough, each process has its own signs.
        QVERIFY2(toolTip("true 400", 8 * second).contains("true (1000) started by make (9)"),
                 qPrintable(toolTip("true 400", 8 * second)));
        QVERIFY(!toolTip("true 400", 8 * second).contains("more"));
    }

    void anExecWithinARowIsOneEvent() {
        const auto profile = building();
        const ProcessLives lives(profile);
        const std::vector rows{ProcessIndex(1), ProcessIndex(2)};
        const auto life = lives.of(rows);
        QCOMPARE(life.events.size(), std::size_t(3));
        QCOMPARE(life.events[1].kind, LifeEvent::Kind::Exec);
        QCOMPARE(life.events[1].time, 2 * second);
        QCOMPARE(life.existing, (std::vector{TimeRange{second, 6 * second}}));
    }

    void shadesAreWhereNoProcessExistsAtAnyZoom() {
        const auto row = rowOf("true 400");
        const auto life = canvas().lifeOf(row);
        const auto base = Theme::of(ColourScheme::Light).base;
        for (const auto length : {10 * second, second / 10, second / 500, second / 5000}) {
            canvas().setVisibleRange({8 * second - length / 10, 8 * second - length / 10 + length});
            settle();
            const auto rect = canvas().nameRect(rowOf("true 400"));
            const auto image = canvas().viewport()->grab().toImage();
            const auto xOf = [&](std::int64_t time) {
                const auto visible = canvas().visibleRange();
                return qRound(canvas().xOf(std::clamp(time, visible.begin, visible.end)));
            };
            // Naive: a gap shades the pixels from its end to its begin, as rounded.
            std::vector<bool> isShaded(std::size_t(image.width()) + 1);
            const auto shade = [&](std::int64_t from, std::int64_t to) {
                for (int x = xOf(from); x < xOf(to); ++x)
                    isShaded[std::size_t(x)] = true;
            };
            auto from = canvas().visibleRange().begin;
            for (const auto& range : life.existing) {
                shade(from, range.begin);
                from = range.end;
            }
            shade(from, canvas().visibleRange().end);
            std::vector<int> signs;
            for (const auto& sign : lifeSigns(life, lookAt(canvas())))
                signs.push_back(sign.from);
            int checked = 0;
            for (int x = canvas().geometry().plot().left(); x < image.width(); ++x) {
                const auto isNear = [x](int sign) { return std::abs(sign - x) < 8; };
                const auto colour = image.pixelColor(x, rect.top());
                if (std::ranges::any_of(signs, isNear)) continue;
                QVERIFY2((colour != base) == isShaded[std::size_t(x)], qPrintable(QString::number(x)));
                ++checked;
            }
            QVERIFY(checked > 20);
        }
    }

    void rowsOfManyProcessesHaveTheLivesOfFew() {
        // 300 processes of 20 numbers that start, execute and exit at random times.
        std::mt19937 random(3);
        ProfileBuilder builder;
        std::vector<std::int64_t> free(20);
        for (int row = 0; row < 300; ++row) {
            const auto number = random() % 20;
            const auto start = free[number] + std::int64_t(random() % 3);
            free[number] = start + 1 + std::int64_t(random() % 5);
            const bool isEndKnown = random() % 10 > 0;
            builder.addProcess({.pid = int(number) + 1,
                                .startTime = random() % 10 == 0 ? noTime : start,
                                .endTime = isEndKnown ? free[number] : noTime,
                                .parent = {},
                                .name = builder.string("p"),
                                .labels = {}});
        }
        const auto profile = std::make_shared<const Profile>(builder.build());
        const ProcessLives lives(profile);
        for (int round = 0; round < 100; ++round) {
            std::vector<ProcessIndex> row;
            const auto share = 1 + random() % 40; // few processes, and nearly all
            for (std::size_t process = 0; process < 300; ++process)
                if (random() % share == 0) row.emplace_back(process);
            const auto life = lives.of(row);
            // Naive: the events of each process alone, without execs into the same row.
            std::vector<std::tuple<std::int64_t, int, std::size_t, std::size_t>> expected, found;
            const auto add = [](auto& events, const LifeEvent& event) {
                events.emplace_back(event.time, int(event.kind), event.process.row(),
                                    event.previous ? event.previous.row() : 1000);
            };
            for (const auto process : row) {
                for (const auto& event : lives.of(std::span(&process, 1)).events) {
                    const bool isLater = event.kind == LifeEvent::Kind::Exec && event.previous == process &&
                                         std::ranges::binary_search(row, event.process);
                    if (!isLater) add(expected, event);
                }
            }
            for (const auto& event : life.events)
                add(found, event);
            QVERIFY(std::ranges::is_sorted(life.events, {}, &LifeEvent::time));
            std::ranges::sort(expected);
            std::ranges::sort(found);
            QVERIFY(found == expected);
            for (std::int64_t time = -2; time < 120; ++time) {
                const bool exists = std::ranges::any_of(row, [&](ProcessIndex process) {
                    const auto& own = profile->processes[process.row()];
                    return own.startTime <= time && (own.endTime == noTime || time < own.endTime);
                });
                QCOMPARE(life.existsAt(time), exists);
            }
        }
    }

    void screenReadersGetTheLifeOfEachRow() {
        auto* timeline = QAccessible::queryAccessibleInterface(&canvas());
        QVERIFY(timeline);
        QCOMPARE(timeline->childCount(), int(canvas().rows().rows.size()));
        auto* row = timeline->child(int(rowOf("make-child 20")));
        QVERIFY(row->text(QAccessible::Name).startsWith("make-child 20, cpu 1 s ("));
        QCOMPARE(
            row->text(QAccessible::Description),
            QString(
                "1 starts, 1 execs from 1.000 s to 2.000 s. make-child (20) started by make (9) at 1.000 s. "
                "make-child (20) executed gcc at 2.000 s"));
        auto* many = timeline->child(int(rowOf("true 400")));
        QVERIFY(many->text(QAccessible::Description).startsWith("400 starts, 400 exits from "));
        const auto rect = many->rect();
        auto* same = timeline->childAt(rect.center().x(), rect.center().y());
        QVERIFY(same);
        QCOMPARE(same->text(QAccessible::Name), many->text(QAccessible::Name));
    }
};

QTEST_MAIN(TimelineLivesTest)
#include "timeline_lives_test.moc"
