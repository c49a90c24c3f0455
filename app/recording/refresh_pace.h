/// When the view of a running recording is refreshed: often while the window is used, else so seldom that the
/// program's CPU time stays below a share of one CPU. A window that is not visible is not refreshed.
#pragma once

#include <chrono>

namespace candela {

enum class Attention {
    None,    ///< the window is minimized or covered
    Present, ///< it can be seen
    Active,  ///< mouse or keys are used in it
};

class RefreshPace {
public:
    using Duration = std::chrono::nanoseconds;

    static constexpr Duration minimumPeriod = std::chrono::seconds(1);
    /// A visible view is never older than this, whatever it costs: exceeding the share is better than a
    /// frozen picture.
    static constexpr Duration maximumPeriod = std::chrono::seconds(10);
    /// Of one CPU, while the window is not used; leaves room below 1 % for what can't be delayed.
    static constexpr double presentShare = 0.008;
    /// Of one CPU, while it is used.
    static constexpr double activeShare = 0.1;

    /// Both since any fixed moment: the time, and the CPU time that the program took until then.
    bool isDue(Duration time, Duration cpuTime, Attention attention) const;
    /// A refresh begins now: its cost counts from here.
    void refreshed(Duration time, Duration cpuTime);

private:
    bool m_hasBegun = false; // the first one is due at once
    Duration m_time{};
    Duration m_cpuTime{};
};

/// What the program took so far, all of its threads.
std::chrono::nanoseconds ownCpuTime();

} // namespace candela
