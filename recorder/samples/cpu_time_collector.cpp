#include "recorder/samples/cpu_time_collector.h"

#include "recorder/base/clock.h"

#include <algorithm>
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace candela {

namespace {

/// The pause after reading all threads is this many times as long as the read took.
constexpr std::int64_t timeForEachNanosecond = 200;

/// A thread is freed, and its account closed, when every processor has released it. Returns when that is done
/// for all threads that have ended by now, some hundredths of a second later.
void waitForFreedThreads() {
    ::syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0);
}

} // namespace

void CpuTimeCollector::begin(CpuTimeSource& source, std::int64_t now) {
    if (!source.isOpen()) return;
    m_source = &source;
    // If it fails, threads that began before the recording are counted from when they are first seen.
    const auto living = source.living();
    m_account.begin(now,
                    living ? std::span<const cpu_time_event>(*living) : std::span<const cpu_time_event>());
}

void CpuTimeCollector::beginStep() {
    if (!m_source) return;
    m_source->drain(m_events);
    std::ranges::stable_sort(m_events, {}, &cpu_time_event::time);
}

void CpuTimeCollector::takeUntil(std::int64_t time, SegmentDraft& draft) {
    for (; m_taken < m_events.size() && static_cast<std::int64_t>(m_events[m_taken].time) <= time; ++m_taken)
        m_account.take(m_events[m_taken], draft);
}

void CpuTimeCollector::endStep() {
    m_events.erase(m_events.begin(), m_events.begin() + static_cast<std::ptrdiff_t>(m_taken));
    m_taken = 0;
}

void CpuTimeCollector::countLivingIfCheap(std::int64_t now, SegmentDraft& draft) {
    if (!m_source || now < m_notBefore) return;
    const auto begin = monotonicTime();
    if (const auto living = m_source->living()) m_account.takeLiving(*living, draft);
    const auto end = monotonicTime();
    m_notBefore = end + (end - begin) * timeForEachNanosecond;
}

void CpuTimeCollector::stop() {
    if (!m_source) return;
    if (auto living = m_source->living()) m_lastLiving = std::move(*living);
}

void CpuTimeCollector::end(SegmentDraft& draft) {
    if (!m_source) return;
    m_account.end(m_lastLiving, draft);
    if (m_account.isAnyExiting()) waitForFreedThreads();
    beginStep();
    for (const auto& event : m_events)
        m_account.take(event, draft);
    m_events.clear();
}

} // namespace candela
