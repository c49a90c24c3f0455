/// Paints the rows of a timeline and the sum above them: names, and a density for each lane. Only what is
/// visible is painted.
#pragma once

#include "views/timeline/timeline_geometry.h"
#include "views/timeline/timeline_painter.h"
#include "views/tracks/process_lives.h"

#include <QPainter>

#include <functional>
#include <optional>

namespace candela {

/// What a row's picture depends on besides its weights.
struct RowLooks {
    std::function<Emphasis(const TimelineRow&)> emphasisOf;
    /// When the processes of a row existed; by the row's position.
    std::function<const RowLife&(std::size_t)> lifeOf;
    std::optional<std::size_t> current; ///< has the keyboard focus
};

void paintTimelineRows(QPainter& painter, const TimelineLook& look, const TimelineRows& rows,
                       const TimelineGeometry& geometry, const RowLooks& looks);

/// States that no row is of that name.
void paintNoRows(QPainter& painter, const Theme& theme, const QString& name, const QRect& area);

void paintTimelineSum(QPainter& painter, const TimelineLook& look, const TimelineRows& rows,
                      const TimelineGeometry& geometry);

/// What the height of the sums is. Painted last: what is not selected is faded, and this is still valid.
void paintTimelineScales(QPainter& painter, const TimelineLook& look, const TimelineRows& rows,
                         const TimelineGeometry& geometry);

/// The machine's idle time, if the rows have it.
void paintIdleTime(QPainter& painter, const TimelineLook& look, const TimelineRows& rows,
                   const TimelineGeometry& geometry);

} // namespace candela
