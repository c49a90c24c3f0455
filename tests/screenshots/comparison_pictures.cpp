#include "app/commands/window/run_window.h"
#include "app/window/series/series_page.h"
#include "tests/screenshots/captures.h"
#include "tests/screenshots/pictures.h"
#include "views/compared_code/code_comparison.h"
#include "views/comparison/comparison_view.h"
#include "views/comparison/difference_flame.h"
#include "views/flame/flame_canvas.h"
#include "views/series/series_item_model.h"
#include "views/series/series_view.h"
#include "views/widgets/choice_strip.h"

#include <QTableView>
#include <QToolButton>

namespace candela {
namespace {

/// Presses the button of a choice, as users do.
void choose(const QWidget& window, const QString& text) {
    for (auto* button : window.findChildren<QAbstractButton*>())
        if (button->isVisible() && button->text() == text) return button->click();
    waitFor(qPrintable(text), [] { return false; });
}

/// The call nodes of that function that have a box of their own.
std::vector<CallNodeIndex> callNodesOf(const FlameCanvas& canvas, std::string_view function) {
    std::vector<CallNodeIndex> nodes;
    const auto& scene = canvas.scene();
    for (const auto& box : scene.layout.boxes)
        if (!box.isMerged() && scene.tree->groups()[scene.tree->group(box.node)].name == function)
            nodes.push_back(box.node);
    return nodes;
}

} // namespace

void takeComparison(Photographer& camera, const Material& material) {
    MainWindow window;
    showRequested(window, {.files = {},
                           .base = {.files = {material.base}, .times = {}},
                           .newSide = {.files = {material.newCapture}, .times = {}}});
    auto& page = openedComparison(window);
    camera.take(window, "comparison");
    camera.take(window, "comparison-small", smallWindow);
    page.session().choices().setPins({"schedule", "read_rows"});
    camera.take(window, "comparison-pinned");
    page.session().choices().setPins({});
    auto* canvas = page.view()->baseCanvas();
    for (const auto& node : callNodesOf(*canvas, "transform_rows"))
        page.session().base().setZoom(callPath(*canvas->scene().tree, node));
    waitFor("the zoom",
            [&] { return !page.session().base().zoom().isEmpty() && canvas->scene().layout.root; });
    camera.take(window, "comparison-zoomed");
    press(*canvas, Qt::Key_Escape);
    choose(page, ComparisonView::tr("Difference"));
    waitFor("the difference", [&] { return !page.view()->difference()->canvas()->scene().isEmpty(); });
    camera.take(window, "comparison-difference");
    choose(page, ComparisonView::tr("Two graphs"));
    page.session().base().setRoots(SampleKey{SampleKey::Kind::Label, "user"});
    waitFor("the comparison",
            [&] { return isIdle(page.session().base()) && isIdle(page.session().newSide()); });
    camera.take(window, "comparison-roots");
}

void takeComparedCode(Photographer& camera, const Material& material) {
    MainWindow window;
    showRequested(window, {.files = {},
                           .base = {.files = {material.base}, .times = {}},
                           .newSide = {.files = {material.newCapture}, .times = {}}});
    auto& page = openedComparison(window);
    for (auto* side : {&page.session().base(), &page.session().newSide()})
        side->setSelected({"transform_rows", {}});
    page.session().base().requestView("source");
    const auto* code = page.code();
    waitFor("the code of both builds", [&] { return code->isVisible() && !code->isPending(); });
    camera.take(window, "comparison-assembly");
    choose(*code, CodeComparison::tr("Source"));
    camera.take(window, "comparison-source");
    camera.take(window, "comparison-source-small", smallWindow);
}

void takeSeries(Photographer& camera, const Material& material) {
    MainWindow window;
    WindowRequest request;
    for (const auto& path : material.made.series)
        request.series.push_back({path});
    showRequested(window, request);
    const auto* view = openedPage<SeriesPage>(window).view();
    waitFor("the series", [&] { return !view->isPending() && view->model().rowCount() > 0; });
    camera.take(window, "series");
    camera.take(window, "series-small", smallWindow);
    view->table()->selectRow(view->model().rowCount() - 1);
    camera.take(window, "series-row");
}

} // namespace candela
