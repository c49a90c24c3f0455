/// The timeline under mouse and keys.
#include "model/profile/losses.h"
#include "tests/profile_text.h"
#include "tests/views/example_profiles.h"
#include "tests/views/second.h"
#include "tests/views/timeline/timeline_window.h"
#include "views/session/filter_chips.h"
#include "views/session/message_stack.h"
#include "views/timeline/time_axis.h"

#include <QLabel>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>

using namespace candela;

namespace {

/// Process "render" (7) with threads 7 and 8, process "make" (9); a sample every hundredth of a second for
/// ten seconds.
std::shared_ptr<const Profile> threeThreads() {
    ProfileBuilder builder;
    const auto value = builder.valueType("cpu", "nanoseconds");
    const auto function =
        builder.function({.name = builder.string("main"), .rawName = {}, .file = {}, .mapping = {}});
    const auto stack = builder.stack({}, builder.frame({.function = function, .mapping = {}}));
    const auto render =
        builder.addProcess({.pid = 7, .parent = {}, .name = builder.string("render"), .labels = {}});
    const auto make =
        builder.addProcess({.pid = 9, .parent = {}, .name = builder.string("make"), .labels = {}});
    const auto thread = [&](ProcessIndex process, int tid, const char* name) {
        return builder.addThread(
            {.process = process, .tid = tid, .name = builder.string(name), .labels = {}});
    };
    const ThreadIndex threads[] = {thread(render, 7, "render"), thread(render, 8, "worker"),
                                   thread(make, 9, "make")};
    for (int row = 0; row < 1000; ++row)
        builder.addSample(value, {.stack = stack,
                                  .weight = 10'000'000,
                                  .time = row * second / 100,
                                  .thread = threads[row % 4 == 0   ? 2
                                                    : row % 4 == 1 ? 1
                                                                   : 0],
                                  .cpu = row % 2,
                                  .labels = {}});
    return std::make_shared<const Profile>(builder.build());
}

} // namespace

class TimelineViewTest : public QObject, TimelineWindow {
    Q_OBJECT
private:
    void drag(std::int64_t from, std::int64_t to) {
        const int y = surface()->height() / 2;
        QTest::mousePress(surface(), Qt::LeftButton, {}, QPoint(qRound(canvas().xOf(from)), y));
        QTest::mouseMove(surface(), QPoint(qRound(canvas().xOf((from + to) / 2)), y));
        QTest::mouseMove(surface(), QPoint(qRound(canvas().xOf(to)), y));
        QTest::mouseRelease(surface(), Qt::LeftButton, {}, QPoint(qRound(canvas().xOf(to)), y));
        settle();
    }

private slots:
    void init() { open(threeThreads(), 500); }
    void cleanup() { close(); }
    void theNumbersAreWholeAtEveryWidth() {
        for (int width = 1400; width >= 400; width -= 40) {
            m_view->resize(width, 500);
            settle();
            for (const auto* label : m_view->findChildren<QLabel*>()) {
                if (!label->isVisible() || !label->text().contains("samples")) continue;
                const QRect area(label->mapTo(m_view.get(), QPoint()), label->size());
                QVERIFY2(m_view->rect().contains(area) && label->width() >= label->sizeHint().width(),
                         qPrintable(QString("%1 of %2").arg(label->width()).arg(width)));
                QVERIFY(area.right() > width - 16); // what the pointer is on has the rest of the line
            }
        }
    }
    /// Recordings begin before their first sample and end after the last one.
    void theWholeLastsAsLongAsTheRecording() {
        auto profile = *threeThreads();
        profile.origin.duration = 12 * second;
        m_session->setProfile(std::make_shared<const Profile>(profile));
        settle();
        const auto shows = [this](const QString& words) {
            const auto labels = m_view->findChildren<QLabel*>();
            return std::ranges::any_of(labels,
                                       [&](const QLabel* label) { return label->text().startsWith(words); });
        };
        QVERIFY(shows("12 s  ·  1,000 samples"));
        drag(2 * second, 6 * second);
        QVERIFY(shows("Selected  ·  ") && !shows("12 s"));
        m_session->clearTime();
        profile.origin.duration = 4 * second; // samples exceed it, and the axis has all of them
        m_session->setProfile(std::make_shared<const Profile>(profile));
        settle();
        QVERIFY(shows("9.99 s  ·  1,000 samples"));
    }
    void heavyProcessesAndThreadsComeFirst() {
        QCOMPARE(names(), (QStringList{"render 7", "render 7", "worker 8", "make 9"}));
        const auto totalOf = [this](std::size_t row) { return canvas().rows().rows[row]->lanes[0].total; };
        QCOMPARE(totalOf(0), totalOf(1) + totalOf(2));
        std::int64_t sum = 0;
        for (const auto weight : canvas().rows().main().sum.weight)
            sum += weight;
        QCOMPARE(sum, 10 * second);
        canvas().setTracks(TimelineTracks::Cpus);
        settle();
        QCOMPARE(names(), (QStringList{"CPU 0 ", "CPU 1 "}));
    }
    void timeThatIsLostIsHatchedAndExplained() {
        ProfileBuilder builder;
        const auto value = builder.valueType("cpu", "nanoseconds");
        const auto process =
            builder.addProcess({.pid = 7, .parent = {}, .name = builder.string("app"), .labels = {}});
        const auto thread =
            builder.addThread({.process = process, .tid = 7, .name = builder.string("app"), .labels = {}});
        for (int row = 0; row <= 100; ++row) {
            if (row > 40 && row < 60) continue; // lost
            if (row > 20 && row < 30) continue; // idle
            builder.addSample(value, {.stack = {},
                                      .weight = 10'000'000,
                                      .time = row * second / 10,
                                      .thread = thread,
                                      .labels = {}});
        }
        addLostTime(builder, {4 * second, 6 * second});
        m_session->setProfile(std::make_shared<const Profile>(builder.build()));
        settle();
        const auto image = surface()->grab().toImage().convertToFormat(QImage::Format_RGB32);
        const auto isHatched = [&](std::int64_t time) {
            const int x = qRound(canvas().xOf(time));
            for (int y = 0; y < image.height(); ++y)
                if (image.pixel(x, y) == Theme::of(ColourScheme::Light).warning.rgb()) return true;
            return false;
        };
        for (const auto tenths : {41, 45, 50, 55, 59})
            QVERIFY2(isHatched(tenths * second / 10), qPrintable(QString::number(tenths)));
        for (const auto tenths : {10, 25, 38, 62, 90})
            QVERIFY2(!isHatched(tenths * second / 10), qPrintable(QString::number(tenths)));
        const auto wordsAt = [&](std::int64_t time) {
            QTest::mouseMove(surface(),
                             QPoint(qRound(canvas().xOf(time)), canvas().nameRect(0).center().y()));
            return canvas().hoverWords().numbers.join(' ');
        };
        QVERIFY(wordsAt(5 * second).contains("damaged"));
        QVERIFY(!wordsAt(5 * second / 2).contains("damaged")); // idle
    }
    void aClickOnACpuKeepsItsSamples() {
        canvas().setTracks(TimelineTracks::Cpus);
        settle();
        const auto clickName = [this](std::size_t row, Qt::KeyboardModifiers modifiers = {}) {
            QTest::mouseClick(surface(), Qt::LeftButton, modifiers, canvas().nameRect(row).center());
            settle();
        };
        clickName(1);
        QCOMPARE(m_session->filter().cpus, std::vector<std::int32_t>{1});
        QCOMPARE(m_session->shown().weights->samples, 500U);
        QCOMPARE(filterChips(m_session->filter(), *m_session->profile()).at(0).text, QString("CPU: 1"));
        QCOMPARE(names(), (QStringList{"CPU 0 ", "CPU 1 "})); // all CPUs stay visible, because the user picks
                                                              // among them
        clickName(0, Qt::ControlModifier);
        QCOMPARE(m_session->shown().weights->samples, 1000U);
        clickName(0);
        QCOMPARE(m_session->filter().cpus, std::vector<std::int32_t>{0});
        clickName(0);
        QVERIFY(m_session->filter().isEmpty());
    }
    void aClickOnAProcessKeepsItAndShowsAChip() {
        const auto name = [this](std::size_t row) { return canvas().nameRect(row).center(); };
        QTest::mouseClick(surface(), Qt::LeftButton, {}, name(3)); // the process has a single thread
        settle();
        const auto chips = [this] {
            QStringList texts;
            for (const auto& chip : filterChips(m_session->filter(), *m_session->profile()))
                texts << chip.text;
            return texts;
        };
        QCOMPARE(chips(), QStringList{"Process: make 9"});
        QCOMPARE(m_session->shown().weights->samples, 250U);
        QTest::mouseClick(surface(), Qt::LeftButton, {}, name(0));
        settle();
        QCOMPARE(chips(), QStringList{"Process: render 7"});
        QCOMPARE(m_session->shown().weights->samples, 750U);
        QTest::mouseClick(surface(), Qt::LeftButton, {}, name(2));
        QCOMPARE(chips(), QStringList{"Thread: worker 8"});
    }
    void aDragSelectsATimeAndADoubleClickClearsIt() {
        drag(2 * second, 6 * second);
        const auto time = m_session->filter().time;
        QVERIFY(time.has_value());
        const auto pixel = (canvas().visibleRange().end - canvas().visibleRange().begin) / 700;
        QVERIFY(std::abs(time->begin - 2 * second) <= pixel);
        QVERIFY(std::abs(time->end - 6 * second) <= pixel);
        QVERIFY(m_session->shown().weights->samples >= 395 && m_session->shown().weights->samples <= 405);
        QVERIFY(hasColour(*m_view, Theme::of(ColourScheme::Light).accent));
        // The tracks still show the time around it.
        QCOMPARE(canvas().rows().main().sum.total, 10 * second);
        // Its end can be dragged.
        drag(time->end, 9 * second);
        QCOMPARE(m_session->filter().time->begin, time->begin);
        QVERIFY(std::abs(m_session->filter().time->end - 9 * second) <= pixel);
        QTest::mouseDClick(surface(), Qt::LeftButton, {}, QPoint(qRound(canvas().xOf(4 * second)), 200));
        settle();
        QVERIFY(!m_session->filter().time);
        drag(8 * second, 7 * second);
        QVERIFY(m_session->filter().time->begin < m_session->filter().time->end);
        QTest::keyClick(&canvas(), Qt::Key_Escape);
        QVERIFY(!m_session->filter().time);
    }
    void aClickOnANameKeepsItsSamples() {
        QTest::mouseClick(surface(), Qt::LeftButton, {}, canvas().nameRect(2).center());
        settle();
        QCOMPARE(m_session->filter().threads.size(), 1U);
        QCOMPARE(m_session->shown().weights->samples, 250U);
        // The other tracks stay visible, so that they can be picked.
        QCOMPARE(names().size(), 4);
        QTest::mouseClick(surface(), Qt::LeftButton, Qt::ControlModifier, canvas().nameRect(3).center());
        settle();
        QCOMPARE(m_session->shown().weights->samples, 500U);
        QTest::mouseClick(surface(), Qt::LeftButton, {}, canvas().nameRect(0).center());
        settle();
        QCOMPARE(m_session->filter().processes.size(), 1U);
        QCOMPARE(m_session->shown().weights->samples, 750U);
        QTest::mouseClick(surface(), Qt::LeftButton, {}, canvas().nameRect(0).center());
        settle();
        QVERIFY(m_session->filter().isEmpty());
    }
    void theSignOpensAndClosesAProcess() {
        const auto sign = QPoint(10, canvas().nameRect(0).center().y());
        QTest::mouseClick(surface(), Qt::LeftButton, {}, sign);
        QCOMPARE(names(), (QStringList{"render 7", "make 9"}));
        QVERIFY(m_session->filter().isEmpty());
        QTest::mouseClick(surface(), Qt::LeftButton, {}, sign);
        QCOMPARE(names().size(), 4);
    }
    void theWheelZoomsAroundThePointer() {
        const auto whole = canvas().visibleRange();
        const double x = canvas().xOf(3 * second);
        const auto turn = [&](int angle) {
            QWheelEvent event(QPointF(x, 200), surface()->mapToGlobal(QPointF(x, 200)), {}, QPoint(0, angle),
                              {}, {}, Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(surface(), &event);
            settle();
        };
        turn(480);
        const auto closer = canvas().visibleRange();
        QVERIFY(closer.end - closer.begin < (whole.end - whole.begin) / 2);
        QVERIFY(std::abs(canvas().xOf(3 * second) - x) <= 1);
        QCOMPARE(canvas().rows().range, closer);
        // Totals and their order are still those of the whole time.
        QCOMPARE(canvas().rows().main().sum.total, 10 * second);
        turn(-4800);
        QCOMPARE(canvas().visibleRange(), whole);
        turn(480);
        QTest::keyClick(&canvas(), Qt::Key_Home);
        QCOMPARE(canvas().visibleRange(), whole);
    }
    void hoveringShowsTimeTrackAndWeight() {
        const auto x = qRound(canvas().xOf(5 * second));
        QTest::mouseMove(surface(), QPoint(x, canvas().nameRect(2).center().y()));
        QTRY_VERIFY(canvas().hoverWords().text().contains("worker 8"));
        QVERIFY2(canvas().hoverWords().text().startsWith("5.0") ||
                     canvas().hoverWords().text().startsWith("4.9"),
                 qPrintable(canvas().hoverWords().text()));
        QVERIFY2(canvas().hoverWords().text().contains(" ms within "),
                 qPrintable(canvas().hoverWords().text()));
    }
    void aGrowingRecordingKeepsTheWholeVisible() {
        ProfileBuilder builder;
        const auto value = builder.valueType("cpu", "nanoseconds");
        const auto function =
            builder.function({.name = builder.string("main"), .rawName = {}, .file = {}, .mapping = {}});
        const auto stack = builder.stack({}, builder.frame({.function = function, .mapping = {}}));
        const auto process =
            builder.addProcess({.pid = 7, .parent = {}, .name = builder.string("render"), .labels = {}});
        const auto thread =
            builder.addThread({.process = process, .tid = 7, .name = builder.string("render"), .labels = {}});
        m_session->reset();
        for (int part = 1; part <= 3; ++part) {
            for (int row = 0; row < 100; ++row)
                builder.addSample(value, {.stack = stack,
                                          .weight = 1,
                                          .time = (part * 100 + row) * second / 100,
                                          .thread = thread,
                                          .labels = {}});
            m_session->setProfile(std::make_shared<const Profile>(builder.snapshot()));
            settle();
            QCOMPARE(canvas().visibleRange(), canvas().wholeRange());
            QCOMPARE(canvas().rows().main().sum.total, 100 * part);
        }
    }
    void aProfileWithoutTimesShowsAMessage() {
        m_session->reset();
        m_session->setProfile(std::make_shared<const Profile>(profileFromText("main;draw 5\n")));
        settle();
        QVERIFY(!canvas().hasTimes());
        QCOMPARE(m_view->findChild<MessageStack*>()->currentIndex(), 1);
    }
    void ticksAreRoundAndOfOneUnit_data() {
        QTest::addColumn<qint64>("begin");
        QTest::addColumn<qint64>("end");
        QTest::addColumn<QStringList>("texts");
        QTest::newRow("seconds") << qint64(0) << qint64(10 * second)
                                 << QStringList{"0 s", "2 s", "4 s", "6 s", "8 s"};
        QTest::newRow("parts of a second")
            << qint64(second / 10) << qint64(second) << QStringList{"0.2 s", "0.4 s", "0.6 s", "0.8 s"};
        QTest::newRow("near") << qint64(second) << qint64(second + 1'000'000)
                              << QStringList{"1.0000 s", "1.0002 s", "1.0004 s", "1.0006 s", "1.0008 s"};
        QTest::newRow("microseconds")
            << qint64(0) << qint64(10'000)
            << QStringList{"0.000 ms", "0.002 ms", "0.004 ms", "0.006 ms", "0.008 ms"};
        QTest::newRow("hours") << qint64(0) << qint64(10'000 * second)
                               << QStringList{"0 s", "2,000 s", "4,000 s", "6,000 s", "8,000 s"};
        QTest::newRow("nothing") << qint64(5) << qint64(5) << QStringList{};
    }
    void ticksAreRoundAndOfOneUnit() {
        QFETCH(qint64, begin);
        QFETCH(qint64, end);
        QStringList texts;
        for (const auto& tick : timeTicks({begin, end}, 5))
            texts << tick.text;
        QTEST(texts, "texts");
    }
};

QTEST_MAIN(TimelineViewTest)
#include "timeline_view_test.moc"
