#include "recorder/kernel/sampling_periods.h"

#include "bpf/events.h"
#include "recorder/base/clock.h"
#include "recorder/base/processors.h"
#include "recorder/kernel/processor_event.h"
#include "recorder/kernel/program.h"

#include <linux/perf_event.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <atomic>

namespace candela {

namespace {

constexpr std::uint64_t second = 1'000'000'000;
/// Frequencies are drawn evenly from a range around the mean: plus or minus this share of it.
constexpr double spread = 0.25;
constexpr double periodsInChange = 10;
/// After how many mean periods a restarted timer is used: late and random enough that its ticks no longer
/// depend on when the recorder ran, and before the next change.
constexpr double minimumPeriodsUntilUse = 2;
constexpr double maximumPeriodsUntilUse = 5;
static_assert(maximumPeriodsUntilUse <= periodsInChange / 2);
/// A processor gets a new period when something ran on it before so many ticks: whatever is in step with the
/// ticks runs before each of them. Bursts count once, because a single tick can't be in step with all of a
/// burst. This share of a change's mean time is less than the shortest one takes at the lowest frequency.
constexpr double activityUntilChange = 0.35;
static_assert(activityUntilChange < (1 - spread) / 2);
/// A processor with activity before fewer of its ticks gets a new period after more activity: its threads run
/// for short times, so that chance decides more about the number of their samples than being in step does.
constexpr double shareOfBusyTicks = 0.25;
constexpr double activityWithRareTicks = 3.2;
constexpr double maximumActivityUntilChange = 64; // where a busy processor does not need more itself
/// Changes are limited, because each one interrupts a processor and wakes the recorder. At a high frequency a
/// change has more ticks, so that fewer changes leave as little to chance.
constexpr std::uint32_t highFrequency = 500;
constexpr std::uint64_t minimumTimeOfChange = second / 10;
constexpr std::uint64_t minimumTimeAtHighFrequency = second / 4;
constexpr std::uint64_t minimumTimeForEachProcessor = second / 1000;
/// A timer can't be stopped without its event: this is long enough.
constexpr std::uint64_t periodOfStopped = 3600 * second;

std::size_t unusedTimer(const tick_timer (&timers)[2]) {
    return timers[0].since < timers[1].since ? 0 : 1;
}

/// How many ticks found that something had run. If the kernel does not show it, each tick counts.
std::uint64_t activityOf(processor_ticks& ticks) {
    return std::atomic_ref(ticks.active).load(std::memory_order_relaxed);
}

} // namespace

SamplingPeriods::SamplingPeriods(std::uint32_t frequency, std::uint32_t maximumFrequency)
    : m_frequency(std::max(1u, frequency)), m_shortest(maximumFrequency == 0 ? 0 : second / maximumFrequency),
      m_random(static_cast<std::uint32_t>(monotonicTime())) {}

Result<std::unique_ptr<SamplingPeriods>> SamplingPeriods::create(std::uint32_t frequency,
                                                                 std::uint32_t maximumFrequency) {
    std::unique_ptr<SamplingPeriods> periods(new SamplingPeriods(frequency, maximumFrequency));
    const auto count = possibleProcessors();
    periods->m_ticks = TRY(SharedArray<processor_ticks>::create("tick_timers", count));
    periods->m_changed.resize(count);
    return periods;
}

SamplingPeriods::~SamplingPeriods() = default;

Result<void> SamplingPeriods::share(bpf_object* object) const {
    return shareTable(object, "tick_timers", m_ticks.descriptor());
}

/// Draws a period for the timer, whose ticks are used from `since` on, in CLOCK_MONOTONIC nanoseconds.
void SamplingPeriods::restart(const ProcessorEvent& event, std::size_t timer, std::uint64_t since) {
    // Evenly by frequency, not by period: so the number of samples stays the same.
    std::uniform_real_distribution<double> part(1 - spread, 1 + spread);
    const auto length = static_cast<double>(second) / (m_frequency * part(m_random));
    auto period = std::max(m_shortest, static_cast<std::uint64_t>(length));
    // If it fails, nothing changes.
    if (::ioctl(event.timers()[timer], PERF_EVENT_IOC_PERIOD, &period) != 0) return;
    auto& restarted = m_ticks[event.processor()].timers[timer];
    restarted.period = period;
    std::atomic_ref(restarted.since).store(since, std::memory_order_release);
}

void SamplingPeriods::begin(const ProcessorEvent& event) {
    if (event.processor() >= m_ticks.size()) return;
    auto& timers = m_ticks[event.processor()].timers;
    const auto now = static_cast<std::uint64_t>(monotonicTime());
    timers[0].period = second / m_frequency;
    std::atomic_ref(timers[1].since).store(0, std::memory_order_release);
    std::atomic_ref(timers[0].since).store(now, std::memory_order_release);
    restart(event, 0, now);
    m_changed[event.processor()] = {0, now, true}; // so that the next change includes it
}

std::optional<std::chrono::nanoseconds> SamplingPeriods::vary(std::span<const ProcessorEvent* const> events) {
    bool isAnyChanged = false;
    for (const auto* event : events) {
        if (event->processor() >= m_ticks.size()) continue;
        if (m_changes) {
            stopUnused(*event);
        } else if (needsChange(*event)) {
            change(*event);
            isAnyChanged = true;
        }
    }
    if (!m_changes && !isAnyChanged) return std::nullopt;
    m_changes = !m_changes;
    const auto untilUse = periods(maximumPeriodsUntilUse);
    if (m_changes) {
        // Random, because ticks of new periods are not yet evenly distributed over such times.
        std::uniform_real_distribution<double> more(0, 2);
        return std::chrono::nanoseconds(untilUse + periods(more(m_random)));
    }
    return std::chrono::nanoseconds(std::max(timeOfChange(events.size()), untilUse + 1) - untilUse);
}

bool SamplingPeriods::isChangeDue(double active, double passed, double ofChange) {
    const auto ofBusy = activityUntilChange * ofChange;
    if (active >= shareOfBusyTicks * passed) return active >= ofBusy;
    return active >= std::max(ofBusy, std::min(activityWithRareTicks * ofChange, maximumActivityUntilChange));
}

bool SamplingPeriods::needsChange(const ProcessorEvent& event) const {
    const auto& changed = m_changed[event.processor()];
    const auto tick = static_cast<double>(periods(1));
    return isChangeDue(static_cast<double>(activityOf(m_ticks[event.processor()]) - changed.activity),
                       static_cast<double>(static_cast<std::uint64_t>(monotonicTime()) - changed.time) / tick,
                       static_cast<double>(meanTimeOfChange(m_frequency)) / tick);
}

void SamplingPeriods::change(const ProcessorEvent& event) {
    const auto& timers = m_ticks[event.processor()].timers;
    const auto unused = unusedTimer(timers);
    const auto now = static_cast<std::uint64_t>(monotonicTime());
    if (timers[1 - unused].since > now) return; // it still is in use
    std::uniform_real_distribution<double> untilUse(minimumPeriodsUntilUse, maximumPeriodsUntilUse);
    restart(event, unused, now + periods(untilUse(m_random)));
    m_changed[event.processor()] = {activityOf(m_ticks[event.processor()]), now, true};
}

/// A tick costs about as much as half a sample, even if it is not used.
void SamplingPeriods::stopUnused(const ProcessorEvent& event) {
    if (!m_changed[event.processor()].hasTwoTimers) return;
    const auto& timers = m_ticks[event.processor()].timers;
    const auto unused = unusedTimer(timers);
    if (timers[1 - unused].since > static_cast<std::uint64_t>(monotonicTime())) return; // it still is in use
    m_changed[event.processor()].hasTwoTimers = false;
    auto period = periodOfStopped;
    ::ioctl(event.timers()[unused], PERF_EVENT_IOC_PERIOD, &period); // if it fails, it ticks in vain
}

std::uint64_t SamplingPeriods::meanTimeOfChange(std::uint32_t frequency) {
    const auto ofPeriods =
        static_cast<std::uint64_t>(periodsInChange * static_cast<double>(second) / frequency);
    return std::max(ofPeriods, frequency < highFrequency ? minimumTimeOfChange : minimumTimeAtHighFrequency);
}

/// Nanoseconds.
std::uint64_t SamplingPeriods::timeOfChange(std::size_t processors) {
    const auto mean = std::max(meanTimeOfChange(m_frequency), processors * minimumTimeForEachProcessor);
    std::uniform_int_distribution<std::uint64_t> time(mean / 2, mean + mean / 2);
    return time(m_random);
}

/// The length of some mean periods, in nanoseconds.
std::uint64_t SamplingPeriods::periods(double count) const {
    return static_cast<std::uint64_t>(count * static_cast<double>(second) / m_frequency);
}

} // namespace candela
