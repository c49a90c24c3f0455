/// Varies the time between samples, so that no program runs in step with them, for example one whose loop
/// takes as long as a period, or one whose sleep the sampling timer ends. Only for the CPU clock, whose
/// period an ioctl can change; hardware counts cycles, which vary by themselves.
///
/// The ioctl restarts the timer, and it does not tick for a period then: whatever runs just after the
/// recorder would not be sampled. So each processor has two timers: the one that is not used is restarted,
/// and used from a random time later on. Then the other one is stopped.
///
/// A processor keeps its period until enough has run on it that could be in step with its ticks, because a
/// change wakes the recorder and interrupts the processor: an idle machine needs none.
#pragma once

#include "model/base/result.h"
#include "recorder/kernel/shared_array.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <vector>

struct bpf_object;
struct processor_ticks;

namespace candela {

class ProcessorEvent;

class SamplingPeriods {
public:
    /// `frequency` is the mean. No period is shorter than `maximumFrequency`, the kernel's maximum, allows;
    /// 0: there is no maximum.
    static Result<std::unique_ptr<SamplingPeriods>> create(std::uint32_t frequency,
                                                           std::uint32_t maximumFrequency);
    SamplingPeriods(const SamplingPeriods&) = delete;
    SamplingPeriods& operator=(const SamplingPeriods&) = delete;
    ~SamplingPeriods();

    /// Gives a program the table of timers that it weighs ticks by; call it before the program is loaded.
    Result<void> share(bpf_object* object) const;

    /// Begins to use the first timer of a processor. To be called when both timers tick, before vary().
    void begin(const ProcessorEvent& event);
    /// The next step of a change, for all processors on which enough ran since their last one: draws a period
    /// for the timer that is not used, which is used soon, or stops the timer that was used until then.
    /// Returns how long to wait until the next step: a change takes some ten periods, but long enough to cost
    /// little. This time is random as well. Nothing: no processor needs a change now; look again after some
    /// ten periods.
    std::optional<std::chrono::nanoseconds> vary(std::span<const ProcessorEvent* const> events);

    /// Whether a processor gets another period: `active` of the `passed` ticks since its last one found that
    /// something had run. A change takes `ofChange` ticks on average.
    static bool isChangeDue(double active, double passed, double ofChange);
    /// The mean time between changes on a machine with few processors, in nanoseconds.
    static std::uint64_t meanTimeOfChange(std::uint32_t frequency);

private:
    SamplingPeriods(std::uint32_t frequency, std::uint32_t maximumFrequency);
    bool needsChange(const ProcessorEvent& event) const;
    void change(const ProcessorEvent& event);
    void stopUnused(const ProcessorEvent& event);
    void restart(const ProcessorEvent& event, std::size_t timer, std::uint64_t since);
    std::uint64_t timeOfChange(std::size_t processors);
    std::uint64_t periods(double count) const;

    std::uint32_t m_frequency;
    std::uint64_t m_shortest; // nanoseconds
    std::minstd_rand m_random;
    bool m_changes = false;               // whether the last step drew periods
    SharedArray<processor_ticks> m_ticks; // by processor
    /// The state of a processor at its last change.
    struct Changed {
        std::uint64_t activity = 0;
        std::uint64_t time = 0;    // CLOCK_MONOTONIC nanoseconds
        bool hasTwoTimers = false; // the one that is not used ticks, too
    };
    std::vector<Changed> m_changed; // by processor
};

} // namespace candela
