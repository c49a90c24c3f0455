#include "model/profile/profile_builder.h"
#include "tests/benchmarks/benchmark.h"
#include "views/timeline/timeline_view.h"

#include <QApplication>
#include <QElapsedTimer>

#include <fmt/core.h>

namespace candela {

namespace {

constexpr int shortProcesses = 100'000;
constexpr std::int64_t timeBetween = 100'000; ///< nanoseconds from start to start

/// Processes of one name that start after each other and have one sample each.
std::shared_ptr<const Profile> manyShortProcesses() {
    ProfileBuilder builder;
    const auto value = builder.valueType("cpu", "nanoseconds");
    const auto name = builder.string("true");
    const auto shell =
        builder.addProcess({.pid = 1, .parent = {}, .name = builder.string("sh"), .labels = {}});
    for (int number = 0; number < shortProcesses; ++number) {
        const auto start = number * timeBetween;
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

/// What the GUI thread does for a capture with very many processes.
void benchmarkTimeline(Report& report) {
    const auto input = fmt::format("{} processes of one name", shortProcesses);
    const auto profile = manyShortProcesses();
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
        view.resize(1920, 600);
        view.show();
        session.setRoots({});
        session.setProfile(profile);
        const auto& canvas = *view.canvas();
        while (canvas.isPending())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
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
}

} // namespace candela
