#include "model/base/units.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/benchmarks/synthetic_profile.h"
#include "views/flame_graph/flame_graph_view.h"
#include "views/tables/call_tree_view.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTreeView>

#include <fmt/core.h>

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
        m_input = fmt::format("{} samples, {} stacks, {} nodes", formatCount(1'000'000),
                              formatCount(std::int64_t(recording.sampledStackCount())),
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

    /// Measures the time from a key press to the painted flame graph. Each run hides another function.
    void transforms() {
        std::vector<std::string> names;
        for (const auto& row : *m_session.shown().functions)
            if (names.size() < 10) names.push_back(m_session.shown().groups()[row.group].name);
        std::size_t number = 0;
        m_report.time("window: transform", m_input, {}, [&] {
            m_session.setFilter({.transforms = {{TransformKind::Hide, {names[++number % names.size()]}}}});
            waitUntil([&] { return !m_session.isBusy(); });
            waitUntil([&] { return !canvas().isPending(); });
        });
        m_session.setFilter({});
        waitUntil([&] { return !m_session.isBusy() && !canvas().isPending(); });
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

    Report& m_report;
    Session m_session;
    FlameGraphView m_view;
    std::string m_input;
};

} // namespace

void benchmarkWindow(Report& report) {
    const SyntheticRecording recording(1'000'000, 1'500'000, SyntheticSpread::Even);
    WindowBenchmark benchmark(report, recording);
    benchmark.callers();
    benchmark.transforms();
    benchmark.search();
    benchmark.callTree();
}

} // namespace candela
