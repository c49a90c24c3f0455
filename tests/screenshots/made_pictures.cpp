#include "app/commands/window/run_window.h"
#include "app/window/capture/capture_view.h"
#include "tests/screenshots/captures.h"
#include "tests/screenshots/pictures.h"
#include "views/compared_code/code_comparison.h"
#include "views/details/details_panel.h"
#include "views/flame/flame_canvas.h"

#include <QApplication>
#include <QContextMenuEvent>

#include <array>
#include <tuple>

namespace candela {
namespace {

/// The names of a capture's functions, the widest first.
std::vector<std::string> functionsOf(const Shown& shown) {
    std::vector<std::string> functions;
    for (const auto& row : *shown.functions)
        if (!shown.groups().isRoot(row.group)) functions.push_back(shown.groups()[row.group].name);
    return functions;
}

/// The way to a zoomed box, with a box selected in it, and the box's menu.
void takeZoom(Photographer& camera, MainWindow& window, CapturePage& page, const QString& name) {
    page.showView("flamegraph");
    waitFor("the flame graph", [&] { return isIdle(page.session()); });
    auto* canvas = page.captureView()->view()->findChild<FlameCanvas*>();
    waitFor("boxes", [&] { return !canvas->scene().isEmpty(); });
    press(*canvas, Qt::Key_Down, 6);
    press(*canvas, Qt::Key_Return);
    press(*canvas, Qt::Key_Down);
    camera.take(window, name + "-zoomed");
    camera.take(window, name + "-zoomed-small", smallWindow);
    const auto centre = canvas->rect().center();
    QContextMenuEvent wanted(QContextMenuEvent::Keyboard, centre, canvas->mapToGlobal(centre));
    QApplication::sendEvent(canvas, &wanted);
    if (auto* menu = QApplication::activePopupWidget()) {
        camera.take(*menu, name + "-menu");
        menu->close();
    }
    press(*canvas, Qt::Key_Escape);
}

/// What shows a name: the start page, panels, breadcrumbs, menus, chips.
void takeNames(Photographer& camera, const QString& capture, const QString& name) {
    takeViews(camera, capture, name);
    MainWindow window;
    window.recentFiles().add(capture);
    window.show();
    camera.take(window, name + "-start");
    window.openFiles({capture});
    auto& page = openedCapture(window);
    auto& session = page.session();
    takeZoom(camera, window, page, name);
    const auto functions = functionsOf(session.shown());
    page.showDetails(true);
    session.setSelected({functions.front(), {}});
    const auto* details = page.captureView()->details();
    waitFor("the details", [&] { return !details->isPending() && !details->name().isEmpty(); });
    camera.take(window, name + "-details");
    page.showDetails(false);
    page.showFacts(true);
    camera.take(window, name + "-facts");
    page.showFacts(false);
    session.addTransform({TransformKind::Hide, {functions[1]}});
    session.addTransform({TransformKind::From, {functions[2]}});
    session.setSearchForName(functions[3]);
    camera.take(window, name + "-filtered");
    camera.take(window, name + "-filtered-small", smallWindow);
}

void takeComparedNames(Photographer& camera, const QString& base, const QString& newCapture,
                       const QString& name) {
    MainWindow window;
    showRequested(window, {.files = {},
                           .base = {.files = {base}, .times = {}},
                           .newSide = {.files = {newCapture}, .times = {}}});
    auto& session = openedPage<ComparePage>(window).session();
    waitFor("the comparison", [&] { return session.comparison() != nullptr && isIdle(session.base()); });
    const auto functions = functionsOf(session.base().shown());
    session.base().setSelected({functions.front(), {}});
    camera.take(window, name + "-comparison");
    session.base().requestView("source");
    camera.take(window, name + "-comparison-code");
}

void takeThreads(Photographer& camera, const Material& material) {
    takeViews(camera, material.made.threads, "threads");
    MainWindow window;
    showRequested(window, {.files = {material.made.threads}, .base = {}, .newSide = {}});
    auto& page = openedCapture(window);
    page.showView("flamegraph"); // the file was left with another view
    page.session().setRoots(SampleKey{SampleKey::Kind::Thread, {}});
    waitFor("a tree for each thread", [&] { return isIdle(page.session()); });
    camera.take(window, "threads-roots");
}

} // namespace

void takeMade(Photographer& camera, const Material& material) {
    const auto& made = material.made;
    takeViews(camera, made.empty, "empty");
    takeThreads(camera, material);
    takeNames(camera, made.longNames, "long");
    takeNames(camera, made.rightToLeft, "right-to-left");
    takeComparedNames(camera, made.longNames, made.longNamesNew, "long");
    takeComparedNames(camera, made.rightToLeft, made.rightToLeftNew, "right-to-left");
}

void takeOverview(Photographer& camera, const Material& material) {
    takeViews(camera, material.compile, "compile");
    takeSource(camera, material);
    takeComparison(camera, material);
    takeComparedCode(camera, material);
    takeSeries(camera, material);
}

} // namespace candela
