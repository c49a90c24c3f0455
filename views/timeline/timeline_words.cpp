#include "views/timeline/timeline_words.h"

#include "model/base/units.h"
#include "views/session/call_node_text.h"
#include "views/text/plain_text.h"

#include <QObject>

namespace candela {

QString densityWords(const TimelineLane& lane, std::int64_t weight, std::int64_t sliceLength) {
    return plainText(densityText(lane.density, weight, sliceLength, lane.unit));
}

QStringList sliceTexts(const TimelineRows& rows, const TimelineRow* row, std::size_t slice) {
    QStringList texts;
    for (std::size_t lane = 0; lane < rows.lanes.size(); ++lane) {
        const auto& value = rows.lanes[lane];
        const auto weight = (row ? row->lanes[lane] : value.sum).weightIn(slice);
        const auto density = densityWords(value, weight, rows.sliceLength);
        if (rows.lanes.size() > 1) {
            texts << value.name + " " + density;
            continue;
        }
        if (value.density != Density::Level)
            texts << QObject::tr("%1 within %2")
                         .arg(weightText(weight, value.unit),
                              QString::fromStdString(formatDuration(rows.sliceLength)));
        texts << density;
    }
    return texts;
}

QString laneTitle(const Profile& profile, ValueTypeIndex value) {
    const auto name = plainText(profile.text(profile.samples[value.row()].type.name));
    const auto density = densityName(densityOf(kindOf(profile, value)));
    return QObject::tr("%1: %2").arg(name, modelText(density));
}

} // namespace candela
