/// When the processes and threads of a flame chart's tracks existed: found for a track when it is first
/// drawn.
#pragma once

#include "model/analysis/flame_chart/flame_chart.h"
#include "views/tracks/process_lives.h"

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

private:
    std::shared_ptr<const FlameChart> m_chart;
    std::shared_ptr<const ProcessLives> m_lives;
    mutable std::vector<std::optional<RowLife>> m_found; ///< by track
};

} // namespace candela
