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

/// Measures the time from a selection to the painted panel, for the heaviest functions, and the longest pause
/// between two events meanwhile.
void describe(Report& report, const SyntheticRecording& recording) {
    Session session;
    DetailsPanel panel(session);
    panel.resize(340, 900);
    panel.show();
    session.setRoots({});
    session.setProfile(std::make_shared<const Profile>(recording.build()));
    const auto process = [] { QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents); };
    while (session.isBusy())
        process();
    auto functions = *session.shown().functions;
    std::ranges::sort(functions, std::greater(), &GroupWeight::total);
    functions.resize(std::min(functions.size(), describedFunctions + 1));

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
    for (const auto& row : functions) {
        longest = 0;
        QElapsedTimer timer;
        timer.start();
        session.setSelected({session.shown().groups()[row.group].name, {}});
        while (panel.isPending())
            process();
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents(); // paints
        times.push_back(double(timer.nsecsElapsed()) / 1e6);
        process(); // the tick after painting
        pauses.push_back(longest);
    }
    times.erase(times.begin()); // the first one finds the samples of the profile
    pauses.erase(pauses.begin());
    report.values("details: selection to panel", recording.description(), times, "ms");
    report.values("details: longest pause", recording.description(), pauses, "ms");
}

} // namespace

void benchmarkDetails(Report& report) {
    describe(report, SyntheticRecording(1'000'000, 100'000));
    describe(report, SyntheticRecording(SyntheticSize::Large));
}

} // namespace candela
