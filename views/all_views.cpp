#include "views/callers/callers_view.h"
#include "views/flame/flame_graph_view.h"
#include "views/flame_chart/flame_chart_view.h"
#include "views/heat_map/heat_map_view.h"
#include "views/source/source_view.h"
#include "views/tables/call_tree_view.h"
#include "views/tables/functions_view.h"
#include "views/tables/labels_view.h"
#include "views/timeline/timeline_view.h"
#include "views/view.h"

#include <array>

namespace candela {

namespace {

template<typename View>
QWidget* create(Session& session, QWidget* parent) {
    return new View(session, parent);
}

constexpr std::array views{
    ViewDescription{"flamegraph", "Flame graph", create<FlameGraphView>},
    ViewDescription{"calltree", "Call tree", create<CallTreeView>},
    ViewDescription{"functions", "Functions", create<FunctionsView>},
    ViewDescription{"labels", "Labels", create<LabelsView>},
    ViewDescription{"source", "Source", create<SourceView>},
    ViewDescription{"callers", "Callers and callees", create<CallersView>},
    ViewDescription{"flamechart", "Flame chart", create<FlameChartView>},
    ViewDescription{"heatmap", "Heat map", create<HeatMapView>},
    ViewDescription{"timeline", "Timeline", create<TimelineView>},
};

} // namespace

std::span<const ViewDescription> allViews() {
    return views;
}

} // namespace candela
