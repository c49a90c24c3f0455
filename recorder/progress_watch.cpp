#include "recorder/progress_watch.h"

#include <utility>

namespace candela {

std::int64_t ProgressWatch::maximumStandstill(Obstacle obstacle) {
    switch (obstacle) {
    case Obstacle::OtherFiles:
        return 250'000'000;
    case Obstacle::Disk:
        return 500'000'000;
    case Obstacle::Opener:
        // How long work may give no answer and use no processor until it counts as hanging; work that waits
        // for a processor must not count as hanging.
        return 40'000'000;
    }
    return 0;
}

void ProgressWatch::look(std::int64_t now, const Left& left, const std::function<bool()>& isWorking,
                         Obstacle obstacle) {
    if (std::exchange(m_left, left) != left || isWorking()) m_progressAt = now;
    if (now - m_progressAt > maximumStandstill(obstacle)) m_isStalled = true;
}

} // namespace candela
