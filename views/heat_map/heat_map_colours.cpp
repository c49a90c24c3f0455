#include "views/heat_map/heat_map_colours.h"

#include "model/base/wrapping.h"

#include <algorithm>
#include <cmath>

namespace candela {

namespace {

/// Colours at equal distances, from little weight to much.
constexpr std::array<QRgb, 6> lightStops{0xfbe7b5, 0xf7b955, 0xe5752f, 0xb23a4c, 0x66206b, 0x220c3f};
constexpr std::array<QRgb, 6> darkStops{0x41245a, 0x7c2a6d, 0xb94058, 0xe4763c, 0xf6bd5c, 0xfff4c8};

QRgb colourAt(const std::array<QRgb, 6>& stops, double share) {
    const auto at = share * static_cast<double>(stops.size() - 1);
    const auto stop = std::min(static_cast<std::size_t>(at), stops.size() - 2);
    return Theme::mix(QColor(stops[stop]), QColor(stops[stop + 1]), at - static_cast<double>(stop)).rgb();
}

} // namespace

HeatMapColours::HeatMapColours(const Theme& theme) {
    const auto& stops = theme.scheme == ColourScheme::Dark ? darkStops : lightStops;
    for (std::size_t step = 0; step < steps; ++step) {
        const auto share = static_cast<double>(step) / static_cast<double>(steps - 1);
        m_heat[step] = colourAt(stops, share);
        m_grey[step] = Theme::mix(theme.base, theme.mutedText, 0.10 + 0.40 * share).rgb();
    }
}

std::size_t HeatMapColours::stepOf(std::int64_t weight, std::int64_t scale) {
    const auto share =
        std::abs(static_cast<double>(weight)) / static_cast<double>(std::max<std::int64_t>(scale, 1));
    return static_cast<std::size_t>(std::lround(std::min(share, 1.0) * static_cast<double>(steps - 1)));
}

} // namespace candela
