#include "views/tracks/idle_lane.h"

#include "model/analysis/samples/own_processes.h"
#include "model/base/units.h"
#include "model/base/wrapping.h"
#include "views/text/plain_text.h"

#include <QObject>

#include <algorithm>

namespace candela {

namespace {

QString durationText(std::int64_t nanoseconds) {
    return plainText(formatDuration(nanoseconds));
}

} // namespace

ValueTypeIndex idleValue(const Profile& profile) {
    const auto& origin = profile.origin;
    const auto cpu = profile.findValue("cpu");
    if (!cpu || !isOfWholeMachine(profile) || origin.idleTime <= 0 || origin.cpus == 0) return {};
    const auto& table = profile.samples[cpu.row()];
    const bool isTime = !table.time.empty() && profile.text(table.type.unit) == "nanoseconds";
    return isTime ? cpu : ValueTypeIndex();
}

IdleLane idleLane(const Profile& profile, const Timeline& all, std::size_t slices) {
    IdleLane idle{profile.origin.idleTime, all.sliceLength * profile.origin.cpus, {}};
    std::vector<std::int64_t> busy;
    for (const auto& track : all.tracks) {
        busy.resize(std::max(busy.size(), track.weight.size()));
        for (std::size_t slice = 0; slice < track.weight.size(); ++slice)
            busy[slice] = wrappingSum(busy[slice], track.weight[slice]);
    }
    busy.resize(slices);
    auto begin = all.range.begin;
    for (const auto time : busy) {
        // The last slices may reach beyond the end.
        const auto length = std::clamp<std::int64_t>(all.range.end - begin, 0, all.sliceLength);
        idle.weight.push_back(std::max<std::int64_t>(length * profile.origin.cpus - time, 0));
        begin += all.sliceLength;
    }
    return idle;
}

QString idleText(const IdleLane& idle, std::size_t slice) {
    return QObject::tr("idle %1 of %2").arg(durationText(idle.weightIn(slice)), durationText(idle.capacity));
}

QString idleToolTip(const Profile& profile, const IdleLane& idle) {
    return QObject::tr("%1 of CPU time during which nothing ran, as the kernel counted it.\n"
                       "The course is computed: the time of %2 CPUs without the CPU time of all samples, "
                       "whatever the filters. So it also has what other virtual machines used and what was "
                       "not sampled.")
        .arg(durationText(idle.total))
        .arg(profile.origin.cpus);
}

} // namespace candela
