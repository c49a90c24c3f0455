/// Notices when the machine was suspended: the recording's clock stands still meanwhile.
#pragma once

#include <cstdint>
#include <optional>

namespace candela {

class SuspendWatch {
public:
    /// Clocks that are read one after the other differ by less.
    static constexpr std::int64_t shortest = 100'000'000;

    /// CLOCK_MONOTONIC and CLOCK_BOOTTIME now, nanoseconds. How long the machine was suspended since the last
    /// look; none if it was not.
    std::optional<std::int64_t> look(std::int64_t monotonic, std::int64_t sinceBoot);

private:
    std::optional<std::int64_t> m_suspended; // since the boot
};

} // namespace candela
