#include "model/base/units.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/benchmarks/synthetic_profile.h"
#include "views/flame/flame_colours.h"
#include "views/flame/flame_painter.h"
#include "views/flame_chart/flame_chart_computation.h"
#include "views/flame_chart/flame_chart_painter.h"

#include <QApplication>
#include <QImage>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace candela {

namespace {

constexpr QSize chartSurface(1920, 1200);

/// Paints frames of a flame chart as the canvas does.
class PaintedFlameChart {
public:
    explicit PaintedFlameChart(ComputedFlameChart computed)
        : m_computed(std::move(computed)), m_painter(QApplication::font()),
          m_image(chartSurface, QImage::Format_ARGB32_Premultiplied) {
        m_scene.setChart(m_computed.chart);
        m_geometry.size = chartSurface;
        m_geometry.rowHeight = static_cast<int>(FlamePainter::rowHeight(QApplication::font()));
        m_geometry.layOut(*m_computed.chart, m_computed.tracks->listed({}), {});
    }

    /// Milliseconds of CPU time of a frame that shows that time and scroll position, with the pointer at that
    /// position.
    double frame(TimeRange visible, int scroll, QPointF pointer) {
        const auto before = threadMilliseconds();
        m_geometry.visible = visible;
        m_geometry.scroll = scroll;
        m_scene.update(m_geometry);
        FlameChartMarks marks;
        marks.hovered = m_scene.blockAt(m_geometry, pointer);
        if (marks.hovered)
            marks.hoveredGroup = m_computed.chart->shape->group[marks.hovered->block.node.row()];
        const auto& theme = Theme::of(ColourScheme::Light);
        QPainter painter(&m_image);
        painter.fillRect(m_image.rect(), theme.base);
        m_painter.paintBlocks(painter, m_scene, m_geometry, m_computed.tones, modulePalette(theme), theme,
                              marks);
        painter.end();
        return threadMilliseconds() - before;
    }
    const FlameChart& chart() const { return *m_computed.chart; }
    int contentHeight() const { return m_geometry.contentHeight(); }

private:
    ComputedFlameChart m_computed;
    FlameChartScene m_scene;
    FlameChartGeometry m_geometry;
    FlameChartPainter m_painter;
    QImage m_image;
};

} // namespace

void benchmarkFlameChart(Report& report) {
    const SyntheticRecording recording(SyntheticSize::Large);
    const auto profile = std::make_shared<const Profile>(recording.build());
    const FlameChartRequest request{
        profile, callTreeShape(groupFrames(profile, Grouping::Function)), profile->shownValue(), {}};
    const auto compute = [&] {
        FlameChartComputation computation;
        Task task;
        auto computed = computation.compute(request, task);
        if (!computed) std::abort();
        return std::move(*computed);
    };
    const auto input = recording.description();
    report.time("chart: compute", input, {{double(recording.samples().size()), "samples"}},
                [&] { compute(); });

    PaintedFlameChart painted(compute());
    const auto whole = painted.chart().range;
    const auto length = whole.end - whole.begin;
    const auto measure = [&](std::string_view name, const auto& visibleAt, bool scrolls) {
        constexpr int frames = 300;
        std::vector<double> times;
        const int room = std::max(0, painted.contentHeight() - chartSurface.height());
        for (int frame = 0; frame < frames; ++frame) {
            const double at = double(frame) / frames;
            times.push_back(
                painted.frame(visibleAt(at), scrolls ? int(at * room) : 0, {300 + at * 1600, 600}));
        }
        report.values(fmt::format("chart: {}", name), input, times, "ms");
        report.values(fmt::format("{}, 99th percentile", name), input, {percentile(times, 0.99)}, "ms");
    };
    const auto part = [&](double from, double share) {
        const auto begin = whole.begin + static_cast<std::int64_t>(from * (1 - share) * double(length));
        return TimeRange{begin, begin + static_cast<std::int64_t>(share * double(length))};
    };
    measure(
        "hover, everything", [&](double) { return whole; }, false);
    measure(
        "scroll, everything", [&](double) { return whole; }, true);
    measure(
        "pan, a half", [&](double at) { return part(at, 0.5); }, false);
    measure(
        "pan, a hundredth", [&](double at) { return part(at, 0.01); }, false);
    measure(
        "zoom", [&](double at) { return part(0.4, std::pow(10.0, -5 * at)); }, false);
}

} // namespace candela
