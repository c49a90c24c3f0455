/// When the view of a running recording is refreshed: often while the window is used, else so rarely that the
/// program's CPU time stays below a share of one CPU. A window that is not visible is not refreshed.
#pragma once

#include <chrono>

namespace candela {

enum class Attention {
    None,    ///< the window is minimized or covered
    Present, ///< the window can be seen
    Active,  ///< the mouse or keyboard is used in it
};

class RefreshPace {
public:
    using Duration = std::chrono::nanoseconds;

    static constexpr Duration minimumPeriod = std::chrono::seconds(1);
    /// A visible view is never older than this, even if that
    /// exceeds the share: better than a frozen picture.
    static constexpr Duration maximumPeriod = std::chrono::seconds(10);
    /// Share of one CPU while the window is not used; below 1 %, so that other work, which can't be delayed,
    /// has room up to 1 %.
    static constexpr double presentShare = 0.008;
    /// Share of one CPU while the window is used.
    static constexpr double activeShare = 0.1;

    /// Times since any fixed moment: elapsed time, and the program's CPU time.
    bool isDue(Duration time, Duration cpuTime, Attention attention) const;
    /// To be called when a refresh begins: its cost counts from then on.
    void refreshed(Duration time, Duration cpuTime);

private:
    bool m_hasBegun = false; // the first refresh is due at once
    Duration m_time{};
    Duration m_cpuTime{};
};

/// The CPU time of all threads of the program so far.
std::chrono::nanoseconds ownCpuTime();

} // namespace candela
