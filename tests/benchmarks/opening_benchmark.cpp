#include "model/analysis/call_tree/function_list.h"
#include "model/base/units.h"
#include "model/formats/export_profile.h"
#include "model/formats/format.h"
#include "model/symbols/lookup/name_lookup.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/benchmarks/synthetic_profile.h"
#include "views/flame_graph/flame_graph_view.h"
#include "views/session/latest_job.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>

#include <fmt/core.h>

namespace candela {

namespace {

constexpr int runs = 5;
constexpr QSize windowSize(1400, 900);

std::shared_ptr<const Profile> opened(const std::string& path) {
    Task task;
    auto profile = readProfile(path, task);
    if (!profile) std::abort();
    auto named = lookUpNames(std::move(*profile), {}, task);
    if (!named) std::abort();
    return std::make_shared<const Profile>(std::move(named->profile));
}

/// The work of `candela report` except for printing.
void reportOf(const std::string& path) {
    const auto profile = opened(path);
    Task task;
    const auto weights = SampleSelector(profile).stackWeights(profile->shownValue(), {}, task);
    if (groupWeights(*groupFrames(profile, Grouping::Function), *weights).empty()) std::abort();
}

/// Runs until the first picture is painted.
void openInWindow(const std::string& path) {
    Session session;
    FlameGraphView view(session);
    view.resize(windowSize);
    view.show();
    LatestJob<std::shared_ptr<const Profile>> reading;
    reading.start([path](Task&) { return opened(path); },
                  [&session](const std::shared_ptr<const Profile>& profile) { session.setProfile(profile); });
    while (view.canvas()->scene().isEmpty())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents(); // paints
}

} // namespace

/// Opening a file in the window, and reporting on it: a million samples. Their stacks are distributed over
/// all 40 process names, each of which has its own tree.
void benchmarkOpening(Report& report) {
    const SyntheticRecording recording(1'000'000, 1'500'000, SyntheticSpread::Even);
    const QTemporaryDir folder;
    const auto path = folder.filePath("a.candela").toStdString();
    Task task;
    if (!storeProfile(recording.build(), *formatForFileName(path), path, task)) std::abort();
    const auto input = fmt::format("{} samples, {} stacks", formatCount(1'000'000),
                                   formatCount(std::int64_t(recording.sampledStackCount())));
    std::vector<double> reports, windows, ratios;
    for (int run = 0; run <= runs; ++run) {
        QElapsedTimer timer;
        timer.start();
        reportOf(path);
        const auto reported = double(timer.nsecsElapsed()) / 1e6;
        timer.start();
        openInWindow(path);
        const auto shown = double(timer.nsecsElapsed()) / 1e6;
        if (run == 0) continue; // fills the caches
        reports.push_back(reported);
        windows.push_back(shown);
        ratios.push_back(shown / reported);
    }
    report.values("opening: report", input, reports, "ms");
    report.values("opening: window", input, windows, "ms");
    report.values("opening: window / report", input, ratios, "");
}

} // namespace candela
