/// Paints the rows of a timeline and the sum above them: names, and a density for each lane. Only what is
/// visible is painted.
#pragma once

#include "views/timeline/timeline_geometry.h"
#include "views/timeline/timeline_painter.h"

#include <QPainter>

#include <functional>

namespace candela {

void paintTimelineRows(QPainter& painter, const TimelineLook& look, const TimelineRows& rows,
                       const TimelineGeometry& geometry,
                       const std::function<Emphasis(const TimelineRow&)>& emphasisOf);

void paintTimelineSum(QPainter& painter, const TimelineLook& look, const TimelineRows& rows,
                      const TimelineGeometry& geometry);

} // namespace candela
