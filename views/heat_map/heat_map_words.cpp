#include "views/heat_map/heat_map_words.h"

#include "model/base/units.h"
#include "model/base/wrapping.h"
#include "views/session/call_node_text.h"
#include "views/text/plain_text.h"
#include "views/timeline/time_axis.h"

#include <QObject>

#include <algorithm>

namespace candela {

namespace {

std::string_view unitOf(const ComputedHeatMap& computed) {
    const auto& type = computed.profile->samples[computed.value.row()].type;
    return type.unit ? computed.profile->text(type.unit) : std::string_view();
}

/// The sum of the cells; for a gauge, the level at the end of the last one.
std::int64_t weightOf(const HeatMap& map, HeatMapCell first, HeatMapCell last) {
    if (map.weight.empty()) return 0;
    if (map.density == Density::Level) return map.weight[last];
    std::int64_t sum = 0;
    for (auto cell = first; cell <= last; ++cell)
        sum = wrappingSum(sum, map.weight[cell]);
    return sum;
}

QString withShare(const QString& weight, std::int64_t part, std::int64_t total) {
    return QObject::tr("%1 (%2)").arg(weight, shareText(part, total));
}

} // namespace

QString rangeText(const HeatMapGrid& grid, TimeRange range) {
    constexpr std::int64_t digits = 1000; // of timeText(), so that the ends of a cell differ
    const auto length = std::max<std::int64_t>(grid.cellLength(), 1) * digits;
    return QObject::tr("%1 – %2").arg(timeText(range.begin, length), timeText(range.end, length));
}

ItemWords cellWords(const ComputedHeatMap& computed, HeatMapCell first, HeatMapCell last) {
    const auto& map = *computed.map;
    if (first > last) std::swap(first, last);
    const TimeRange time{map.grid.timeOf(first).begin, map.grid.timeOf(last).end};
    const auto unit = unitOf(computed);
    const auto weight = weightOf(map, first, last);
    const auto text = weightText(weight, unit);
    const bool isLevel = map.density == Density::Level;
    ItemWords words{{}, rangeText(map.grid, time), {}, {}};
    if (first != last)
        words.numbers << QString::fromStdString(formatDuration(wrappingDifference(time.end, time.begin)));
    if (weight == 0) {
        words.numbers << text;
        return words;
    }
    words.numbers << (isLevel ? text : withShare(text, weight, map.magnitude));
    if (!isLevel)
        words.numbers << plainText(
            densityText(map.density, weight, wrappingDifference(time.end, time.begin), unit));
    if (computed.marked) {
        const auto part = weightOf(*computed.marked, first, last);
        words.numbers << QObject::tr("%1 %2").arg(computed.mark.shortName(*computed.shape->groups),
                                                  withShare(weightText(part, unit), part, weight));
    }
    return words;
}

QString cellToolTip(const ComputedHeatMap& computed, HeatMapCell cell) {
    const auto words = cellWords(computed, cell, cell);
    QStringList lines{"<b>" + QObject::tr("Time %1").arg(words.name).toHtmlEscaped() + "</b>"};
    for (const auto& number : words.numbers)
        lines << number.toHtmlEscaped();
    return lines.join("<br>");
}

QString gridText(const HeatMapGrid& grid) {
    if (grid.columns == 0) return {};
    return QObject::tr("A column is %1, a cell %2")
        .arg(QString::fromStdString(formatDuration(grid.columnLength)),
             QString::fromStdString(formatDuration(grid.cellLength())));
}

QString scaleText(const ComputedHeatMap& computed) {
    const auto& map = *computed.map;
    const auto text = weightText(map.scale, unitOf(computed));
    return map.largest > map.scale ? QObject::tr("≥ %1 in a cell").arg(text)
                                   : QObject::tr("%1 in a cell").arg(text);
}

QString markedText(const ComputedHeatMap& computed) {
    if (!computed.marked) return {};
    const auto total = computed.marked->total;
    // The name is last: digits behind a name from right to left would be drawn before it.
    return QObject::tr("Marked: %1 in %2")
        .arg(withShare(weightText(total, unitOf(computed)), total, computed.map->magnitude),
             computed.mark.name(*computed.shape->groups));
}

} // namespace candela
