/// Draws in a row when its processes started, executed another program and exited. Signs that would overlap
/// are one sign.
#pragma once

#include "views/timeline/timeline_painter.h"
#include "views/tracks/process_lives.h"

#include <span>
#include <vector>

namespace candela {

/// One event, or several that are too near to each other.
struct LifeSign {
    int from = 0; ///< pixels of the first and of the last event
    int to = 0;
    std::span<const LifeEvent> events;

    bool isAt(double x) const;
};

/// The signs of the visible events, from left to right, at least some pixels apart. Refers to `life`.
std::vector<LifeSign> lifeSigns(const RowLife& life, const TimelineLook& look);

/// The events whose sign is at that position; empty if there is none. Refers to `life`.
std::span<const LifeEvent> lifeEventsAt(const RowLife& life, const TimelineLook& look, double x);

/// Shades the times in which none of the row's processes existed. To be painted before the densities.
void paintMissingTimes(QPainter& painter, const TimelineLook& look, const RowLife& life, const QRect& area);

/// Draws the signs at the top of `area`: triangles that point to the time of the process for starts and
/// exits, diamonds for execs, bars for several events.
void paintLifeSigns(QPainter& painter, const TimelineLook& look, const RowLife& life, const QRect& area);

} // namespace candela
