#include "app/commands/window/run_window.h"
#include "app/window/capture/capture_view.h"
#include "tests/screenshots/captures.h"
#include "tests/screenshots/pictures.h"
#include "views/callers/callers_view.h"
#include "views/details/details_panel.h"
#include "views/flame/flame_canvas.h"
#include "views/source/annotation_pane.h"
#include "views/source/source_view.h"
#include "views/tables/labels_view.h"

#include <QApplication>
#include <QContextMenuEvent>

#include <algorithm>

namespace candela {
namespace {

/// The panel about the function with the most self weight.
void takeDetails(Photographer& camera, MainWindow& window, CapturePage& page) {
    waitFor("the view", [&] { return isIdle(page.session()); });
    const auto& shown = page.session().shown();
    const auto hottest = std::ranges::max_element(*shown.functions, {}, [&](const GroupWeight& row) {
        return shown.groups().isRoot(row.group) ? -1 : row.self;
    });
    if (hottest == shown.functions->end()) return;
    page.showDetails(true);
    page.session().setSelected({shown.groups()[hottest->group].name, {}});
    const auto* panel = page.captureView()->details();
    waitFor("the details", [&] { return !panel->isPending() && !panel->name().isEmpty(); });
    camera.take(window, "capture-details", tallWindow);
    camera.take(window, "capture-details-small", smallWindow);
    page.showDetails(false);
}

} // namespace

void takeViews(Photographer& camera, const QString& capture, const QString& name) {
    MainWindow window;
    showRequested(window, {.files = {capture}, .base = {}, .newSide = {}});
    auto& page = openedCapture(window);
    for (const auto& view : page.captureView()->viewNames()) {
        page.showView(view);
        camera.take(window, name + "-" + view);
    }
}

void takeCapture(Photographer& camera, const Material& material) {
    takeViews(camera, material.machine, "capture");
    MainWindow window;
    showRequested(window, {.files = {material.machine}, .base = {}, .newSide = {}});
    auto* page = &openedCapture(window);
    page->showView("labels");
    page->captureView()->findChild<LabelsView*>()->choose({SampleKey::Kind::Label, "executable"});
    camera.take(window, "capture-labels-executable");
    page->showView("flamegraph");
    camera.take(window, "capture-flamegraph-small", smallWindow);
    page->session().setRoots(SampleKey{SampleKey::Kind::Label, "executable"});
    waitFor("the view", [&] { return isIdle(page->session()); });
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
    camera.take(window, "capture-facts", tallWindow);
}

/// The call path and the map of a zoom, in both halves.
void takeCallers(Photographer& camera, const Material& material) {
    MainWindow window;
    showRequested(window, {.files = {material.compile}, .base = {}, .newSide = {}});
    auto& page = openedCapture(window);
    page.session().setSelected({"main", {}});
    page.showView("callers");
    const auto* view = page.captureView()->findChild<CallersView*>();
    for (auto* canvas : {view->callees(), view->callers()}) {
        waitFor("callers and callees", [&] { return isIdle(page.session()) && !canvas->scene().isEmpty(); });
        press(*canvas, canvas == view->callees() ? Qt::Key_Down : Qt::Key_Up, 4);
        press(*canvas, Qt::Key_Return);
    }
    camera.take(window, "callers-zoomed");
    camera.take(window, "callers-zoomed-small", smallWindow);
}

/// Transforms as chips, and the menu of a box.
void takeTransforms(Photographer& camera, const Material& material) {
    MainWindow window;
    showRequested(window, {.files = {material.machine}, .base = {}, .newSide = {}});
    auto& page = openedCapture(window);
    auto& session = page.session();
    session.addTransform({TransformKind::CollapseModule, {"[kernel.kallsyms]"}});
    session.addTransform({TransformKind::From, {"main"}});
    session.addTransform({TransformKind::CollapseRecursion});
    waitFor("the view", [&] { return isIdle(session); });
    camera.take(window, "capture-transforms");
    camera.take(window, "capture-transforms-small", smallWindow);
    auto* canvas = page.captureView()->view()->findChild<FlameCanvas*>();
    press(*canvas, Qt::Key_Down, 2);
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
    showRequested(window, {.files = {material.base}, .base = {}, .newSide = {}});
    auto& page = openedCapture(window);
    const auto show = [&](const std::string& function) {
        page.session().setSelected({function, {}});
        page.showView("source");
        auto* view = qobject_cast<SourceView*>(page.captureView()->view());
        waitFor("the source",
                [&] { return isIdle(page.session()) && view && view->shown() && !view->isLoading(); });
        return view;
    };
    auto* view = show({});
    camera.take(window, "source");
    camera.take(window, "source-small", smallWindow);
    view->codePane()->chooseHottest();
    camera.take(window, "source-instruction");
    show("main");
    camera.take(window, "source-main");
}

} // namespace candela
