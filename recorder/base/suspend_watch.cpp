#include "recorder/base/suspend_watch.h"

namespace candela {

std::optional<std::int64_t> SuspendWatch::look(std::int64_t monotonic, std::int64_t sinceBoot) {
    const auto suspended = sinceBoot - monotonic;
    if (!m_suspended) m_suspended = suspended;
    const auto passed = suspended - *m_suspended;
    if (passed < shortest) return std::nullopt;
    m_suspended = suspended;
    return passed;
}

} // namespace candela
