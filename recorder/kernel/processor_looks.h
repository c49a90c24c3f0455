#pragma once

#include <cstdint>
#include <optional>

namespace candela {

/// When to look which processors are online: each second, and more often for some time after a change,
/// because a processor that changes often does so again. Times are CLOCK_MONOTONIC nanoseconds.
class ProcessorLooks {
public:
    /// Whether a look is due; if so, it counts as made.
    bool isDue(std::int64_t now) {
        const auto between = now < m_hasteUntil ? timeBetweenHastyLooks : timeBetweenLooks;
        if (m_lookedAt && now - *m_lookedAt < between) return false;
        m_lookedAt = now;
        return true;
    }
    /// A look found a change.
    void changed(std::int64_t now) { m_hasteUntil = now + timeOfHaste; }

private:
    static constexpr std::int64_t timeBetweenLooks = 1'000'000'000;
    static constexpr std::int64_t timeBetweenHastyLooks = 250'000'000;
    static constexpr std::int64_t timeOfHaste = 5'000'000'000;

    std::optional<std::int64_t> m_lookedAt;
    std::int64_t m_hasteUntil = 0;
};

} // namespace candela
