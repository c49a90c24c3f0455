/// Whether the work that a recording waits for at its end still makes progress. Work without progress for too
/// long has stalled. That state is final: it is not waited for any more.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace candela {

class ProgressWatch {
public:
    /// The amount of work left: names and code, stacks, labels, segments.
    using Left = std::array<std::size_t, 4>;
    /// Possible causes of a stall: names that wait for each other's files, a busy disk, or an opener that
    /// does not answer. Each has its own timeout.
    enum class Obstacle : std::uint8_t { OtherFiles, Disk, Opener };
    static std::int64_t maximumStandstill(Obstacle obstacle);

    /// CLOCK_MONOTONIC nanoseconds, here and below.
    void begin(std::int64_t now) { m_lookedAt = now; }
    /// Call it five times a second or more: a longer time counts as a fifth of a second. `isWorking`: whether
    /// a process has used a processor for this work since the last call. It is called only if nothing else
    /// shows progress.
    void look(std::int64_t now, const Left& left, const std::function<bool()>& isWorking, Obstacle obstacle);
    bool isStalled() const { return m_isStalled; }

private:
    Left m_left{};
    std::int64_t m_lookedAt = 0;
    std::int64_t m_standstill = 0; // how long nothing has shown progress
    bool m_isStalled = false;
};

} // namespace candela
