#include "model/base/units.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/benchmarks/synthetic_profile.h"
#include "views/flame/flame_colours.h"
#include "views/flame/flame_painter.h"
#include "views/session/shown.h"

#include <QApplication>
#include <QImage>

#include <fmt/core.h>

#include <cstdlib>
#include <utility>

namespace candela {

namespace {

constexpr QSize surface(1920, 1200);

Shown shownOf(Profile profile) {
    ShownRequest request;
    request.value = profile.shownValue();
    request.profile = std::make_shared<const Profile>(std::move(profile));
    request.search = "part7::";
    Task task;
    auto shown = ShownComputation().compute(request, task);
    if (!shown) std::abort();
    return *shown;
}

/// Paints a flame graph repeatedly on a surface in memory.
class PaintedFlameGraph {
public:
    /// The layout omits boxes narrower than `pixels`, as on the canvas.
    PaintedFlameGraph(const Shown& shown, double pixels)
        : m_painter(QApplication::font()), m_colours(coloursByModule(shown)),
          m_image(surface, QImage::Format_ARGB32_Premultiplied) {
        m_scene.tree = std::make_shared<CallTree>(shown.tree(Direction::TopDown));
        m_scene.layout = flameLayout(*m_scene.tree, {}, pixels / surface.width(), FlameOrder::ByWeight);
        m_scene.setRoot({});
        m_colours->assign(m_scene);
        m_geometry.width = surface.width();
        m_geometry.height = surface.height();
        m_geometry.rowHeight = FlamePainter::rowHeight(QApplication::font());
    }

    void paint(const FlameMarks& marks) {
        const auto& theme = Theme::of(ColourScheme::Light);
        QPainter painter(&m_image);
        painter.fillRect(m_image.rect(), theme.base);
        m_painter.paint(painter, m_scene, m_geometry, m_image.rect(), m_colours->palette(theme), theme, marks,
                        "all");
    }

    std::size_t boxes() const { return m_scene.layout.boxes.size(); }

private:
    FlamePainter m_painter;
    std::unique_ptr<FlameColours> m_colours;
    QImage m_image;
    FlameScene m_scene;
    FlameGeometry m_geometry;
};

/// The same profile, with as many frames of each kind as of compiled code.
Profile withAllKinds(Profile profile) {
    for (std::size_t row = 0; row < profile.frames.size(); ++row)
        profile.frames.kind[row] = static_cast<FrameKind>(row % 5);
    return profile;
}

} // namespace

void benchmarkPainting(Report& report) {
    const SyntheticRecording recording(1'000'000, 500'000);
    const auto plain = recording.build();
    const auto shown = shownOf(plain);
    const auto measure = [&](std::string_view name, const Shown& content, const FlameMarks& marks) {
        PaintedFlameGraph graph(content, 0.5);
        const auto input =
            fmt::format("{} nodes, {} boxes, 1920 x 1200", formatCount(std::int64_t(content.shape->size())),
                        formatCount(std::int64_t(graph.boxes())));
        report.time(name, input, {{1, "frames"}}, [&] { graph.paint(marks); });
    };
    measure("paint flame graph", shown, {});
    FlameMarks marks;
    marks.matches = &shown.matches->groups;
    measure("paint it with search matches", shown, marks);
    measure("paint it with all kinds of code", shownOf(withAllKinds(plain)), {});
}

} // namespace candela
