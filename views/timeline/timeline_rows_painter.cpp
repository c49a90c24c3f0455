#include "views/timeline/timeline_rows_painter.h"

#include "model/base/units.h"
#include "views/session/call_node_text.h"
#include "views/timeline/life_painter.h"
#include "views/timeline/timeline_words.h"

#include <QObject>

namespace candela {

void paintTimelineRows(QPainter& painter, const TimelineLook& look, const TimelineRows& rows,
                       const TimelineGeometry& geometry, const RowLooks& looks) {
    const auto& theme = look.theme;
    for (auto row = geometry.rowAt(geometry.rowsTop()).value_or(0); row < rows.rows.size(); ++row) {
        const auto& track = rows.rows[row];
        const auto cell = geometry.nameRect(row);
        if (cell.top() > geometry.size.height()) break;
        const auto emphasis = looks.emphasisOf(track);
        const QRect area(look.plot.left(), cell.top(), look.plot.width(), cell.height());
        const auto lanes = geometry.laneRects(area);
        const auto& life = looks.lifeOf(row);
        paintMissingTimes(painter, look, life, area);
        for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
            auto drawn = laneLook(theme, rows, lane);
            drawn.scale = rows.scaleOf(track, lane);
            paintDensity(painter, look, rows, track->lanes[lane], drawn, lanes[lane], emphasis);
        }
        paintLifeSigns(painter, look, life, area);
        const auto name = cell.adjusted(0, 0, -1, 0);
        painter.fillRect(name, track.kind == TrackKind::Thread ? theme.base : theme.window);
        const auto share = shareText(track->lanes[rows.mainLane].total, rows.main().sum.total);
        paintTrackName(painter, theme, track, share, name, emphasis);
        if (row == looks.current) {
            painter.setPen(theme.accent);
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(name.adjusted(0, 0, -1, -2));
        }
        painter.fillRect(0, cell.bottom(), geometry.size.width(), 1, theme.line);
    }
}

void paintNoRows(QPainter& painter, const Theme& theme, const QString& name, const QRect& area) {
    painter.setPen(theme.mutedText);
    const auto text = QObject::tr("No process or thread has “%1” in its name").arg(name);
    painter.drawText(area, Qt::AlignCenter,
                     painter.fontMetrics().elidedText(text, Qt::ElideMiddle, area.width() - 16));
}

void paintTimelineSum(QPainter& painter, const TimelineLook& look, const TimelineRows& rows,
                      const TimelineGeometry& geometry) {
    const auto& theme = look.theme;
    const auto names = geometry.sumNameRect().adjusted(0, 0, -1, 0);
    painter.fillRect(names, theme.window);
    const auto nameRects = geometry.laneRects(names);
    const auto areas =
        geometry.laneRects(QRect(look.plot.left(), names.top(), look.plot.width(), names.height()));
    for (std::size_t lane = 0; lane < rows.lanes.size(); ++lane) {
        const auto& value = rows.lanes[lane];
        auto drawn = laneLook(theme, rows, lane);
        drawn.scale = value.largestSum();
        paintDensity(painter, look, rows, value.sum, drawn, areas[lane], Emphasis::Normal);
        const bool isAlone = rows.lanes.size() == 1;
        paintLaneName(painter, theme, isAlone ? QColor() : drawn.colour,
                      isAlone ? QObject::tr("All") : value.name, weightText(value.sum.total, value.unit),
                      nameRects[lane],
                      !isAlone && lane == rows.mainLane ? Emphasis::Picked : Emphasis::Normal);
    }
}

void paintTimelineScales(QPainter& painter, const TimelineLook& look, const TimelineRows& rows,
                         const TimelineGeometry& geometry) {
    const auto names = geometry.sumNameRect().adjusted(0, 0, -1, 0);
    const auto areas =
        geometry.laneRects(QRect(look.plot.left(), names.top(), look.plot.width(), names.height()));
    for (std::size_t lane = 0; lane < rows.lanes.size(); ++lane) {
        const auto& value = rows.lanes[lane];
        paintScale(painter, look, densityWords(value, value.largestSum(), rows.sliceLength), areas[lane]);
    }
}

/// In a quiet colour: idle time is no work.
void paintIdleTime(QPainter& painter, const TimelineLook& look, const TimelineRows& rows,
                   const TimelineGeometry& geometry) {
    if (!rows.idle) return;
    const auto& idle = *rows.idle;
    const auto name = geometry.idleNameRect().adjusted(0, 0, -1, 0);
    painter.fillRect(name, look.theme.window);
    paintLaneName(painter, look.theme, {}, QObject::tr("Idle"),
                  QString::fromStdString(formatDuration(idle.total)), name, Emphasis::Normal);
    const QRect area(look.plot.left(), name.top() + 4, look.plot.width(), name.height() - 5);
    paintDensity(painter, look, rows, {.total = idle.total, .weight = SliceWeights(idle.weight)},
                 {look.theme.mutedText, Density::Rate, idle.capacity}, area, Emphasis::Faded);
    painter.fillRect(0, name.top(), geometry.size.width(), 1, look.theme.line);
}

} // namespace candela
