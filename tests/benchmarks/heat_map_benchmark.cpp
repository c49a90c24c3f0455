#include "tests/benchmarks/benchmark.h"
#include "tests/benchmarks/synthetic_profile.h"
#include "views/heat_map/heat_map_view.h"

#include <QApplication>
#include <QElapsedTimer>

#include <fmt/core.h>

#include <cstdlib>

namespace candela {

namespace {

constexpr QSize heatMapSurface(1920, 1200);

/// Frames of a heat map's widget, without a display.
class HeatMapFrames {
public:
    explicit HeatMapFrames(const std::shared_ptr<const Profile>& profile) : m_view(m_session) {
        m_view.resize(heatMapSurface);
        m_view.show();
        m_session.setRoots({});
        m_session.setProfile(profile);
        waitForMap([&] { return canvas().hasPlot(); });
    }

    HeatMapCanvas& canvas() { return *m_view.canvas(); }
    Session& session() { return m_session; }

    /// Milliseconds of the change that `act` makes and of the frame that shows it.
    template<typename Act>
    double frame(const Act& act) {
        QElapsedTimer timer;
        timer.start();
        act();
        canvas().repaint();
        return double(timer.nsecsElapsed()) / 1e6;
    }
    /// Sleeps until the results of other threads have arrived.
    template<typename Condition>
    void waitForMap(const Condition& condition) {
        while (m_session.isBusy() || canvas().isPending() || !condition())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    void setHeight(int height) { m_view.resize(heatMapSurface.width(), height); }

private:
    Session m_session;
    HeatMapView m_view;
};

void measureFrames(Report& report, HeatMapFrames& frames, const std::string& input) {
    const auto plot = frames.canvas().geometry().plot();
    const auto measure = [&](std::string_view name, const auto& act) {
        constexpr int count = 300;
        std::vector<double> times;
        for (int frame = 0; frame < count; ++frame) {
            const double at = double(frame) / count;
            const QPointF pointer(plot.left() + at * plot.width(),
                                  plot.top() + (1 - at) * (plot.height() - 1));
            times.push_back(frames.frame([&] { act(frame, pointer); }));
        }
        report.values(fmt::format("heat map: {}", name), input, times, "ms");
        report.values(fmt::format("{}, 99th percentile", name), input, {percentile(times, 0.99)}, "ms");
    };
    const auto hover = [&](int, QPointF pointer) { frames.canvas().hover(pointer); };
    measure("hover", hover);
    measure("all cells", [&](int frame, QPointF) {
        frames.setHeight(heatMapSurface.height() - frame % 2);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    });
    frames.setHeight(heatMapSurface.height());
    frames.canvas().moveCursor(0, HeatMapCanvas::Extent::OneCell);
    measure("drag", [&](int, QPointF pointer) {
        frames.canvas().moveCursor(frames.canvas().geometry().nearestCell(pointer),
                                   HeatMapCanvas::Extent::Extended);
    });
    Filter filter;
    filter.time = frames.canvas().cursorTime();
    frames.session().setFilter(filter);
    frames.waitForMap([] { return true; });
    measure("hover selected", hover);
}

} // namespace

void benchmarkHeatMap(Report& report) {
    const SyntheticRecording recording(SyntheticSize::Large);
    const auto profile = std::make_shared<const Profile>(recording.build());
    const HeatMapRequest request{
        profile, callTreeShape(groupFrames(profile, Grouping::Function)), profile->shownValue(), {}, {}};
    const auto input = recording.description();
    HeatMapComputation computation;
    const auto compute = [&](const HeatMapRequest& wanted) {
        Task task;
        if (!computation.compute(wanted, task)) std::abort();
    };
    report.time("heat map: compute", input, {{double(recording.samples().size()), "samples"}}, [&] {
        HeatMapComputation anew;
        Task task;
        if (!anew.compute(request, task)) std::abort();
    });
    // What another selected function costs: the map itself is kept.
    auto marked = request;
    std::size_t group = 0;
    report.time("heat map: mark a function", input, {{double(recording.samples().size()), "samples"}}, [&] {
        marked.mark.selected = FrameGroupIndex(++group % request.shape->groups->size());
        compute(marked);
    });
    HeatMapFrames frames(profile);
    measureFrames(report, frames, input);
    const auto& shown = frames.session().shown();
    frames.session().setSelected({shown.groups()[shown.functions->front().group].name, {}});
    frames.waitForMap([&] { return frames.canvas().computed()->marked != nullptr; });
    measureFrames(report, frames, input + ", marked");
}

} // namespace candela
