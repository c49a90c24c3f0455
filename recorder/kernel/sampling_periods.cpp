#include "recorder/kernel/sampling_periods.h"

#include "bpf/events.h"
#include "recorder/base/proc_files.h"
#include "recorder/base/processors.h"
#include "recorder/kernel/processor_event.h"
#include "recorder/kernel/program.h"

#include <bpf/bpf.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>

namespace candela {

namespace {

constexpr std::uint64_t second = 1'000'000'000;
/// Frequencies are drawn evenly from a range around the mean: plus or minus this share of it.
constexpr double spread = 0.25;
constexpr std::uint64_t periodsBetweenChanges = 10;
/// Changes are limited, because each one interrupts a processor and wakes the recorder.
constexpr std::uint64_t minimumTimeBetweenChanges = second / 40;
constexpr std::uint64_t minimumTimeForEachProcessor = second / 1000;

} // namespace

SamplingPeriods::SamplingPeriods(std::uint32_t frequency, std::uint32_t maximumFrequency)
    : m_frequency(std::max(1u, frequency)), m_shortest(maximumFrequency == 0 ? 0 : second / maximumFrequency),
      m_random(static_cast<std::uint32_t>(monotonicTime())) {}

Result<std::unique_ptr<SamplingPeriods>> SamplingPeriods::create(std::uint32_t frequency,
                                                                 std::uint32_t maximumFrequency) {
    std::unique_ptr<SamplingPeriods> periods(new SamplingPeriods(frequency, maximumFrequency));
    const auto count = possibleProcessors();
    bpf_map_create_opts options{};
    options.sz = sizeof options;
    options.map_flags = BPF_F_MMAPABLE;
    periods->m_table = FileDescriptor(bpf_map_create(BPF_MAP_TYPE_ARRAY, "tick_timers", sizeof(std::uint32_t),
                                                     sizeof(tick_timer), count, &options));
    if (!periods->m_table.isOpen()) return std::unexpected(loadError(errno));
    void* memory = ::mmap(nullptr, count * sizeof(tick_timer), PROT_READ | PROT_WRITE, MAP_SHARED,
                          periods->m_table.get(), 0);
    if (memory == MAP_FAILED) return std::unexpected(loadError(errno));
    periods->m_timers = {static_cast<tick_timer*>(memory), count};
    return periods;
}

SamplingPeriods::~SamplingPeriods() {
    if (!m_timers.empty()) ::munmap(m_timers.data(), m_timers.size_bytes());
}

Result<void> SamplingPeriods::share(bpf_object* object) const {
    return shareTable(object, "tick_timers", m_table.get());
}

void SamplingPeriods::vary(const ProcessorEvent& event) {
    if (event.processor() >= m_timers.size()) return;
    // Evenly by frequency, not by period: so the number of samples stays the same.
    std::uniform_real_distribution<double> part(1 - spread, 1 + spread);
    const auto length = static_cast<double>(second) / (m_frequency * part(m_random));
    auto period = std::max(m_shortest, static_cast<std::uint64_t>(length));
    // If it fails, the event keeps its period.
    if (::ioctl(event.descriptor(), PERF_EVENT_IOC_PERIOD, &period) != 0) return;
    auto& timer = m_timers[event.processor()];
    timer.begin_before = timer.begin;
    timer.period_before = timer.period;
    timer.begin = static_cast<std::uint64_t>(monotonicTime());
    timer.period = period;
}

std::chrono::nanoseconds SamplingPeriods::nextChange(std::size_t processors) {
    const auto mean = std::max({periodsBetweenChanges * second / m_frequency, minimumTimeBetweenChanges,
                                processors * minimumTimeForEachProcessor});
    std::uniform_int_distribution<std::uint64_t> time(mean / 2, mean + mean / 2);
    return std::chrono::nanoseconds(time(m_random));
}

} // namespace candela
