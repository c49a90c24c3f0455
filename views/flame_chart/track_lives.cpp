#include "views/flame_chart/track_lives.h"

#include <utility>

namespace candela {

void TrackLives::set(std::shared_ptr<const FlameChart> chart, std::shared_ptr<const ProcessLives> lives) {
    m_chart = std::move(chart);
    m_lives = std::move(lives);
    m_found.assign(m_chart ? m_chart->tracks.size() : 0, {});
}

const RowLife& TrackLives::of(std::size_t track) const {
    auto& life = m_found[track];
    const auto thread = m_chart->tracks[track].thread;
    if (!life) life = thread ? m_lives->of(thread) : RowLife::always();
    return *life;
}

} // namespace candela
