#include "recorder/opener/opener_supply.h"

#include "recorder/base/clock.h"
#include "recorder/base/proc_files.h"
#include "recorder/opener/hanging_subjects.h"

#include <algorithm>
#include <utility>

namespace candela {

/// Whether an opener may be started: each start takes one from a budget, which grows again with time.
bool OpenerSupply::mayStart() {
    const auto now = monotonicTime();
    const auto earned = m_startedAt == 0 ? 0 : (now - m_startedAt) / timeForAnotherStart;
    m_startsLeft = static_cast<int>(std::min<std::int64_t>(startsAtOnce, m_startsLeft + earned));
    if (m_startsLeft == 0) return false;
    --m_startsLeft;
    m_startedAt = now;
    return true;
}

std::optional<ForkServer::Child> OpenerSupply::start() {
    std::erase_if(m_leftBehind, hasExited);
    const auto openers = m_running + m_leftBehind.size();
    if (openers >= maximumOpeners) {
        if (!std::exchange(m_limitIsReported, true)) m_failures.push_back(tooManyHang(openers));
        return std::nullopt;
    }
    if (!mayStart()) return std::nullopt;
    auto child = m_forkServer->createChild();
    if (!child) {
        if (m_forkServer->hasExited() && !std::exchange(m_lossIsReported, true))
            m_failures.push_back(openersLost());
        return std::nullopt;
    }
    ++m_running;
    m_missing = child->missing;
    return std::move(*child);
}

void OpenerSupply::end(OpenerProcess& opener) {
    m_forkServer->endChild(opener.child());
    m_leftBehind.push_back(opener.takeProcess());
    --m_running;
}

} // namespace candela
