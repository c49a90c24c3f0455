#include "app/recording/refresh_pace.h"

#include <ctime>

namespace candela {

bool RefreshPace::isDue(Duration time, Duration cpuTime, Attention attention) const {
    if (attention == Attention::None) return false;
    if (!m_hasBegun) return true;
    const auto elapsed = time - m_time;
    if (elapsed < minimumPeriod) return false;
    if (elapsed >= maximumPeriod) return true;
    const double share = attention == Attention::Active ? activeShare : presentShare;
    return static_cast<double>((cpuTime - m_cpuTime).count()) <= share * static_cast<double>(elapsed.count());
}

void RefreshPace::refreshed(Duration time, Duration cpuTime) {
    m_hasBegun = true;
    m_time = time;
    m_cpuTime = cpuTime;
}

std::chrono::nanoseconds ownCpuTime() {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

} // namespace candela
