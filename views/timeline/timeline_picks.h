/// Rows of the timeline that are picked, which are a part of the filter.
#pragma once

#include "model/analysis/samples/filter.h"
#include "views/timeline/timeline_painter.h"
#include "views/timeline/timeline_rows.h"

namespace candela {

enum class Pick { Only, Toggle };

/// The filter after a click on the row's name: only its samples are kept, or all again where it is the only
/// one that is picked; or the row is picked besides others, or no more. Rows without a process, thread or CPU
/// to name change nothing.
Filter withPicked(Filter filter, const TimelineRow& row, Pick pick);

/// How the row is drawn: as usual where no row of its kind is picked.
Emphasis pickedRow(const Filter& filter, const Profile& profile, const TimelineRow& row);

} // namespace candela
