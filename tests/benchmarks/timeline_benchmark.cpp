#include "model/profile/profile_builder.h"
#include "tests/app/window/loop_watch.h"
#include "tests/benchmarks/benchmark.h"
#include "views/timeline/timeline_view.h"

#include <QApplication>
#include <QElapsedTimer>

#include <fmt/core.h>

namespace candela {

namespace {

constexpr int shortProcesses = 100'000;
constexpr std::int64_t timeBetween = 100'000; ///< nanoseconds from start to start

enum class ProcessNames { One, Different };

/// Processes that start after each other and have one sample each.
std::shared_ptr<const Profile> manyShortProcesses(ProcessNames names) {
    ProfileBuilder builder;
    const auto value = builder.valueType("cpu", "nanoseconds");
    const auto shell =
        builder.addProcess({.pid = 1, .parent = {}, .name = builder.string("sh"), .labels = {}});
    for (int number = 0; number < shortProcesses; ++number) {
        const auto start = number * timeBetween;
        // Different names are in another order than starts.
        const auto name = names == ProcessNames::One
                              ? builder.string("true")
                              : builder.string(fmt::format("job-{}", number * 7919 % shortProcesses));
        const auto process = builder.addProcess({.pid = 2 + number,
                                                 .startTime = start,
                                                 .endTime = start + timeBetween / 2,
                                                 .parent = shell,
                                                 .name = name,
                                                 .labels = {}});
        const auto thread =
            builder.addThread({.process = process, .tid = 2 + number, .name = name, .labels = {}});
        builder.addSample(
            value, {.stack = {}, .weight = timeBetween / 2, .time = start, .thread = thread, .labels = {}});
    }
    return std::make_shared<const Profile>(builder.build());
}

/// Milliseconds of the work.
template<typename Work>
double timed(const Work& work) {
    QElapsedTimer timer;
    timer.start();
    work();
    return double(timer.nsecsElapsed()) / 1e6;
}

} // namespace

namespace {

/// Waits for the timeline of that view.
void showProfile(Session& session, TimelineView& view, const std::shared_ptr<const Profile>& profile) {
    view.resize(1920, 600);
    view.show();
    session.setRoots({});
    session.setProfile(profile);
    while (view.canvas()->isPending())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

/// The most CPU time of one turn of the event loop, in milliseconds, until the rows have these groups.
double pauseForGroups(TimelineCanvas& canvas, const SampleKey& key) {
    LoopWatch watch;
    watch.start();
    canvas.setProcessGroups(key);
    while (canvas.rows().groups->key != key)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    return watch.stop().busy;
}

/// Each process has a row, so that all of them are put in order, and searched.
void benchmarkRows(Report& report) {
    const auto input = fmt::format("{} rows of different names", shortProcesses);
    Session session;
    TimelineView view(session);
    showProfile(session, view, manyShortProcesses(ProcessNames::Different));
    auto& canvas = *view.canvas();
    std::vector<double> groups, orders, trees, toggles, names;
    for (int run = 0; run < 5; ++run) {
        groups.push_back(pauseForGroups(canvas, {SampleKey::Kind::ProcessName}));
        groups.push_back(pauseForGroups(canvas, {SampleKey::Kind::Process}));
        orders.push_back(timed([&] { canvas.setListing({TrackOrder::Start, {}}); }));
        orders.push_back(timed([&] { canvas.setListing({TrackOrder::Name, {}}); }));
        names.push_back(timed([&] { canvas.setListing({TrackOrder::Name, "9"}); }));
        names.push_back(timed([&] { canvas.setListing({TrackOrder::Name, "no such name"}); }));
        trees.push_back(timed([&] { canvas.setListing({TrackOrder::ProcessTree, {}}); }));
        toggles.push_back(timed([&] { canvas.toggle(canvas.rows().rows[0]); }));
        canvas.toggle(canvas.rows().rows[0]);
    }
    report.values("timeline: another order", input, orders, "ms");
    report.values("timeline: process tree", input, trees, "ms");
    report.values("timeline: close the tree", input, toggles, "ms");
    report.values("timeline: a name", input, names, "ms");
    report.values("timeline: other groups", input, groups, "ms");
}

} // namespace

/// What the GUI thread does for a capture with very many processes.
void benchmarkTimeline(Report& report) {
    const auto input = fmt::format("{} processes of one name", shortProcesses);
    const auto profile = manyShortProcesses(ProcessNames::One);
    std::vector<double> found, lives, first, later, orders, names;
    for (int run = 0; run < 5; ++run) {
        std::unique_ptr<ProcessLives> all;
        found.push_back(timed([&] { all = std::make_unique<ProcessLives>(profile); }));
        std::vector<ProcessIndex> processes;
        for (int number = 1; number <= shortProcesses; ++number)
            processes.emplace_back(number);
        lives.push_back(timed([&] { all->of(processes); }));
    }
    for (int run = 0; run < 5; ++run) {
        Session session;
        TimelineView view(session);
        showProfile(session, view, profile);
        const auto& canvas = *view.canvas();
        first.push_back(timed([&] { canvas.viewport()->repaint(); }));
        for (int frame = 0; frame < 10; ++frame)
            later.push_back(timed([&] { canvas.viewport()->repaint(); }));
        auto* changed = view.canvas();
        orders.push_back(timed([&] { changed->setListing({TrackOrder::Start, {}}); }));
        orders.push_back(timed([&] { changed->setListing({TrackOrder::Name, {}}); }));
        names.push_back(timed([&] { changed->setListing({TrackOrder::Name, "1234"}); }));
    }
    report.values("timeline: lives, worker", input, found, "ms");
    report.values("timeline: life of a row", input, lives, "ms");
    report.values("timeline: first frame", input, first, "ms");
    report.values("timeline: frame", input, later, "ms");
    report.values("timeline: another order", input, orders, "ms");
    report.values("timeline: a name", input, names, "ms");
    benchmarkRows(report);
}

} // namespace candela
