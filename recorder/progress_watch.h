/// Whether somebody still makes progress with what a recording waits for at its end. What stood still for too
/// long has stalled, and stays so: it is waited for no more, whatever it does then.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace candela {

class ProgressWatch {
public:
    /// How much is left to do, of four kinds.
    using Left = std::array<std::size_t, 4>;
    /// What a standstill may come from: names that wait for each other's files, a busy disk, or an opener
    /// that does not answer. Each is waited for as long as it may take without being for ever.
    enum class Obstacle : std::uint8_t { OtherFiles, Disk, Opener };
    static std::int64_t maximumStandstill(Obstacle obstacle);

    /// CLOCK_MONOTONIC nanoseconds, here and below.
    void begin(std::int64_t now) { m_progressAt = now; }
    /// A few times a second. `isWorking`: whether somebody used a processor for it since it was asked last.
    /// It is asked only where nothing else shows progress.
    void look(std::int64_t now, const Left& left, const std::function<bool()>& isWorking, Obstacle obstacle);
    bool isStalled() const { return m_isStalled; }

private:
    Left m_left{};
    std::int64_t m_progressAt = 0;
    bool m_isStalled = false;
};

} // namespace candela
