/// Notices when the machine was suspended; the recording's clock stops during that time.
#pragma once

#include <cstdint>
#include <optional>

namespace candela {

class SuspendWatch {
public:
    /// The minimum duration of a suspend: without one, two clocks that are read one after the other differ by
    /// less.
    static constexpr std::int64_t shortest = 100'000'000;

    /// Takes CLOCK_MONOTONIC and CLOCK_BOOTTIME now, in nanoseconds. Returns how long the machine was
    /// suspended since the last call; none if it was not.
    std::optional<std::int64_t> look(std::int64_t monotonic, std::int64_t sinceBoot);

private:
    std::optional<std::int64_t> m_suspended; // duration of all suspends since the boot
};

} // namespace candela
