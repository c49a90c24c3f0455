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

/// How one value is drawn.
struct LaneLook {
    QColor colour;
    Density density = Density::Rate;
    std::int64_t scale = 0; ///< the weight of the full height
};

/// The look of a lane of the rows; the main lane's colour is the strongest. `scale` is not set.
LaneLook laneLook(const Theme& theme, const TimelineRows& rows, std::size_t lane);

/// Bars of the slices, from the bottom of `area`; a level is a line with a shade below it.
void paintDensity(QPainter& painter, const TimelineLook& look, const TimelineRows& rows,
                  const std::vector<std::int64_t>& weight, const LaneLook& lane, const QRect& area,
                  Emphasis emphasis);

/// What the full height of a lane stands for, in its upper left corner.
void paintScale(QPainter& painter, const TimelineLook& look, const QString& text, const QRect& area);

/// A lane's colour (none where it is invalid), its name and its total, in the column of names.
void paintLaneName(QPainter& painter, const Theme& theme, const QColor& colour, const QString& name,
                   const QString& total, const QRect& area, Emphasis emphasis);

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
