/// The colours of a flame graph's boxes, and their legend.
#pragma once

#include "model/analysis/grouping/code_class.h"
#include "views/flame/flame_scene.h"
#include "views/session/shown.h"
#include "views/widgets/theme.h"

#include <QString>

#include <memory>
#include <span>
#include <vector>

namespace candela {

struct LegendEntry {
    QString text;
    QColor colour;
    CodeClass kind = CodeClass::User; ///< decides the texture
};

class FlameColours {
public:
    virtual ~FlameColours() = default;
    /// Fills `scene.groups`, and `scene.tones`: for each box a row of palette().
    void assign(FlameScene& scene);
    /// To be called when the weights changed but not the groups, as with another filter or value.
    virtual void updateShares(const Shown&) {}
    virtual std::vector<QColor> palette(const Theme& theme) const = 0;
    /// For each row of palette() a sign before the names of its boxes; empty: there are none.
    virtual std::span<const QString> signs() const { return {}; }
    virtual std::vector<LegendEntry> legend(const Theme& theme) const = 0;
    /// What the colours of the legend stand for, as a sentence.
    virtual QString meaning() const { return {}; }

private:
    /// Fills `scene.tones`. The groups are known.
    virtual void assignTones(FlameScene& scene) = 0;
};

/// The colours of all modules, of the kernel and of other code, in the order of groupTones(), for pictures
/// that are not flame graphs.
std::vector<QColor> modulePalette(const Theme& theme);

/// Colours by module (model/analysis/call_tree/module_tones.h); the kernel has its own colour. The legend
/// lists the modules with the largest self weight and their shares, and the textures of kinds of code. If
/// weights are negative (differences of profiles), there is instead one colour for more and one for less.
std::unique_ptr<FlameColours> coloursByModule(const Shown& shown);
/// One colour for each kind of frame.
std::unique_ptr<FlameColours> coloursByKind(const Shown& shown);
/// The stronger, the more self weight the function has in all its call paths, relative to the heaviest one.
std::unique_ptr<FlameColours> coloursBySelf(const Shown& shown);

} // namespace candela
