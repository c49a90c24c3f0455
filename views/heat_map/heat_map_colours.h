/// The colours of a heat map's cells. They become darker from step to step in the light theme, and lighter in
/// the dark one, so that they also differ with colour vision deficiencies and in print.
#pragma once

#include "views/widgets/theme.h"

#include <array>
#include <cstdint>

namespace candela {

class HeatMapColours {
public:
    static constexpr std::size_t steps = 256;

    explicit HeatMapColours(const Theme& theme);

    /// The step of a weight; `scale` is the weight of the last step.
    static std::size_t stepOf(std::int64_t weight, std::int64_t scale);
    QRgb heat(std::size_t step) const { return m_heat[step]; }
    /// The same without a hue, and fainter: what is not marked.
    QRgb grey(std::size_t step) const { return m_grey[step]; }

private:
    std::array<QRgb, steps> m_heat;
    std::array<QRgb, steps> m_grey;
};

} // namespace candela
