#include "app/commands/window/run_window.h"
#include "app/window/opening/recent_list.h"
#include "app/window/record/process_picker.h"
#include "app/window/record/record_form.h"
#include "app/window/record/record_page.h"
#include "app/window/widgets/message_bar.h"
#include "tests/screenshots/captures.h"
#include "tests/screenshots/pictures.h"

#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSettings>
#include <QTimer>

namespace candela {
namespace {

constexpr int liveSeconds = 8;

/// `candela FILE`.
void takeOpenedByCommand(Photographer& camera, const Material& material) {
    MainWindow window;
    showRequested(window, {.files = {material.machine}, .base = {}, .newSide = {}});
    openedCapture(window);
    camera.take(window, "opened-by-command");
    MainWindow narrow;
    narrow.resize(smallWindow);
    showRequested(narrow, {.files = {material.machine}, .base = {}, .newSide = {}});
    openedCapture(narrow);
    camera.take(narrow, "opened-by-command-small");
}

/// File > Open.
void takeOpenedByDialog(Photographer& camera, const Material& material) {
    MainWindow window;
    window.show();
    QTimer::singleShot(0, &window, [&] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        if (!dialog) return;
        dialog->setDirectory(QFileInfo(material.machine).absolutePath());
        camera.take(*dialog, "open-dialog");
        auto* name = dialog->findChild<QLineEdit*>("fileNameEdit");
        name->setText(QFileInfo(material.machine).fileName());
        emit name->returnPressed();
    });
    for (auto* action : window.findChildren<QAction*>())
        if (action->shortcut() == QKeySequence(QKeySequence::Open)) action->trigger();
    openedCapture(window);
    camera.take(window, "opened-by-dialog");
}

/// The recent files of the start page.
void takeOpenedFromRecent(Photographer& camera, const Material& material) {
    MainWindow window;
    window.recentFiles().add(material.machine);
    window.show();
    auto* list = window.findChild<RecentList*>();
    list->setCurrentItem(list->item(0));
    QKeyEvent enter(QEvent::KeyPress, Qt::Key_Return, Qt::NoModifier);
    QApplication::sendEvent(list, &enter);
    openedCapture(window);
    camera.take(window, "opened-from-recent");
}

void takeStart(Photographer& camera, const Material& material) {
    MainWindow window;
    window.show();
    camera.take(window, "start-first-run");
    for (const auto& path : {material.base, material.newCapture, material.machine})
        window.recentFiles().add(path);
    camera.take(window, "start");
    camera.take(window, "start-small", smallWindow);
}

void takeRecordForms(Photographer& camera, const Material& material) {
    MainWindow window;
    window.show();
    auto* page = window.showRecordPage(RecordingPlan::Scope::Machine);
    page->form()->setFile(material.folder + "/machine.candela");
    page->form()->setDuration(0);
    camera.take(window, "record-machine");
    window.showRecordPage(RecordingPlan::Scope::Processes);
    waitUntil([] { return false; }, 1200); // waits for the CPU shares
    auto& processes = page->form()->processPicker()->model();
    for (int row = 0; row < processes.rowCount(); ++row) {
        const auto name = processes.index(row, ProcessItemModel::Name).data().toString();
        if (name == "shares") processes.check(processes.index(row, ProcessItemModel::Pid).data().toInt());
    }
    camera.take(window, "record-processes");
    window.showRecordPage(RecordingPlan::Scope::Command);
    page->form()->setCommand("make -j4 all");
    page->form()->setDuration(30);
    camera.take(window, "record-command");
    camera.take(window, "record-command-small", smallWindow);
}

/// The recording becomes the capture of the other pictures.
void takeRunning(Photographer& camera, Material& material) {
    MainWindow window;
    window.show();
    auto* page = window.showRecordPage(RecordingPlan::Scope::Machine);
    page->form()->setFile(material.folder + "/machine.candela");
    page->form()->setDuration(0);
    page->form()->setFrequency(499);
    page->start();
    waitUntil([] { return false; }, liveSeconds * 1000);
    camera.take(window, "record-running");
    page->stop();
    waitFor("the end of the recording", [&] { return !page->isRecording(); });
    material.machine = material.folder + "/machine.candela";
}

void takeFailure(Photographer& camera, const Material& material) {
    MainWindow window;
    window.show();
    auto* page = window.showRecordPage(RecordingPlan::Scope::Machine);
    page->form()->setFile(material.folder + "/machine.candela");
    page->setEnvironment({});
    page->start();
    waitFor("the end of the recording", [&] { return !page->isRecording(); });
    camera.take(window, "record-failure");
}

void takeErrors(Photographer& camera, const Material& material) {
    MainWindow window;
    window.show();
    const auto path = material.folder + "/notes.txt";
    QFile file(path);
    if (file.open(QFile::WriteOnly)) file.write("This is no profile.\n");
    file.close();
    window.openFiles({path});
    waitFor("the message", [&] { return !window.messageBar()->sentence().isEmpty(); });
    camera.take(window, "error-bad-file");
}

} // namespace

void takeOpening(Photographer& camera, Material& material) {
    const BusyMachine busy;
    if (material.canRecord) takeRunning(camera, material);
    QSettings().clear();
    takeStart(camera, material);
    takeRecordForms(camera, material);
    takeFailure(camera, material);
    takeOpenedByCommand(camera, material);
    takeOpenedByDialog(camera, material);
    takeOpenedFromRecent(camera, material);
    takeErrors(camera, material);
}

} // namespace candela
