/// Paints the parts of a timeline: axis, densities, names. Geometry comes from the canvas.
#pragma once

#include "model/profile/losses.h"
#include "views/timeline/timeline_rows.h"
#include "views/widgets/theme.h"

#include <QPainter>

#include <functional>
#include <optional>

namespace candela {

struct TimelineLook {
    const Theme& theme;
    QRect plot; ///< where densities are
    TimeRange visible;
    std::optional<TimeRange> selection;
    std::function<double(std::int64_t)> xOf;
};

/// Ticks and their words, and the hair lines below them.
void paintTimeAxis(QPainter& painter, const TimelineLook& look, const QRect& axis);

enum class Emphasis { Normal, Faded, Picked };

/// Bars of the slices, from the bottom of `area`; `scale` is the weight of its full height.
void paintDensity(QPainter& painter, const TimelineLook& look, const TimelineRows& rows,
                  const std::vector<std::int64_t>& weight, std::int64_t scale, const QRect& area,
                  Emphasis emphasis);

/// Hatches the times without data: no weight is not the same as no work. One whose length is not known is a
/// narrow band.
void paintLostTimes(QPainter& painter, const TimelineLook& look, const std::vector<LostTime>& times,
                    const QRect& area);

/// The selected time over everything: its ends as lines, what is outside shaded.
void paintTimeSelection(QPainter& painter, const TimelineLook& look, const QRect& area);

/// How far to the right a row's name begins because it stands below a group's; pixels.
int rowIndent(const TimelineRow& row);

/// Name, number and share of a row, with the sign that opens a process.
void paintTrackName(QPainter& painter, const Theme& theme, const TimelineRow& row, const QString& share,
                    const QRect& area, Emphasis emphasis);

} // namespace candela
