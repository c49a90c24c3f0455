#include "recorder/sampling_periods.h"

#include "recorder/proc_files.h"
#include "recorder/processor_event.h"

#include <linux/perf_event.h>
#include <sys/ioctl.h>

#include <algorithm>

namespace candela {

namespace {

constexpr std::uint64_t second = 1'000'000'000;
/// Frequencies are drawn evenly from this part of the mean below and above it.
constexpr double spread = 0.25;
constexpr std::uint64_t periodsBetweenChanges = 10;
/// Each change interrupts a processor and wakes us.
constexpr std::uint64_t leastTimeBetweenChanges = second / 40;
constexpr std::uint64_t leastTimeForEachProcessor = second / 1000;

} // namespace

SamplingPeriods::SamplingPeriods(std::uint32_t frequency, std::uint32_t maximumFrequency)
    : m_frequency(std::max(1u, frequency)), m_shortest(maximumFrequency == 0 ? 0 : second / maximumFrequency),
      m_random(static_cast<std::uint32_t>(monotonicTime())) {}

void SamplingPeriods::vary(const ProcessorEvent& event) {
    // Evenly by frequency, not by length: there are as many samples as without.
    std::uniform_real_distribution<double> part(1 - spread, 1 + spread);
    const auto length = static_cast<double>(second) / (m_frequency * part(m_random));
    auto period = std::max(m_shortest, static_cast<std::uint64_t>(length));
    // Where it fails, the event goes on as it did.
    ::ioctl(event.descriptor(), PERF_EVENT_IOC_PERIOD, &period);
}

std::chrono::nanoseconds SamplingPeriods::nextChange(std::size_t processors) {
    const auto mean = std::max({periodsBetweenChanges * second / m_frequency, leastTimeBetweenChanges,
                                processors * leastTimeForEachProcessor});
    std::uniform_int_distribution<std::uint64_t> time(mean / 2, mean + mean / 2);
    return std::chrono::nanoseconds(time(m_random));
}

} // namespace candela
