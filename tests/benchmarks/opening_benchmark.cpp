#include "app/command_line.h"
#include "app/window/main_window.h"
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
#include <QProcess>
#include <QTemporaryDir>
#include <QTimer>

#include <fmt/core.h>

namespace candela {

namespace {

constexpr int runs = 5;
constexpr QSize openedSize(1400, 900);

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
    view.resize(openedSize);
    view.show();
    LatestJob<std::shared_ptr<const Profile>> reading;
    reading.start([path](Task&) { return opened(path); },
                  [&session](const std::shared_ptr<const Profile>& profile) { session.setProfile(profile); });
    while (view.canvas()->scene().isEmpty())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents(); // paints
}

/// Ends the program as soon as what it waits for has been painted and shown.
class FirstPicture : public QObject {
public:
    explicit FirstPicture(bool hasFile) : m_hasFile(hasFile) {}

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Paint && isWanted(watched)) QTimer::singleShot(0, [] { std::_Exit(0); });
        return false;
    }

private:
    bool isWanted(QObject* painted) const {
        const auto* widget = qobject_cast<const QWidget*>(painted);
        if (!m_hasFile) return widget && qobject_cast<const MainWindow*>(widget->window());
        const auto* canvas = qobject_cast<const FlameCanvas*>(painted->parent());
        return canvas && !canvas->scene().isEmpty();
    }

    bool m_hasFile;
};

bool opensFile = false;

/// Milliseconds from the start of the program to the end that FirstPicture makes.
double firstPictureTime(const QStringList& files, const QProcessEnvironment& environment) {
    QProcess program;
    program.setProcessEnvironment(environment);
    QElapsedTimer timer;
    timer.start();
    program.start(QCoreApplication::applicationFilePath(),
                  QStringList(QString::fromUtf8(toFirstPicture.data(), toFirstPicture.size())) + files);
    if (!program.waitForFinished() || program.exitCode() != 0) std::abort();
    return double(timer.nsecsElapsed()) / 1e6;
}

} // namespace

int runToFirstPicture(int count, char** arguments) {
    opensFile = count > 1;
    qAddPreRoutine([] { QCoreApplication::instance()->installEventFilter(new FirstPicture(opensFile)); });
    return runCommandLine(count, arguments);
}

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

    // With settings of its own: no last session is opened.
    auto environment = QProcessEnvironment::systemEnvironment();
    for (const auto* variable : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        environment.insert(variable, folder.path());
    const auto small = folder.filePath("small.candela");
    const SyntheticRecording few(SyntheticSize::Small);
    if (!storeProfile(few.build(), *formatForFileName(small.toStdString()), small.toStdString(), task))
        std::abort();
    std::vector<double> empty, withFile;
    for (int run = 0; run <= 2 * runs; ++run) {
        empty.push_back(firstPictureTime({}, environment));
        withFile.push_back(firstPictureTime({small}, environment));
    }
    report.values("opening: start to window", "no file", empty, "ms");
    report.values("opening: start to flame graph", few.description(), withFile, "ms");
}

} // namespace candela
