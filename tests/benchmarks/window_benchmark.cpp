#include "app/recording/recording_sink.h"
#include "app/window/capture/capture_view.h"
#include "model/base/units.h"
#include "model/profile/profile_builder.h"
#include "tests/app/window/loop_watch.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/benchmarks/synthetic_profile.h"
#include "views/flame_graph/flame_graph_view.h"
#include "views/tables/call_tree_view.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QThreadPool>
#include <QTimer>
#include <QTreeView>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

namespace candela {

namespace {

constexpr int windowRuns = 7;
constexpr QSize windowSize(1400, 900);

/// Sleeps until results of other threads arrive, and shows them. With a maximum time, processEvents() would
/// not sleep, and would take a CPU from the measured work.
template<typename Condition>
void waitUntil(Condition condition) {
    while (!condition())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents(); // paints
}

/// Work that a user waits for between an input and the resulting picture.
class WindowBenchmark {
public:
    WindowBenchmark(Report& report, const SyntheticRecording& recording)
        : m_report(report), m_view(m_session) {
        m_view.resize(windowSize);
        m_view.show();
        // In this recording every process has every stack, unlike on a real machine. A tree for each process
        // would have six times the nodes of a single one.
        m_session.setRoots({});
        m_session.setProfile(std::make_shared<const Profile>(recording.build()));
        waitUntil([&] { return !m_session.isBusy() && !canvas().scene().isEmpty(); });
        m_input = fmt::format("{} samples, {} nodes", formatCount(std::int64_t(recording.samples().size())),
                              formatCount(std::int64_t(m_session.shown().shape->size())));
    }

    void callers() {
        // Alternates between the directions, because existing trees are not computed again.
        auto direction = Direction::TopDown;
        std::vector<double> callees, callers;
        for (int run = 0; run < 2 * windowRuns + 2; ++run) {
            direction = direction == Direction::TopDown ? Direction::Inverted : Direction::TopDown;
            QElapsedTimer timer;
            timer.start();
            canvas().setDirection(direction);
            waitUntil([&] { return canvas().scene().tree->direction() == direction; });
            const auto milliseconds = double(timer.nsecsElapsed()) / 1e6;
            if (run > 1) (direction == Direction::Inverted ? callers : callees).push_back(milliseconds);
        }
        m_report.values("window: callers", m_input, callers, "ms");
        m_report.values("window: callees", m_input, callees, "ms");
    }

    /// Each run selects other samples.
    void filters() {
        const auto length = endTime();
        changes("time", [&](int run) {
            const auto begin = length * (run + 1) / 40;
            return Filter{.time = TimeRange{begin, begin + length / 2}};
        });
        changes("thread", [](int run) { return Filter{.thread = fmt::format("^thread-{}$", run % 8)}; });
        changes("process", [](int run) { return Filter{.process = fmt::format("^process-{}$", run)}; });
        changes("focus", [&](int run) { return Filter{.focus = fmt::format("step{}\\(", run)}; });
        changes("ignore", [&](int run) { return Filter{.ignore = fmt::format("step{}\\(", run)}; });
        changes("hide", [&](int run) { return Filter{.hide = fmt::format("step{}\\(", run)}; });
    }

    /// Each run has another function, module or call node; the first functions are in most stacks.
    void transforms() {
        for (const auto& transform : allTransforms()) {
            changes(transform.name, [&](int run) {
                return Filter{.transforms = {{transform.kind, namesFor(transform.argument, run)}}};
            });
        }
        changes("all recursion", [](int) {
            return Filter{.transforms = {{TransformKind::CollapseRecursion, {}}}};
        });
        m_report.values("window: no filter again", m_input, std::exchange(m_undone, {}), "ms");
    }
    void hidden() {
        changes("hide", [&](int run) {
            return Filter{.transforms = {{TransformKind::Hide, namesFor(TransformArgument::Function, run)}}};
        });
    }

    void search() {
        int number = 0;
        m_report.time("window: search", m_input, {}, [&] {
            m_session.setSearch(QString("step%1").arg(++number % 10));
            waitUntil([&] { return !m_session.isBusy(); });
        });
        m_session.setSearch({});
        waitUntil([&] { return !m_session.isBusy(); });
    }

    void callTree() {
        m_report.time("window: call tree", m_input, {}, [&] {
            CallTreeView view(m_session);
            view.resize(windowSize);
            view.show();
            waitUntil([&] { return view.treeView()->model()->rowCount() > 0; });
        });
    }

private:
    FlameCanvas& canvas() { return *m_view.canvas(); }

    std::int64_t endTime() const {
        std::int64_t end = 0;
        for (const auto time : m_session.profile()->samples.front().time)
            end = std::max(end, time);
        return end;
    }

    /// Measures the time from a change of the filter to the painted flame graph. Each is made without an
    /// earlier one.
    void changes(std::string_view name, const std::function<Filter(int)>& filterOf) {
        std::vector<double> runs;
        for (int run = -1; run < windowRuns; ++run) {
            const auto milliseconds = show(filterOf(run + 1));
            const auto undone = show({});
            if (run < 0) continue;
            runs.push_back(milliseconds);
            m_undone.push_back(undone);
        }
        m_report.values(fmt::format("window: {}", name), m_input, std::move(runs), "ms");
    }
    double show(const Filter& filter) {
        QElapsedTimer timer;
        timer.start();
        m_session.setFilter(filter);
        waitUntil([&] { return !m_session.isBusy() && !canvas().isPending(); });
        return double(timer.nsecsElapsed()) / 1e6;
    }

    std::vector<std::string> namesFor(TransformArgument argument, int run) {
        const auto number = static_cast<std::size_t>(run);
        const auto& shown = m_session.shown();
        switch (argument) {
        case TransformArgument::Function:
        case TransformArgument::OptionalFunction:
            return {shown.groups()[(*shown.functions)[number].group].name};
        case TransformArgument::Module:
            return {fmt::format("libpart{}.so", run)};
        case TransformArgument::CallPath: {
            auto tree = shown.tree(Direction::TopDown);
            std::vector<std::string> names;
            for (auto node = tree.children({})[number]; names.size() < 3; node = tree.children(node).front())
                names.push_back(tree.groups()[tree.group(node)].name);
            return names;
        }
        }
        return {};
    }

    Report& m_report;
    Session m_session;
    FlameGraphView m_view;
    std::string m_input;
    std::vector<double> m_undone; // milliseconds until the whole profile was shown again
};

/// Finds a path that no root has below roots of many children, as the GUI thread does for a zoom that stays.
void findMissingPath(Report& report) {
    constexpr std::int32_t roots = 300;
    constexpr std::size_t functions = 10'000;
    ProfileBuilder builder;
    const auto value = builder.valueType("cpu", "nanoseconds");
    std::vector<StackIndex> stacks;
    for (std::size_t row = 0; row < functions; ++row) {
        const auto function =
            builder.function({.name = builder.string(fmt::format("Worker::step{}(int)", row)),
                              .rawName = {},
                              .file = {},
                              .mapping = {}});
        stacks.push_back(builder.stack({}, builder.frame({.function = function, .mapping = {}})));
    }
    for (std::int32_t root = 0; root < roots; ++root) {
        const auto name = builder.string(fmt::format("process-{}", root));
        const auto process = builder.addProcess({.pid = root + 1, .parent = {}, .name = name, .labels = {}});
        const auto thread =
            builder.addThread({.process = process, .tid = root + 1, .name = name, .labels = {}});
        for (const auto stack : stacks)
            builder.addSample(value, {.stack = stack, .weight = 1 + root, .thread = thread, .labels = {}});
    }
    Session session;
    session.setRoots(SampleKey{SampleKey::Kind::Process});
    session.setProfile(std::make_shared<const Profile>(builder.build()));
    waitUntil([&] { return !session.isBusy(); });
    std::vector<double> runs;
    for (int run = 0; run < windowRuns; ++run) {
        auto tree = session.shown().tree(Direction::TopDown);
        const auto before = threadMilliseconds();
        const auto found = nearestCallNode(tree, {Direction::TopDown, {{.name = "Worker::step(int)"}}});
        runs.push_back(threadMilliseconds() - before);
        if (found) qFatal("a node that does not exist was found");
    }
    report.values("window: path below roots",
                  fmt::format("{} roots, each with {} children", roots, formatCount(functions)), runs, "ms");
}

/// The tables that an hour's recording of a whole machine that compiles has in the end.
struct LiveHour {
    int cpus = 0;
    int processes = 0;
    int stacks = 0;

    std::string text() const {
        return fmt::format("{} CPUs, {} processes, {} stacks", cpus, formatCount(processes),
                           formatCount(stacks));
    }
};

/// A snapshot at the end of the hour. Those of other numbers have other samples.
Profile snapshotOf(const LiveHour& hour, std::uint64_t number) {
    constexpr std::int64_t length = 3'600'000'000'000;
    constexpr std::array programs{"cc1plus", "as", "ld", "sh", "make", "ninja", "python3", "collect2"};
    constexpr std::uint32_t functionCount = 50'000;
    constexpr std::uint16_t maximumDepth = 60;
    SteadyRandom random;
    ProfileBuilder builder;
    std::vector<FrameIndex> frames;
    for (std::uint32_t row = 0; row < functionCount; ++row) {
        const auto mapping = builder.mapping(
            {.path = builder.string(fmt::format("/usr/lib/libpart{}.so", row % 400)), .buildId = {}});
        const auto name = builder.string(fmt::format("part{}::Worker::step{}(int const&)", row % 400, row));
        frames.push_back(builder.frame(
            {.function = builder.function({.name = name, .rawName = {}, .file = {}, .mapping = mapping}),
             .mapping = mapping,
             .address = 64 * row}));
    }
    std::vector<std::pair<StackIndex, std::uint16_t>> stacks; // with their depths
    for (int row = 0; row < hour.stacks; ++row) {
        const auto back = random.skewedBelow(64);
        auto parent = row > 64 ? stacks[stacks.size() - 1 - back] : std::pair(StackIndex(), std::uint16_t(0));
        if (parent.second > maximumDepth) parent = stacks[random.below(64)];
        stacks.emplace_back(builder.stack(parent.first, frames[random.skewedBelow(functionCount)]),
                            std::uint16_t(parent.second + 1));
    }
    std::vector<ThreadIndex> threads;
    ProcessIndex make;
    for (int row = 0; row < hour.processes; ++row) {
        const auto name = builder.string(programs[random.below(programs.size())]);
        const auto start = length * row / hour.processes;
        const auto process =
            builder.addProcess({.pid = 100 + row,
                                .startTime = start,
                                .endTime = std::min(length, start + length * hour.cpus / hour.processes),
                                .parent = make,
                                .name = name,
                                .labels = {}});
        if (row == 0) make = process;
        threads.push_back(
            builder.addThread({.process = process, .tid = 100 + row, .name = name, .labels = {}}));
    }
    const auto value = builder.valueType("cpu", "nanoseconds");
    random = SteadyRandom(number);
    constexpr auto samples = RecordingSink::maximumShownSamples;
    for (std::size_t row = 0; row < samples; ++row) {
        const auto at = std::size_t(hour.processes) * row / samples;
        builder.addSample(value, {.stack = stacks[random.skewedBelow(std::uint32_t(hour.stacks))].first,
                                  .weight = length / std::int64_t(samples) * hour.cpus,
                                  .time = length / std::int64_t(samples) * std::int64_t(row),
                                  .thread = threads[at - std::min<std::size_t>(at, random.below(8))],
                                  .cpu = std::int32_t(row % std::size_t(hour.cpus)),
                                  .labels = {}});
    }
    return builder.build();
}

/// The window's own thread while the view of a recording is refreshed.
class LiveBenchmark {
public:
    LiveBenchmark(Report& report, const LiveHour& hour)
        : m_report(report), m_snapshots{snapshotOf(hour, 0), snapshotOf(hour, 1)}, m_view(m_session),
          m_input(hour.text()) {
        m_view.resize(1920, 1200);
        m_view.show();
        show(next());
    }

    void refreshes(const QString& name) {
        m_view.showView(name);
        settle();
        std::vector<double> sums, turns;
        for (int run = 0; run < windowRuns; ++run) {
            auto snapshot = next();
            const auto before = threadMilliseconds();
            show(std::move(snapshot));
            sums.push_back(threadMilliseconds() - before);
            snapshot = next();
            LoopWatch watch;
            watch.start();
            show(std::move(snapshot));
            turns.push_back(watch.stop().busy);
        }
        const auto title = fmt::format("live: {}", name.toStdString());
        m_report.values(title, m_input, sums, "ms");
        m_report.values(title + ", longest turn", m_input, turns, "ms");
    }
    const QStringList& viewNames() const { return m_view.viewNames(); }

private:
    /// A copy, which is freed by who needs it last, as while a recording runs.
    std::shared_ptr<const Profile> next() {
        std::ranges::reverse(m_snapshots);
        return std::make_shared<const Profile>(m_snapshots.front());
    }
    void show(std::shared_ptr<const Profile> snapshot) {
        m_session.setProfile(std::move(snapshot));
        settle();
    }
    /// Until all that the views computed is painted. The loop sleeps while there is nothing to do, so each
    /// result is a turn of its own, and the thread's time is its work.
    static void settle() {
        constexpr std::chrono::milliseconds interval{5};
        constexpr int idleChecks = 8; // a job may start another one
        QEventLoop loop;
        QTimer check;
        int idle = 0;
        QObject::connect(&check, &QTimer::timeout, &loop, [&] {
            idle = QThreadPool::globalInstance()->activeThreadCount() == 0 ? idle + 1 : 0;
            if (idle == idleChecks) loop.quit();
        });
        check.start(interval);
        loop.exec();
    }

    Report& m_report;
    std::array<Profile, 2> m_snapshots; ///< shown in turns
    Session m_session;
    CaptureView m_view;
    std::string m_input;
};

} // namespace

/// What the window's own thread does for a refresh at the end of an hour, in each view with the timeline
/// below it.
void benchmarkLive(Report& report) {
    for (const auto& hour : {LiveHour{2, 5'000, 200'000}, LiveHour{64, 200'000, 3'000'000}}) {
        LiveBenchmark benchmark(report, hour);
        for (const auto& name : benchmark.viewNames())
            benchmark.refreshes(name);
    }
}

void benchmarkWindow(Report& report) {
    findMissingPath(report);
    {
        WindowBenchmark benchmark(report, SyntheticRecording(10'000'000, 500'000, SyntheticSpread::Even));
        benchmark.filters();
        benchmark.transforms();
        benchmark.callers();
        benchmark.search();
        benchmark.callTree();
    }
    WindowBenchmark benchmark(report, SyntheticRecording(1'000'000, 1'500'000, SyntheticSpread::Even));
    benchmark.callers();
    benchmark.hidden();
    benchmark.search();
    benchmark.callTree();
}

} // namespace candela
