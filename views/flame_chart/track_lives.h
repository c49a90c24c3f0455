/// When the processes and threads of a flame chart's tracks existed: found for a track when it is first
/// drawn.
#pragma once

#include "model/analysis/flame_chart/flame_chart.h"
#include "views/timeline/life_painter.h"

#include <memory>
#include <optional>
#include <vector>

namespace candela {

class TrackLives {
public:
    /// Null: there are no tracks.
    void set(std::shared_ptr<const FlameChart> chart, std::shared_ptr<const ProcessLives> lives);
    /// Whether the profile knows a start or an end of any process.
    bool areKnown() const { return m_lives && m_lives->areKnown(); }
    const RowLife& of(std::size_t track) const;

    void paintShade(QPainter& painter, const TimelineLook& look, std::size_t track, const QRect& area) const;
    void paintSigns(QPainter& painter, const TimelineLook& look, std::size_t track, const QRect& area) const;
    /// The events of the track whose sign is at that position; empty if there is none.
    std::span<const LifeEvent> eventsAt(const TimelineLook& look, std::size_t track, double x) const;

private:
    std::shared_ptr<const FlameChart> m_chart;
    std::shared_ptr<const ProcessLives> m_lives;
    mutable std::vector<std::optional<RowLife>> m_found; ///< by track
};

} // namespace candela
