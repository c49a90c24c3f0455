/// Paints the parts of a timeline: axis, densities, names. Geometry comes from the canvas.
#pragma once

#include "model/profile/losses.h"
#include "views/timeline_rows/timeline_rows.h"
#include "views/widgets/theme.h"

#include <QPainter>

#include <functional>
#include <optional>

namespace candela {

struct TimelineLook {
    const Theme& theme;
    QRect plot; ///< the area of the densities
    TimeRange visible;
    std::optional<TimeRange> selection;
    std::function<double(std::int64_t)> xOf;
};

/// The ticks and their labels, and the hair lines below them.
void paintTimeAxis(QPainter& painter, const TimelineLook& look, const QRect& axis);

enum class Emphasis { Normal, Faded, Picked };

/// The appearance of one value.
struct LaneLook {
    QColor colour;
    Density density = Density::Rate;
    std::int64_t scale = 0; ///< the weight that corresponds to the full height
};

/// The look of a row's lane; the main lane has the strongest colour. `scale` is not set.
LaneLook laneLook(const Theme& theme, const TimelineRows& rows, std::size_t lane);

/// Draws the slices as bars from the bottom of `area`; a level as a line with a shade below it. What is
/// marked of them is in the colours of selection and search, the rest fainter.
void paintDensity(QPainter& painter, const TimelineLook& look, const TimelineRows& rows, const RowLane& row,
                  const LaneLook& lane, const QRect& area, Emphasis emphasis);

/// Draws the colours of the marks with their names, beside each other.
void paintMarkNames(QPainter& painter, const Theme& theme, const TimelineMarks& marks, const QRect& area);

/// Writes the weight of a lane's full height into its upper left corner, over the densities.
void paintScale(QPainter& painter, const TimelineLook& look, const QString& text, const QRect& area);

/// Draws a lane's colour (none if it is invalid), name and total, in the column of names.
void paintLaneName(QPainter& painter, const Theme& theme, const QColor& colour, const QString& name,
                   const QString& total, const QRect& area, Emphasis emphasis);

/// Hatches the times without data, because no weight is not the same as no work. A time of unknown length is
/// a narrow band.
void paintLostTimes(QPainter& painter, const TimelineLook& look, const std::vector<LostTime>& times,
                    const QRect& area);

/// Draws the selected time over everything: its ends as lines, the rest shaded.
void paintTimeSelection(QPainter& painter, const TimelineLook& look, const QRect& area);

/// How far a name is indented because its row is below a group's or a parent's; in pixels.
int trackIndent(int depth);

/// Draws a row's name, number and share, with the sign that opens a process.
void paintTrackName(QPainter& painter, const Theme& theme, const TimelineRow& row, const QString& share,
                    const QRect& area, Emphasis emphasis);

} // namespace candela
