#include "model/base/units.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/benchmarks/synthetic_profile.h"
#include "views/details/details_panel.h"
#include "views/timeline/timeline_view.h"

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

/// The longest time between two events, since the last restart().
class Pauses {
public:
    Pauses() {
        m_ticks.setTimerType(Qt::PreciseTimer);
        QObject::connect(&m_ticks, &QTimer::timeout, &m_ticks, [this] {
            m_longest = std::max(m_longest, double(m_sinceTick.nsecsElapsed()) / 1e6);
            m_sinceTick.start();
        });
        m_sinceTick.start();
        m_ticks.start(1);
    }
    void restart() { m_longest = 0; }
    double longest() const { return m_longest; }

private:
    QTimer m_ticks;
    QElapsedTimer m_sinceTick;
    double m_longest = 0;
};

void processEvents() {
    QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

/// Measures the time from a selection to the painted timeline, which marks the function, the longest pause
/// between two events meanwhile, and a frame.
void markTimeline(Report& report, const SyntheticRecording& recording) {
    Session session;
    TimelineView view(session);
    view.resize(1920, 600);
    view.show();
    session.setRoots({});
    session.setProfile(std::make_shared<const Profile>(recording.build()));
    while (session.isBusy() || view.canvas()->isPending())
        processEvents();
    const auto frame = [&] {
        QElapsedTimer timer;
        timer.start();
        view.canvas()->viewport()->repaint();
        return double(timer.nsecsElapsed()) / 1e6;
    };
    Pauses pause;
    std::vector<double> times, pauses, frames, unmarked;
    for (int run = 0; run < 15; ++run)
        unmarked.push_back(frame());
    for (const auto& selection : selections(session.shown(), false)) {
        pause.restart();
        QElapsedTimer timer;
        timer.start();
        bool isMarked = false;
        const auto connection =
            QObject::connect(view.canvas(), &TimelineCanvas::rowsChanged, [&] { isMarked = true; });
        session.setSelected(selection);
        while (!isMarked)
            processEvents();
        QObject::disconnect(connection);
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents(); // paints
        times.push_back(double(timer.nsecsElapsed()) / 1e6);
        processEvents(); // the tick after painting
        pauses.push_back(pause.longest());
        frames.push_back(frame());
    }
    report.values("details: selection to timeline", recording.description(), times, "ms");
    report.values("details: longest pause, timeline", recording.description(), pauses, "ms");
    report.values("details: frame, unmarked", recording.description(), unmarked, "ms");
    report.values("details: frame, marked", recording.description(), frames, "ms");
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
    while (session.isBusy())
        processEvents();
    Pauses pause;
    std::vector<double> times, pauses;
    for (const auto& selection : selections(session.shown(), areCalls)) {
        pause.restart();
        QElapsedTimer timer;
        timer.start();
        session.setSelected(selection);
        while (panel.isPending())
            processEvents();
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents(); // paints
        times.push_back(double(timer.nsecsElapsed()) / 1e6);
        processEvents(); // the tick after painting
        pauses.push_back(pause.longest());
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
    markTimeline(report, SyntheticRecording(SyntheticSize::Large));
}

} // namespace candela
