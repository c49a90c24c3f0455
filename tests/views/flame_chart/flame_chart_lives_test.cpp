/// Starts, execs and exits of processes in the flame chart.
#include "tests/views/second.h"
#include "tests/views/settled.h"
#include "views/flame_chart/flame_chart_view.h"
#include "views/widgets/theme.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QTest>
#include <QToolTip>

using namespace candela;

namespace {

enum class Lives { Known, NotKnown };

/// "sh" (5) for ten seconds; it starts 20 at 2 s, which executes "gcc" at 3 s and exits at 7 s. Samples
/// have one frame.
std::shared_ptr<const Profile> shellAndCompiler(Lives lives) {
    ProfileBuilder builder;
    const auto value = builder.valueType("cpu", "nanoseconds");
    const auto function =
        builder.function({.name = builder.string("main"), .rawName = {}, .file = {}, .mapping = {}});
    const auto stack = builder.stack({}, builder.frame({.function = function, .mapping = {}}));
    const auto add = [&](int pid, const char* name, std::int64_t start, std::int64_t end,
                         ProcessIndex parent) {
        const bool isKnown = lives == Lives::Known;
        const auto process = builder.addProcess({.pid = pid,
                                                 .startTime = isKnown ? start : noTime,
                                                 .endTime = isKnown ? end : noTime,
                                                 .parent = parent,
                                                 .name = builder.string(name),
                                                 .labels = {}});
        const auto thread =
            builder.addThread({.process = process, .tid = pid, .name = builder.string(name), .labels = {}});
        for (auto time = std::max<std::int64_t>(start, 0); time < std::min(end, 10 * second);
             time += second / 50)
            builder.addSample(
                value, {.stack = stack, .weight = second / 50, .time = time, .thread = thread, .labels = {}});
        return process;
    };
    const auto shell = add(5, "sh", -second, 11 * second, {});
    add(20, "sh", 2 * second, 3 * second, shell);
    add(20, "gcc", 3 * second, 7 * second, shell);
    return std::make_shared<const Profile>(builder.build());
}

} // namespace

class FlameChartLivesTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<Session> m_session;
    std::unique_ptr<FlameChartView> m_view;

    FlameChartCanvas& canvas() { return *m_view->canvas(); }
    std::size_t trackOf(const char* name, int pid) {
        const auto& chart = *canvas().chart();
        for (std::size_t track = 0; track < chart.tracks.size(); ++track) {
            const auto& process = chart.profile->processes[chart.tracks[track].process.row()];
            if (process.pid == pid && chart.profile->text(process.name) == name) return track;
        }
        qFatal("no such track");
    }
    QPoint head(std::size_t track, std::int64_t time) {
        return {qRound(canvas().geometry().xOf(time)), canvas().geometry().trackRect(track).top() + 5};
    }
    QString toolTip(QPoint point) {
        QHelpEvent event(QEvent::ToolTip, point, canvas().viewport()->mapToGlobal(point));
        QCoreApplication::sendEvent(canvas().viewport(), &event);
        return QToolTip::text();
    }
    QColor colourAt(QPoint point) { return canvas().viewport()->grab().toImage().pixelColor(point); }
    bool hasSign(QPoint point) {
        const auto image = canvas().viewport()->grab().toImage();
        for (int x = point.x() - 3; x <= point.x() + 3; ++x)
            if (image.pixelColor(x, point.y()) == Theme::of(ColourScheme::Light).text) return true;
        return false;
    }
    void open(Lives lives) {
        m_view.reset();
        m_session = std::make_unique<Session>();
        m_view = std::make_unique<FlameChartView>(*m_session);
        m_view->resize(1200, 500);
        m_view->show();
        m_session->setProfile(shellAndCompiler(lives));
        settle();
        QVERIFY(canvas().hasPlot());
    }

private slots:
    void init() {
        Theme::apply(ColourScheme::Light);
        open(Lives::Known);
    }
    void cleanup() {
        m_view.reset();
        m_session.reset();
    }

    void signsAreAboveTheBlocksAndHaveToolTips() {
        for (const auto& [name, time, expected] :
             {std::tuple{"sh", 2 * second, "sh (20) started by sh (5) at 2.000 s"},
              {"sh", 3 * second, "sh (20) executed gcc at 3.000 s"},
              {"gcc", 3 * second, "sh (20) executed gcc at 3.000 s"},
              {"gcc", 7 * second, "gcc (20) exited at 7.000 s"}}) {
            const auto point = head(trackOf(name, 20), time);
            QVERIFY2(hasSign(point), expected);
            QVERIFY2(toolTip(point).contains(expected), qPrintable(toolTip(point)));
            QVERIFY(!canvas().blockAt(point));
        }
        QVERIFY(canvas().lifeEventsAt(head(trackOf("gcc", 20), 5 * second)).empty());
        QVERIFY(!hasSign(head(trackOf("gcc", 20), 5 * second)));
        // Below its sign is the block, with its own tool tip.
        const auto track = trackOf("gcc", 20);
        const QPoint block(head(track, 3 * second).x() + 2, canvas().geometry().rowTop(track, 0) + 4);
        QVERIFY(canvas().blockAt(block));
        QVERIFY(toolTip(block).contains("main"));
        auto* row = QAccessible::queryAccessibleInterface(&canvas())->child(int(track));
        QCOMPARE(row->text(QAccessible::Description),
                 QString("1 execs, 1 exits from 3.000 s to 7.000 s. sh (20) "
                         "executed gcc at 3.000 s. gcc (20) exited at "
                         "7.000 s"));
    }

    void timesWithoutTheProcessAreShaded() {
        const auto base = Theme::of(ColourScheme::Light).base;
        for (const auto& [name, pid, from, to] :
             {std::tuple{"sh", 20, 2, 3}, {"gcc", 20, 3, 7}, {"sh", 5, 0, 11}}) {
            for (int half = 1; half < 20; half += 2) {
                const bool exists = half > 2 * from && half < 2 * to;
                QVERIFY2((colourAt(head(trackOf(name, pid), half * second / 2)) == base) == exists,
                         qPrintable(QString("%1 %2").arg(name).arg(half)));
            }
        }
    }

    void profilesWithoutLivesHaveNoRoomForSigns() {
        const auto height = canvas().geometry().contentHeight();
        open(Lives::NotKnown);
        const auto& geometry = canvas().geometry();
        QVERIFY(geometry.contentHeight() < height);
        QCOMPARE(geometry.rowTop(0, 0), geometry.trackRect(0).top());
        for (const auto time : {second / 2, 9 * second})
            QCOMPARE(
                colourAt({qRound(geometry.xOf(time)), geometry.trackRect(trackOf("gcc", 20)).center().y()}),
                Theme::of(ColourScheme::Light).base);
    }
};

QTEST_MAIN(FlameChartLivesTest)
#include "flame_chart_lives_test.moc"
