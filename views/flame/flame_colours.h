/// The colours of a flame graph's boxes, and their legend.
#pragma once

#include "views/flame/flame_scene.h"
#include "views/session/shown.h"
#include "views/widgets/theme.h"

#include <QString>

#include <memory>
#include <vector>

namespace candela {

struct LegendEntry {
    QString text;
    QColor colour;
    enum class Mark { Plain, InlinedEdge } mark = Mark::Plain;
};

class FlameColours {
public:
    virtual ~FlameColours() = default;
    /// Fills `scene.tones`: a row of palette() for each box.
    virtual void assign(FlameScene& scene) = 0;
    /// Other weights of the same groups: another filter, another value.
    virtual void updateShares(const Shown&) {}
    virtual std::vector<QColor> palette(const Theme& theme) const = 0;
    virtual std::vector<LegendEntry> legend(const Theme& theme) const = 0;
};

/// By module (model/analysis/call_tree/module_tones.h); the kernel has a colour of its own. The legend names
/// the modules with the largest self weight and their shares. Where weights are negative (differences of
/// profiles), what became more and what became less have a colour each instead.
std::unique_ptr<FlameColours> coloursByModule(const Shown& shown);
/// One colour for each kind of frame.
std::unique_ptr<FlameColours> coloursByKind(const Shown& shown);

} // namespace candela
