/// candela_screenshots DIR [CAPTURE]: each page of the window, in both themes, with a real capture. If this
/// user can't record, CAPTURE (or a stored one) is shown, and the pictures of a running recording are left
/// out.
#include "app/commands/window/run_window.h"
#include "app/window/capture/capture_page.h"
#include "app/window/capture/capture_view.h"
#include "app/window/compare/compare_page.h"
#include "app/window/main_window.h"
#include "app/window/opening/recent_list.h"
#include "app/window/page_tabs.h"
#include "app/window/record/process_picker.h"
#include "app/window/record/record_form.h"
#include "app/window/record/record_page.h"
#include "app/window/record/recording_status.h"
#include "app/window/widgets/appearance.h"
#include "app/window/widgets/message_bar.h"
#include "tests/screenshots/captures.h"
#include "tests/window_settings.h"
#include "views/comparison/comparison_view.h"
#include "views/details/details_panel.h"
#include "views/filter/filter_bar.h"
#include "views/flame/flame_canvas.h"
#include "views/source/annotation_pane.h"
#include "views/source/source_view.h"
#include "views/tables/labels_view.h"

#include <fmt/format.h>

#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>

#include <unistd.h>

#include <algorithm>

using namespace candela;

namespace {

constexpr QSize small(800, 600), tall(1400, 1600);
constexpr int liveSeconds = 8;

/// The captures that are available on this machine.
struct Material {
    QString folder;
    bool canRecord = false;
    QString machine, base, newCapture; // captures
};

class Photographer {
public:
    Photographer(QDir folder, Appearance& appearance, Appearance::Choice colours)
        : m_folder(std::move(folder)),
          m_suffix(colours == Appearance::Choice::Dark ? "-dark.png" : "-light.png") {
        appearance.setChoice(colours);
    }

    /// Draws the window after all layouts have finished, because content for another size is not computed
    /// again.
    void take(QWidget& window, const QString& name) {
        waitUntil([] { return false; }, 400);
        const auto path = m_folder.filePath(name + m_suffix);
        if (!window.grab().save(path)) {
            fmt::print(stderr, "candela_screenshots: {} can't be written\n", path.toStdString());
            std::exit(3);
        }
        fmt::print("{}\n", path.toStdString());
    }
    /// The same at another size.
    void take(QWidget& window, const QString& name, const QSize& size) {
        const auto before = window.size();
        window.resize(size);
        take(window, name);
        window.resize(before);
    }

private:
    QDir m_folder;
    QString m_suffix;
};

bool isIdle(Session& session) {
    return session.profile() && !session.isBusy() && !session.shown().isEmpty();
}

/// The page of a capture once its file is open.
CapturePage& openedCapture(MainWindow& window) {
    waitUntil([&] {
        auto* page = qobject_cast<CapturePage*>(window.pages()->current());
        return page && isIdle(page->session());
    });
    return *qobject_cast<CapturePage*>(window.pages()->current());
}

/// `candela FILE`.
void takeOpenedByCommand(Photographer& camera, const Material& material) {
    MainWindow window;
    showRequested(window, {.files = {material.machine}, .base = {}, .newFiles = {}});
    openedCapture(window);
    camera.take(window, "opened-by-command");
    MainWindow narrow;
    narrow.resize(small);
    showRequested(narrow, {.files = {material.machine}, .base = {}, .newFiles = {}});
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
    camera.take(window, "start-small", small);
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
    camera.take(window, "record-command-small", small);
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
    waitUntil([&] { return !page->isRecording(); });
    material.machine = material.folder + "/machine.candela";
}

void takeFailure(Photographer& camera, const Material& material) {
    MainWindow window;
    window.show();
    auto* page = window.showRecordPage(RecordingPlan::Scope::Machine);
    page->form()->setFile(material.folder + "/machine.candela");
    page->setEnvironment({});
    page->start();
    waitUntil([&] { return !page->isRecording(); });
    camera.take(window, "record-failure");
}

/// The panel about the function with the most self weight.
void takeDetails(Photographer& camera, MainWindow& window, CapturePage& page) {
    waitUntil([&] { return isIdle(page.session()); });
    const auto& shown = page.session().shown();
    const auto hottest = std::ranges::max_element(*shown.functions, {}, [&](const GroupWeight& row) {
        return shown.groups().isRoot(row.group) ? -1 : row.self;
    });
    if (hottest == shown.functions->end()) return;
    page.showDetails(true);
    page.session().setSelected({shown.groups()[hottest->group].name, {}});
    const auto* panel = page.captureView()->details();
    waitUntil([&] { return !panel->isPending() && !panel->name().isEmpty(); });
    camera.take(window, "capture-details", tall);
    camera.take(window, "capture-details-small", small);
    page.showDetails(false);
}

void takeCapture(Photographer& camera, const Material& material) {
    MainWindow window;
    showRequested(window, {.files = {material.machine}, .base = {}, .newFiles = {}});
    auto* page = &openedCapture(window);
    for (const auto& view : page->captureView()->viewNames()) {
        page->showView(view);
        camera.take(window, "capture-" + view);
    }
    page->showView("labels");
    page->captureView()->findChild<LabelsView*>()->choose({SampleKey::Kind::Label, "executable"});
    camera.take(window, "capture-labels-executable");
    page->showView("flamegraph");
    camera.take(window, "capture-flamegraph-small", small);
    page->session().setRoots(SampleKey{SampleKey::Kind::Label, "executable"});
    waitUntil([&] { return isIdle(page->session()); });
    camera.take(window, "capture-roots");
    page->session().setRoots({});
    page->session().setSearch("spin|sort");
    camera.take(window, "capture-search");
    page->session().setSearch({});
    Filter filter;
    filter.time = TimeRange{2'000'000'000, 4'000'000'000};
    filter.process = "shares";
    page->session().setFilter(filter);
    camera.take(window, "capture-filtered");
    page->session().setFilter({});
    takeDetails(camera, window, *page);
    page->showFacts(true);
    camera.take(window, "capture-facts", tall);
}

/// Transforms as chips, and the menu of a box.
void takeTransforms(Photographer& camera, const Material& material) {
    MainWindow window;
    showRequested(window, {.files = {material.machine}, .base = {}, .newFiles = {}});
    auto& page = openedCapture(window);
    auto& session = page.session();
    session.addTransform({TransformKind::CollapseModule, {"[kernel.kallsyms]"}});
    session.addTransform({TransformKind::From, {"main"}});
    session.addTransform({TransformKind::CollapseRecursion});
    waitUntil([&] { return isIdle(session); });
    camera.take(window, "capture-transforms");
    camera.take(window, "capture-transforms-small", small);
    auto* canvas = page.captureView()->findChild<FlameCanvas*>();
    for (int step = 0; step < 2; ++step) {
        QKeyEvent down(QEvent::KeyPress, Qt::Key_Down, {});
        QApplication::sendEvent(canvas, &down);
    }
    const auto centre = canvas->rect().center();
    QContextMenuEvent wanted(QContextMenuEvent::Keyboard, centre, canvas->mapToGlobal(centre));
    QApplication::sendEvent(canvas, &wanted);
    if (auto* menu = QApplication::activePopupWidget()) {
        camera.take(*menu, "menu-call-node");
        menu->close();
    }
}

/// A hot function of the workload that was recorded alone: its lines include a call.
void takeSource(Photographer& camera, const Material& material) {
    MainWindow window;
    showRequested(window, {.files = {material.base}, .base = {}, .newFiles = {}});
    auto& page = openedCapture(window);
    const auto show = [&](const std::string& function) {
        page.session().setSelected({function, {}});
        page.showView("source");
        auto* view = qobject_cast<SourceView*>(page.captureView()->view());
        waitUntil([&] { return isIdle(page.session()) && view && view->shown() && !view->isLoading(); });
        return view;
    };
    auto* view = show({});
    camera.take(window, "source");
    camera.take(window, "source-small", small);
    view->codePane()->chooseHottest();
    camera.take(window, "source-instruction");
    show("main");
    camera.take(window, "source-main");
}

void takeComparison(Photographer& camera, const Material& material) {
    MainWindow window;
    showRequested(window, {.files = {}, .base = {material.base}, .newFiles = {material.newCapture}});
    waitUntil([&] { return qobject_cast<ComparePage*>(window.pages()->current()); });
    auto* page = qobject_cast<ComparePage*>(window.pages()->current());
    waitUntil([&] { return page->session().comparison() != nullptr; });
    camera.take(window, "comparison");
    camera.take(window, "comparison-small", small);
    page->session().base().setRoots(SampleKey{SampleKey::Kind::Label, "user"});
    waitUntil([&] { return isIdle(page->session().base()) && isIdle(page->session().newSide()); });
    camera.take(window, "comparison-roots");
}

void takeErrors(Photographer& camera, const Material& material) {
    MainWindow window;
    window.show();
    const auto path = material.folder + "/notes.txt";
    QFile file(path);
    if (file.open(QFile::WriteOnly)) file.write("This is no profile.\n");
    file.close();
    window.openFiles({path});
    waitUntil([&] { return !window.messageBar()->sentence().isEmpty(); });
    camera.take(window, "error-bad-file");
}

Material prepare(const QString& folder, const QString& given) {
    Material material;
    material.folder = folder;
    const auto possible = canRecord(folder);
    material.canRecord = possible.has_value();
    if (!possible)
        fmt::print(stderr, "candela_screenshots: {}; stored captures are shown\n", possible.error().message);
    const auto stored = given.isEmpty() ? QString(FIXTURES "/formats/machine.candela") : given;
    material.machine = material.base = material.newCapture = stored;
    if (!material.canRecord) return material;
    if (const auto base = recordCommand(folder, "base.candela", {"two_builds_base", "20"}, 4))
        material.base = *base;
    if (const auto slow = recordCommand(folder, "slow.candela", {"two_builds_slow", "20"}, 4))
        material.newCapture = *slow;
    return material;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        fmt::print(stderr, "candela_screenshots DIR [CAPTURE]\n");
        return 2;
    }
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QTemporaryDir settings, captures;
    keepEverythingIn(settings.path());
    QApplication application(argc, argv);
    nameApplication();
    Appearance appearance; // the appearance that the program has
    const QDir folder(argv[1]);
    if (!folder.mkpath(".")) {
        fmt::print(stderr, "candela_screenshots: {} can't be made\n", argv[1]);
        return 3;
    }
    auto material = prepare(captures.path(), argc > 2 ? QString(argv[2]) : QString());
    for (const auto colours : {Appearance::Choice::Light, Appearance::Choice::Dark}) {
        const BusyMachine busy;
        QSettings().clear();
        Photographer camera(folder, appearance, colours);
        if (material.canRecord) takeRunning(camera, material);
        QSettings().clear();
        takeStart(camera, material);
        takeRecordForms(camera, material);
        takeFailure(camera, material);
        takeOpenedByCommand(camera, material);
        takeOpenedByDialog(camera, material);
        takeOpenedFromRecent(camera, material);
        takeCapture(camera, material);
        takeTransforms(camera, material);
        takeSource(camera, material);
        takeComparison(camera, material);
        takeErrors(camera, material);
    }
    return 0;
}
