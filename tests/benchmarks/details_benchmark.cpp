#include "model/base/units.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/benchmarks/synthetic_profile.h"
#include "views/details/details_panel.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>

namespace candela {

namespace {

constexpr std::size_t describedFunctions = 15;

/// The heaviest functions, or the call nodes of the heaviest path from the root on.
std::vector<Selection> selections(const Shown& shown, bool areCalls) {
    std::vector<Selection> found;
    if (areCalls) {
        auto tree = shown.tree(Direction::TopDown);
        for (CallNodeIndex node; found.size() <= describedFunctions;) {
            const auto children = tree.children(node);
            if (children.empty()) break;
            node = children.front();
            found.push_back(selectionOf(tree, node));
        }
        return found;
    }
    auto functions = *shown.functions;
    std::ranges::sort(functions, std::greater(), &GroupWeight::total);
    functions.resize(std::min(functions.size(), describedFunctions + 1));
    for (const auto& row : functions)
        found.push_back({shown.groups()[row.group].name, {}});
    return found;
}

/// Measures the time from a selection to the painted panel, and the longest pause between two events
/// meanwhile.
void describe(Report& report, const SyntheticRecording& recording, bool areCalls) {
    Session session;
    DetailsPanel panel(session);
    panel.resize(340, 900);
    panel.show();
    session.setRoots({});
    session.setProfile(std::make_shared<const Profile>(recording.build()));
    const auto process = [] { QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents); };
    while (session.isBusy())
        process();
    double longest = 0;
    QElapsedTimer sinceTick;
    QTimer ticks;
    ticks.setTimerType(Qt::PreciseTimer);
    QObject::connect(&ticks, &QTimer::timeout, [&] {
        longest = std::max(longest, double(sinceTick.nsecsElapsed()) / 1e6);
        sinceTick.start();
    });
    sinceTick.start();
    ticks.start(1);
    std::vector<double> times, pauses;
    for (const auto& selection : selections(session.shown(), areCalls)) {
        longest = 0;
        QElapsedTimer timer;
        timer.start();
        session.setSelected(selection);
        while (panel.isPending())
            process();
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents(); // paints
        times.push_back(double(timer.nsecsElapsed()) / 1e6);
        process(); // the tick after painting
        pauses.push_back(longest);
    }
    times.erase(times.begin()); // the first computation also looks up the profile's samples
    pauses.erase(pauses.begin());
    report.values(areCalls ? "details: call to panel" : "details: selection to panel",
                  recording.description(), times, "ms");
    report.values(areCalls ? "details: longest pause, call" : "details: longest pause",
                  recording.description(), pauses, "ms");
}

} // namespace

void benchmarkDetails(Report& report) {
    for (const bool areCalls : {false, true}) {
        describe(report, SyntheticRecording(1'000'000, 100'000), areCalls);
        describe(report, SyntheticRecording(SyntheticSize::Large), areCalls);
    }
}

} // namespace candela
