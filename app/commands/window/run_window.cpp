#include "app/commands/window/run_window.h"

#include "app/commands/command.h"
#include "app/recording/stop_signals.h"
#include "app/window/main_window.h"
#include "app/window/opening/last_session.h"
#include "app/window/settings_menu.h"
#include "app/window/widgets/appearance.h"
#include "app/window/widgets/density_choice.h"
#include "app/window/widgets/language.h"
#include "model/formats/input/run_files.h"

#include <QApplication>
#include <QScreen>
#include <QThreadPool>

#include <cstdlib>

namespace candela {
namespace {

constexpr int workersGrace = 500; // milliseconds

bool hasDisplay() {
    for (const auto* variable : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        if (!qEnvironmentVariableIsEmpty(variable)) return true;
    return false;
}

ExitStatus printNoDisplay() {
    return reportError("", {"there is no display to open a window on",
                            "\"candela report FILE\" and \"candela flamegraph FILE -o OUT.svg\" work without "
                            "one.",
                            ErrorCode::NotPossible});
}

} // namespace

void nameApplication() {
    QApplication::setOrganizationName("Candela");
    QApplication::setApplicationName("candela");
    QApplication::setApplicationDisplayName("Candela");
    QApplication::setDesktopFileName("org.candela.Candela");
}

Result<QStringList> sideFiles(const std::string& paths) {
    QStringList files;
    for (const auto& file : TRY(runFiles(paths)))
        files << QString::fromLocal8Bit(file);
    return files;
}

void showRequested(MainWindow& window, const WindowRequest& request) {
    window.show();
    const bool isEmpty = request.files.empty() && request.base.files.empty() && request.series.empty();
    if (isEmpty && opensLastSession()) return window.openLastSession();
    window.openFiles(request.files);
    window.compareSides(request.base, request.newSide);
    window.openSeries(request.series, request.seriesView);
}

int runWindow(const WindowRequest& request) {
    if (!hasDisplay()) return static_cast<int>(printNoDisplay());
    static int count = 1;
    static char name[] = "candela";
    static char* words[] = {name, nullptr};
    QApplication application(count, words);
    nameApplication();
    Language language;
    Appearance appearance;
    applyRememberedDensity();
    MainWindow window;
    addSettingsMenu(window, appearance, language);
    // Ctrl-C in the terminal asks no question: a running recording is finished first.
    StopSignals stopSignals;
    QObject::connect(&stopSignals, &StopSignals::stopAsked, &window, &MainWindow::finish);
    window.fitInto(window.screen()->availableGeometry());
    showRequested(window, request);
    const int status = QApplication::exec();
    // A worker may be blocked in a read that can't be interrupted, for example from a terminal.
    if (!QThreadPool::globalInstance()->waitForDone(workersGrace)) std::_Exit(status);
    return status;
}

} // namespace candela
