/// The numbers of a timeline in words, for each value by its kind and unit.
#pragma once

#include "views/timeline/timeline_rows.h"

#include <QStringList>

namespace candela {

/// A weight of one slice: "930 ms/s", "2.10 at once", "1.2 GB".
QString densityWords(const TimelineLane& lane, std::int64_t weight, std::int64_t sliceLength);

/// What is in a slice of a row, or of all where it is null: how much within the slice where one value is
/// shown and is no level, and the densities, with the values' names where there are several.
QStringList sliceTexts(const TimelineRows& rows, const TimelineRow* row, std::size_t slice);

/// "off-cpu: how many at once": a value and what is drawn of it.
QString laneTitle(const Profile& profile, ValueTypeIndex value);

} // namespace candela
