#include "recorder/progress_watch.h"

#include <algorithm>
#include <utility>

namespace candela {

namespace {

/// Time in which the recorder did not look is not a standstill of others: it may itself have waited for a
/// processor or a disk.
constexpr std::int64_t maximumStep = 200'000'000;

} // namespace

std::int64_t ProgressWatch::maximumStandstill(Obstacle obstacle) {
    // A disk that others write to can take more than a second for one read, also where a child is started or
    // a file is opened.
    switch (obstacle) {
    case Obstacle::OtherFiles:
        return 1'000'000'000;
    case Obstacle::Disk:
        return 3'000'000'000;
    case Obstacle::Opener:
        // In addition to the time after which an opener counts as hanging.
        return 1'000'000'000;
    }
    return 0;
}

void ProgressWatch::look(std::int64_t now, const Left& left, const std::function<bool()>& isWorking,
                         Obstacle obstacle) {
    m_standstill += std::min(now - std::exchange(m_lookedAt, now), maximumStep);
    if (std::exchange(m_left, left) != left || isWorking()) m_standstill = 0;
    if (m_standstill > maximumStandstill(obstacle)) m_isStalled = true;
}

} // namespace candela
