/// When a running recording is shown anew: often where somebody uses the window, else as seldom as it takes
/// to keep the window's own cost, all that the program does, below a share of one CPU. What is not visible is
/// not shown anew at all.
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
    /// What can be seen is never older than this, whatever it costs: the share is a wish, a picture that stands
    /// still is wrong.
    static constexpr Duration maximumPeriod = std::chrono::seconds(10);
    /// Of one CPU, while nobody uses the window; leaves room below 1 % for what can't be put off.
    static constexpr double presentShare = 0.008;
    /// Of one CPU, while somebody does.
    static constexpr double activeShare = 0.1;

    /// Both since any fixed moment: the time, and the CPU time that the program took until then.
    bool isDue(Duration time, Duration cpuTime, Attention attention) const;
    /// It is being shown anew now: what that costs counts from here.
    void refreshed(Duration time, Duration cpuTime);

private:
    bool m_hasBegun = false; // the first one is due at once
    Duration m_time{};
    Duration m_cpuTime{};
};

/// What the program took so far, all of its threads.
std::chrono::nanoseconds ownCpuTime();

} // namespace candela
