#include "app/commands/window/run_window.h"
#include "app/window/capture/capture_view.h"
#include "tests/screenshots/captures.h"
#include "tests/screenshots/pictures.h"
#include "views/flame_chart/flame_chart_view.h"
#include "views/session/time_comparison.h"
#include "views/timeline/timeline_view.h"

#include <QSplitter>

#include <algorithm>

namespace candela {
namespace {

/// Most of the window's height for the timeline, as a user would drag it.
void growTimeline(CapturePage& page) {
    auto* timeline = page.captureView()->findChild<TimelineView*>();
    qobject_cast<QSplitter*>(timeline->parentWidget())->setSizes({300, 1200});
}

/// How the compiler's processes start, execute and exit; a function and matches of a search are marked.
void takeMarks(Photographer& camera, const Material& material) {
    MainWindow window;
    showRequested(window, {.files = {material.compile}, .base = {}, .newSide = {}});
    auto& page = openedCapture(window);
    growTimeline(page);
    camera.take(window, "timeline-processes");
    const auto& shown = page.session().shown();
    const auto hottest = std::ranges::max_element(*shown.functions, {}, [&](const GroupWeight& row) {
        return shown.groups().isRoot(row.group) ? -1 : row.self;
    });
    page.session().setSelected({shown.groups()[hottest->group].name, {}});
    camera.take(window, "timeline-selected");
    page.session().setSearch("alloc|free");
    camera.take(window, "timeline-marks");
}

/// 64 threads, as many as a high window shows.
void takeManyThreads(Photographer& camera, const Material& material) {
    MainWindow window;
    window.resize(tallWindow);
    showRequested(window, {.files = {material.made.threads}, .base = {}, .newSide = {}});
    auto& page = openedCapture(window);
    growTimeline(page);
    camera.take(window, "threads-timeline");
}

/// Blocks wide enough for the textures of kinds of code.
void takeTextures(Photographer& camera, const Material& material) {
    MainWindow window;
    showRequested(window, {.files = {material.machine}, .base = {}, .newSide = {}});
    auto& page = openedCapture(window);
    Filter filter;
    filter.process = "find";
    page.session().setFilter(filter);
    page.showView("flamechart");
    auto* canvas = page.captureView()->findChild<FlameChartView*>()->canvas();
    waitFor("the flame chart", [&] { return isIdle(page.session()) && canvas->hasPlot(); });
    press(*canvas, Qt::Key_Down); // the first block, which fills the chart then
    press(*canvas, Qt::Key_Return);
    press(*canvas, Qt::Key_Plus, 3);
    camera.take(window, "flamechart-textures");
}

/// One second of a capture beside another one.
void takeComparedTimes(Photographer& camera, const Material& material) {
    MainWindow window;
    showRequested(window, {.files = {material.machine}, .base = {}, .newSide = {}});
    auto& session = openedCapture(window).session();
    const auto use = [&](std::int64_t begin, std::int64_t end) {
        Filter filter;
        filter.time = TimeRange{begin * 1'000'000'000, end * 1'000'000'000};
        session.setFilter(filter);
        waitFor("the range", [&] { return isIdle(session); });
        session.timeComparison().use(TimeComparison::With::AnotherRange);
    };
    use(1, 2);
    camera.take(window, "comparison-of-times-base");
    use(4, 6);
    openedComparison(window);
    camera.take(window, "comparison-of-times");
}

} // namespace

void takeTimes(Photographer& camera, const Material& material) {
    takeMarks(camera, material);
    takeManyThreads(camera, material);
    takeTextures(camera, material);
    takeComparedTimes(camera, material);
}

} // namespace candela
