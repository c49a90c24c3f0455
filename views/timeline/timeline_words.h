/// A timeline's numbers as text, for each value by its kind and unit.
#pragma once

#include "model/profile/losses.h"
#include "views/text/item_words.h"
#include "views/timeline_rows/timeline_rows.h"
#include "views/tracks/process_lives.h"

#include <QStringList>

#include <cstddef>
#include <cstdint>
#include <span>

namespace candela {

/// A weight of one slice: "930 ms/s", "2.10 at once", "1.2 GB".
QString densityWords(const TimelineLane& lane, std::int64_t weight, std::int64_t sliceLength);

/// Texts about a slice of `row`; null: of the sum. They are the weight within the slice, if the only value
/// shown is not a level, and the densities, with the names of the values if there are several.
QStringList sliceTexts(const TimelineRows& rows, const TimelineRow* row, std::size_t slice);

/// "12 % selected": for each mark, its share of the main value in a slice of `row`; null: of the sum.
QStringList shortMarkTexts(const TimelineRows& rows, const TimelineRow* row, std::size_t slice);

/// "main: 12 % here", or "main: cpu 12 %, off-cpu 3 %": for each mark, its shares of a slice of `row`; null:
/// of the sum.
QStringList markTexts(const TimelineRows& rows, const TimelineRow* row, std::size_t slice);

/// Why a click on the row's name keeps nothing.
QString noSamplesText(const TimelineRows& rows, const TimelineRow& row);

/// Rich text: what the marks mean, and how much of the visible time they are. Empty without marks.
QString marksToolTip(const TimelineRows& rows);

/// "cc1plus 1234, cpu 2.1 s (12 %), main 40 %": the row's name, its weights, and the marked share of the
/// visible time.
QString rowText(const TimelineRows& rows, const TimelineRow& row);

/// "cc1plus (1234) exited at 2.5 s"; for several events their number and the first of them.
QStringList lifeTexts(const Profile& profile, std::span<const LifeEvent> events, TimeRange visible);

/// Why there is nothing at a time in which no process of the row existed.
QString missingText(const RowLife& life, std::int64_t time);

/// Why there is no weight at this time; empty if no samples were lost.
QString lostText(std::span<const LostTime> times, std::int64_t time);

/// Rich text: each part of the words on its own line.
QString linesToolTip(const ItemWords& words);

/// "off-cpu: how many at once": a value, and the density that is drawn.
QString laneTitle(const Profile& profile, ValueTypeIndex value);

} // namespace candela
