/// Recordings of a whole machine: Candela's own processes are marked and left out with one click, and the
/// timeline shows the machine's idle time.
#include <QTest> // first, because moc can't read <concepts> otherwise

#include "app/window/capture/capture_page.h"
#include "app/window/capture/capture_view.h"
#include "model/analysis/samples/own_processes.h"
#include "model/recording/recording_writer.h"
#include "tests/app/commands/command_outcome.h"
#include "tests/app/window/window_fixture.h"
#include "tests/views/settled.h"
#include "views/filter/filter_bar.h"
#include "views/filter/own_share_button.h"
#include "views/flame_chart/flame_chart_canvas.h"
#include "views/flame_chart/flame_chart_words.h"
#include "views/tables/sample_group_item_model.h"
#include "views/timeline/timeline_view.h"

#include <QContextMenuEvent>
#include <QDirIterator>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QTableView>
#include <QTreeView>

#include <map>
#include <set>

using namespace candela;

namespace {

constexpr std::int64_t tick = 10'000'000; ///< nanoseconds

/// Ten seconds of two CPUs: "make" runs on one in the first four seconds, "candela" and the recorder on the
/// other in half of each second.
std::shared_ptr<const Profile> machine(const char* command = "whole machine") {
    ProfileBuilder builder;
    const auto value = builder.valueType("cpu", "nanoseconds");
    builder.setKind(value, ValueKind::Flow);
    builder.setDefaultValue(value);
    const auto stack = builder.stack(
        {}, builder.frame({.function = builder.function(
                               {.name = builder.string("work"), .rawName = {}, .file = {}, .mapping = {}}),
                           .mapping = {}}));
    const auto thread = [&](int pid, const char* name) {
        const auto process =
            builder.addProcess({.pid = pid, .parent = {}, .name = builder.string(name), .labels = {}});
        return builder.addThread(
            {.process = process, .tid = pid, .name = builder.string("worker"), .labels = {}});
    };
    const auto make = thread(7, "make"), window = thread(8, "candela"), other = thread(9, "candela_bench"),
               recorder = thread(10, "candela-recorde");
    for (std::int64_t time = 0; time < 1000 * tick; time += tick) {
        const auto add = [&](ThreadIndex at, std::int32_t cpu) {
            builder.addSample(
                value,
                {.stack = stack, .weight = tick, .time = time, .thread = at, .cpu = cpu, .labels = {}});
        };
        const auto inSecond = time / tick % 100;
        if (time < 400 * tick) add(inSecond == 0 ? other : make, 0);
        if (inSecond < 50) add(inSecond < 30 ? window : recorder, 1);
    }
    auto& origin = builder.origin();
    origin.command = command;
    origin.cpus = 2;
    origin.duration = 1000 * tick;
    origin.idleTime = 1100 * tick;
    return std::make_shared<const Profile>(builder.build());
}

} // namespace

class OwnProcessesTest : public QObject {
    Q_OBJECT

    std::unique_ptr<WindowFixture> m_fixture;
    TestFolder m_files;

    MainWindow& window() const { return *m_fixture->window; }
    CapturePage* page() const { return shownPage<CapturePage>(window()); }
    Session& session() const { return page()->session(); }
    TimelineCanvas& canvas() const { return *page()->captureView()->timeline()->canvas(); }
    OwnShareButton* button() const { return page()->findChild<OwnShareButton*>(); }

    QString write(const QString& name, const std::shared_ptr<const Profile>& profile) {
        QByteArray bytes;
        Task task;
        const auto written = writeRecording(
            *profile,
            [&](std::span<const std::byte> part) {
                bytes.append(reinterpret_cast<const char*>(part.data()), static_cast<qsizetype>(part.size()));
            },
            task);
        if (!written) qFatal("%s", written.error().message.c_str());
        return m_files.write(name, bytes);
    }
    void open(const QString& path) {
        window().openFiles({path});
        QTRY_VERIFY(page() && !session().shown().isEmpty());
        settle();
        QTRY_VERIFY(canvas().hasPlot());
    }
    QAction* idleAction() const {
        for (auto* entry : window().menuBar()->actions()) {
            if (entry->text() != "&View") continue;
            emit entry->menu()->aboutToShow();
            for (auto* action : entry->menu()->actions())
                if (action->text() == "&Idle time in the timeline") return action;
        }
        return nullptr;
    }
    /// Opens the menu and clicks its entry.
    void clickIdle() {
        auto* menu = qobject_cast<QMenu*>(idleAction()->associatedObjects().value(0));
        QVERIFY(menu);
        menu->popup({10, 10});
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(idleAction()).center());
        settle();
    }

private slots:
    void init() { m_fixture = std::make_unique<WindowFixture>(); }
    void cleanup() {
        settle();
        m_fixture.reset();
    }

    void namesOfCandelasProgramsAreKnown() {
        const auto profile = machine();
        QVERIFY(!isOwnProcess(*profile, ProcessIndex(0))); // not read from a recording
        auto recorded = *profile;
        recorded.origin.format = "candela";
        std::map<std::string, bool> own;
        for (std::size_t row = 0; row < recorded.processes.size(); ++row)
            own[std::string(recorded.text(recorded.processes[row].name))] =
                isOwnProcess(recorded, ProcessIndex(row));
        QCOMPARE(
            own,
            (std::map<std::string, bool>{
                {"make", false}, {"candela", true}, {"candela_bench", false}, {"candela-recorde", true}}));
        Task task;
        QCOMPARE(ownShare(recorded, ValueTypeIndex(0), task), 500.0 / 900.0);
        recorded.origin.command = "process 8 and its children";
        QCOMPARE(ownShare(recorded, ValueTypeIndex(0), task), 0.0);
    }
    void oneClickLeavesThemOut() {
        const auto file = write("machine.candela", machine());
        open(file);
        QTRY_VERIFY(button()->isVisible());
        QCOMPARE(button()->text(), QString("Without Candela (55.6 %)"));
        const auto all = session().shown().total();
        QTest::mouseClick(button(), Qt::LeftButton);
        settle();
        QCOMPARE(session().shown().total(), 400 * tick);
        QVERIFY(!button()->isVisible());
        QCOMPARE(page()->captureView()->filterBar()->chipTexts(),
                 QStringList{"Without process: Candela itself"});
        // The copied command prints the same.
        const auto command = page()->command().replace('\'', '"');
        QVERIFY2(command.contains("--without-process"), qPrintable(command));
        const auto report =
            runCandela(QProcess::splitCommand(command).mid(1) + QStringList{"--format", "json"});
        QCOMPARE(report.json()["total"].toInteger(), session().shown().total());
        // Undo, and the chip's cross, bring them back.
        QTest::keyClick(window().windowHandle(), Qt::Key_Z, Qt::ControlModifier);
        settle();
        QCOMPARE(session().shown().total(), all);
        QVERIFY(button()->isVisible());
        QTest::mouseClick(button(), Qt::LeftButton);
        settle();
        page()->captureView()->filterBar()->removeChip(0);
        settle();
        QVERIFY(session().filter().isEmpty() && button()->isVisible());
    }
    void theirRowsAreMarked() {
        open(write("machine.candela", machine()));
        std::map<QString, bool> own;
        for (const auto& row : canvas().rows().rows)
            if (row.kind == TrackKind::Process) own[row->name] = row->isOwn;
        QCOMPARE(
            own,
            (std::map<QString, bool>{
                {"make", false}, {"candela", true}, {"candela_bench", false}, {"candela-recorde", true}}));
        page()->showView("labels");
        settle();
        const auto* model = page()->captureView()->view()->findChild<QTableView*>()->model();
        QStringList names;
        for (int row = 0; row < model->rowCount(); ++row)
            names << model->index(row, 0).data().toString();
        names.sort();
        QVERIFY2(names.filter("(Candela)").size() == 2, qPrintable(names.join("; ")));
        QVERIFY(names.filter("candela_bench").filter("(Candela)").isEmpty());
        page()->showView("calltree");
        settle();
        const auto* tree = page()->captureView()->view()->findChild<QTreeView*>()->model();
        QStringList roots;
        for (int row = 0; row < tree->rowCount(); ++row)
            roots << tree->index(row, 0).data().toString();
        roots.sort();
        QCOMPARE(roots,
                 QStringList({"candela (Candela)", "candela-recorde (Candela)", "candela_bench", "make"}));
        page()->showView("flamechart");
        settle();
        const auto* chart = page()->captureView()->view()->findChild<FlameChartCanvas*>();
        QTRY_VERIFY(chart->chart());
        names.clear();
        for (const auto& track : chart->chart()->tracks)
            names << trackName(*chart->chart()->profile, track).process;
        names.sort();
        QCOMPARE(names, QStringList({"candela 8 (Candela)", "candela-recorde 10 (Candela)", "candela_bench 9",
                                     "make 7"}));
    }
    void aRecordingOfChosenProcessesHasNoButton() {
        open(write("process.candela", machine("process 8 and its children")));
        settle();
        QVERIFY(!button()->isVisible());
        QVERIFY(!idleAction()->isEnabled());
        QVERIFY(
            std::ranges::none_of(canvas().rows().rows, [](const TimelineRow& row) { return row->isOwn; }));
    }

    void theTimelineShowsIdleTimeWhenItIsWanted() {
        open(write("machine.candela", machine()));
        QVERIFY(!canvas().rows().idle);
        QVERIFY(idleAction()->isEnabled() && !idleAction()->isChecked());
        clickIdle();
        const auto idle = canvas().rows().idle;
        QVERIFY(idle);
        QCOMPARE(idle->total, 1100 * tick);
        QCOMPARE(idle->capacity, 2 * canvas().rows().sliceLength);
        // Each slice has what the samples leave of it.
        const auto& table = session().profile()->samples[0];
        std::vector<std::int64_t> expected(idle->weight.size(), idle->capacity);
        for (std::size_t row = 0; row < table.size(); ++row)
            expected[std::size_t((table.time[row] - canvas().rows().range.begin) /
                                 canvas().rows().sliceLength)] -= table.weight[row];
        // The last slices reach beyond the end of the recording.
        const auto& range = canvas().rows().range;
        for (std::size_t slice = 0; slice < expected.size(); ++slice) {
            const auto begin = range.begin + std::int64_t(slice) * canvas().rows().sliceLength;
            const auto length = std::clamp<std::int64_t>(range.end - begin, 0, canvas().rows().sliceLength);
            expected[slice] = std::max<std::int64_t>(expected[slice] - idle->capacity + 2 * length, 0);
        }
        QVERIFY(std::ranges::count(expected, 0) < std::ssize(expected));
        QCOMPARE(idle->weight, expected);
        // A filter does not change it: the other processes ran nevertheless.
        QTest::mouseClick(button(), Qt::LeftButton);
        settle();
        QCOMPARE(canvas().rows().idle->weight, expected);
        // Under the pointer it is named.
        const auto at =
            QPoint(canvas().geometry().plot().center().x(), canvas().geometry().idleNameRect().center().y());
        QTest::mouseMove(canvas().viewport(), at);
        QTRY_COMPARE(canvas().hoverWords().name, QString("Idle"));
        // It is also shown in the next capture, until the context menu switches it off.
        open(write("other.candela", machine()));
        QVERIFY(canvas().rows().idle && idleAction()->isChecked());
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, canvas().viewport()->mapToGlobal(at));
        QCoreApplication::sendEvent(canvas().viewport(), &event);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        auto* last = menu->actions().back();
        QVERIFY(last->isChecked() && last->text() == "Idle time");
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(last).center());
        settle();
        QVERIFY(!canvas().rows().idle && !idleAction()->isChecked());
    }
    void allNamesThatTheRecorderSetsAreKnown() {
        const QRegularExpression pattern(QString::fromStdString(ownProcessPattern()));
        const QRegularExpression call("PR_SET_NAME,([^;]*);"), name("\"([^\"]*)\"");
        std::set<QString> names;
        QDirIterator sources(SOURCE_DIR "/recorder", {"*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
        while (sources.hasNext()) {
            QFile source(sources.next());
            QVERIFY(source.open(QFile::ReadOnly));
            auto calls = call.globalMatch(QString::fromUtf8(source.readAll()));
            while (calls.hasNext()) {
                auto texts = name.globalMatch(calls.next().captured(1));
                while (texts.hasNext())
                    names.insert(texts.next().captured(1));
            }
        }
        QVERIFY(names.size() >= 7);
        for (const auto& text : names)
            QVERIFY2(pattern.match(text.left(15)).hasMatch(), qPrintable(text)); // as long as the kernel's
    }
};

QTEST_MAIN(OwnProcessesTest)
#include "own_processes_test.moc"
