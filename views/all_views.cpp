#include "views/callers/callers_view.h"
#include "views/flame_chart/flame_chart_view.h"
#include "views/flame_graph/flame_graph_view.h"
#include "views/heat_map/heat_map_view.h"
#include "views/source/source_view.h"
#include "views/tables/call_tree_view.h"
#include "views/tables/functions_view.h"
#include "views/tables/labels_view.h"
#include "views/timeline/timeline_view.h"
#include "views/view.h"

#include <QCoreApplication>

#include <array>

namespace candela {

namespace {

template<typename View>
QWidget* create(Session& session, QWidget* parent) {
    return new View(session, parent);
}

constexpr std::array views{
    ViewDescription{"flamegraph", QT_TRANSLATE_NOOP("View", "Flame graph"), create<FlameGraphView>},
    ViewDescription{"calltree", QT_TRANSLATE_NOOP("View", "Call tree"), create<CallTreeView>},
    ViewDescription{"functions", QT_TRANSLATE_NOOP("View", "Functions"), create<FunctionsView>},
    ViewDescription{"labels", QT_TRANSLATE_NOOP("View", "Labels"), create<LabelsView>},
    ViewDescription{"source", QT_TRANSLATE_NOOP("View", "Source"), create<SourceView>},
    ViewDescription{"callers", QT_TRANSLATE_NOOP("View", "Callers and callees"), create<CallersView>},
    ViewDescription{"flamechart", QT_TRANSLATE_NOOP("View", "Flame chart"), create<FlameChartView>},
    ViewDescription{"heatmap", QT_TRANSLATE_NOOP("View", "Heat map"), create<HeatMapView>},
    ViewDescription{"timeline", QT_TRANSLATE_NOOP("View", "Timeline"), create<TimelineView>},
};

} // namespace

std::span<const ViewDescription> allViews() {
    return views;
}

QString titleOf(const ViewDescription& view) {
    return QCoreApplication::translate("View", view.title);
}

} // namespace candela
