#include "views/flame_chart/flame_chart_words.h"

#include "model/analysis/samples/own_processes.h"
#include "model/base/units.h"
#include "views/session/call_node_text.h"
#include "views/text/plain_text.h"
#include "views/timeline/time_axis.h"

#include <QObject>

namespace candela {

namespace {

FrameGroupIndex groupOf(const FlameChart& chart, const TrackBlock& block) {
    return chart.shape->group[block.block.node.row()];
}

QString durationText(const FlameChartBlock& block) {
    return QString::fromStdString(formatDuration(wrappingDifference(block.end, block.begin)));
}

QString timesText(const FlameChartGeometry& geometry, const FlameChartBlock& block) {
    // Enough digits to distinguish the two ends of a short block, in a long recording, too.
    const auto visible = wrappingDifference(geometry.visible.end, geometry.visible.begin);
    const auto length = std::clamp<std::int64_t>(wrappingDifference(block.end, block.begin), 1, visible);
    return timeText(block.begin, length, visible) + " – " + timeText(block.end, length, visible);
}

QString numbered(std::string_view name, std::int32_t number) {
    const auto text = plainText(name);
    return text.isEmpty() ? QString::number(number) : text + " " + QString::number(number);
}

} // namespace

QString TrackName::text() const {
    return thread.isEmpty() ? process : process + " · " + thread;
}

TrackName trackName(const Profile& profile, const FlameChartTrack& track) {
    if (!track.thread) return {QObject::tr("(unknown thread)"), {}};
    const auto& thread = profile.threads[track.thread.row()];
    const auto threadText = numbered(profile.text(thread.name), thread.tid);
    if (!track.process) return {threadText, {}};
    const auto& process = profile.processes[track.process.row()];
    auto processText = numbered(profile.text(process.name), process.pid);
    const auto otherText = processText == threadText ? QString() : threadText;
    if (isOwnProcess(profile, track.process)) processText += " " + QObject::tr("(Candela)");
    return {processText, otherText};
}

ItemWords blockWords(const FlameChart& chart, const FlameChartGeometry& geometry, const TrackBlock& block) {
    const auto& groups = *chart.shape->groups;
    const auto group = groupOf(chart, block);
    return {{},
            groupName(groups, group),
            moduleText(groups, group),
            {durationText(block.block), timesText(geometry, block.block),
             trackName(*chart.profile, chart.tracks[block.track]).text()}};
}

QString blockToolTip(const FlameChart& chart, const FlameChartGeometry& geometry, const TrackBlock& block) {
    const auto& groups = *chart.shape->groups;
    const auto group = groupOf(chart, block);
    const auto& track = chart.tracks[block.track];
    QStringList lines{"<b>" + groupName(groups, group).toHtmlEscaped() + "</b>"};
    const auto module = moduleText(groups, group);
    if (!module.isEmpty() && module != groupName(groups, group)) lines << module.toHtmlEscaped();
    const auto source = sourceLocation(*chart.profile, groups[group]);
    if (!source.isEmpty()) lines << source.toHtmlEscaped();
    lines << durationText(block.block) + " · " + timesText(geometry, block.block);
    lines << trackName(*chart.profile, track).text().toHtmlEscaped();
    const auto exact = track.blockAt(*chart.shape, block.block.begin, block.block.depth);
    if (exact != block.block)
        lines << QObject::tr("Interruptions shorter than a pixel are not drawn: zoom in to see them");
    return lines.join("<br>");
}

QString trackWords(const FlameChart& chart, std::size_t track, TimeRange visible) {
    const auto& at = chart.tracks[track];
    const auto& table = chart.profile->samples[chart.value.row()];
    const auto unit = table.type.unit ? chart.profile->text(table.type.unit) : std::string_view();
    const auto busy = formatShare(static_cast<double>(at.coveredIn(visible)),
                                  static_cast<double>(visible.end) - static_cast<double>(visible.begin));
    return QObject::tr("%1: %2 (%3), samples in %4 of the visible time")
        .arg(trackName(*chart.profile, at).text(), weightText(at.weight, unit),
             shareText(at.weight, chart.weight), QString::fromStdString(busy));
}

} // namespace candela
