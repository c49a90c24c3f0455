/// The picked rows of the timeline, which are a part of the filter.
#pragma once

#include "model/analysis/samples/filter.h"
#include "views/timeline/timeline_painter.h"
#include "views/timeline_rows/timeline_rows.h"

namespace candela {

enum class Pick { Only, Toggle };

/// Whether there are samples of the session's value to keep in the row, or below it in the process tree.
bool hasPickedSamples(const TimelineRows& rows, const TimelineRow& row);

/// The filter after a click on the row's name. Pick::Only keeps only the row's samples, or all samples again
/// if it was the only picked row. Pick::Toggle adds the row to the picked rows, or removes it. A process
/// without samples stands for all processes below it. Rows without a process, thread or CPU, and without
/// samples, change nothing.
Filter withPicked(Filter filter, const TimelineRows& rows, const TimelineRow& row, Pick pick);

/// How the row is drawn: normally if no row of its kind is picked.
Emphasis pickedRow(const Filter& filter, const Profile& profile, const TimelineRow& row);

} // namespace candela
