/// Varies the time between samples, so that no program runs in step with them: neither one whose loop takes
/// as long as a period, nor one whose sleep the sampling timer itself ends. Only for the CPU clock: its timer
/// takes a new period through an ioctl, while hardware counts cycles, which vary by themselves.
#pragma once

#include "model/base/file.h"
#include "model/base/result.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <span>

struct bpf_object;
struct tick_timer;

namespace candela {

class ProcessorEvent;

class SamplingPeriods {
public:
    /// The frequency is the mean. No period is shorter than the other frequency allows, which the kernel sets
    /// (0: it has none).
    static Result<std::unique_ptr<SamplingPeriods>> create(std::uint32_t frequency,
                                                           std::uint32_t maximumFrequency);
    SamplingPeriods(const SamplingPeriods&) = delete;
    SamplingPeriods& operator=(const SamplingPeriods&) = delete;
    ~SamplingPeriods();

    /// Gives a program the table of timers that it weighs ticks by; before it is loaded.
    Result<void> share(bpf_object* object) const;

    /// Draws the event's next period. Its timer begins anew.
    void vary(const ProcessorEvent& event);
    /// How long to wait until all processors' periods are drawn again: some ten periods, and never so short
    /// that it would cost much; drawn at random as well.
    std::chrono::nanoseconds nextChange(std::size_t processors);

private:
    SamplingPeriods(std::uint32_t frequency, std::uint32_t maximumFrequency);

    std::uint32_t m_frequency;
    std::uint64_t m_shortest; // nanoseconds
    std::minstd_rand m_random;
    FileDescriptor m_table;
    std::span<tick_timer> m_timers; // by processor: the table itself, shared with the kernel
};

} // namespace candela
