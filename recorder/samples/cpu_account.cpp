#include "recorder/samples/cpu_account.h"

#include <algorithm>
#include <utility>

namespace candela {

void CpuAccount::begin(std::int64_t time, std::span<const cpu_time_event> living) {
    if (m_beginning == 0) m_beginning = time;
    for (const auto& event : living) {
        if (m_threads.size() >= m_maximumThreads) return; // counted when it is seen again
        const auto [found, isNew] = m_threads.try_emplace({event.tid, event.thread_start});
        if (isNew) found->second = {event.cpu_time, m_round, nullptr, {}};
    }
}

/// The entry of an event's thread; null if the table is full. A thread that began after the recording counts
/// from its start.
CpuAccount::Entry* CpuAccount::entryFor(const cpu_time_event& event) {
    const Key key(event.tid, event.thread_start);
    if (const auto known = m_threads.find(key); known != m_threads.end()) return &known->second;
    if (m_threads.size() >= m_maximumThreads) {
        ++m_refused;
        return nullptr;
    }
    auto& entry = m_threads[key];
    const bool isOlder = static_cast<std::int64_t>(event.thread_start) < m_beginning;
    entry.reported = isOlder ? event.cpu_time : 0;
    entry.round = m_round;
    return &entry;
}

/// The process that has this number now; /proc is read only if it is not known.
SharedProcess CpuAccount::processOf(const cpu_time_event& event) {
    const auto pid = static_cast<std::int32_t>(event.pid);
    const auto start = static_cast<std::int64_t>(event.process_start);
    auto known = m_processes.known(pid, start);
    return known ? known : m_processes.processOf(pid, start);
}

CpuAccount::Owner CpuAccount::ownerOf(const cpu_time_event& event) {
    const auto process = processOf(event);
    return {process, m_processes.threadOf(*process, static_cast<std::int32_t>(event.tid))};
}

/// CPU time that was counted since the last report belongs to earlier programs of the thread first, as long
/// as each is estimated to have run. The counts are exact, so an estimate that is too large adds nothing to
/// the sum.
void CpuAccount::reportEarlier(Entry& entry, const cpu_time_event& event, SegmentDraft& draft) {
    auto earlier = entry.earlier.begin();
    for (; earlier != entry.earlier.end(); ++earlier) {
        const auto end = std::min<std::uint64_t>(earlier->end, event.cpu_time);
        if (end > entry.reported)
            draft.addCpuTime(earlier->owner.process, static_cast<std::int32_t>(event.tid),
                             earlier->owner.thread, end - std::exchange(entry.reported, end));
        if (event.cpu_time < earlier->end) break;
    }
    entry.earlier.erase(entry.earlier.begin(), earlier);
}

void CpuAccount::report(Entry& entry, const cpu_time_event& event, SegmentDraft& draft) {
    // Events wait in the ring while the living threads are read, so an event may have a smaller count than is
    // known already.
    if (event.cpu_time <= entry.reported) return;
    reportEarlier(entry, event, draft);
    if (event.cpu_time == entry.reported) return;
    const auto more = event.cpu_time - std::exchange(entry.reported, event.cpu_time);
    const auto tid = static_cast<std::int32_t>(event.tid);
    if (entry.exiting) return draft.addCpuTime(entry.exiting->process, tid, entry.exiting->thread, more);
    const auto process = processOf(event);
    draft.addCpuTime(process, tid, m_processes.threadOf(*process, tid), more);
}

void CpuAccount::take(const cpu_time_event& event, SegmentDraft& draft) {
    switch (event.moment) {
    case cpu_time_renamed:
        return takeName(event, draft);
    case cpu_time_exiting:
        return takeExit(event, draft);
    case cpu_time_freed:
        return takeRest(event, draft);
    default:
        return;
    }
}

void CpuAccount::takeName(const cpu_time_event& event, SegmentDraft& draft) {
    if (m_isOver) return;
    auto* entry = entryFor(event);
    if (!entry) return;
    const auto end = event.cpu_time + event.since_look;
    if (!entry->exiting) {
        report(*entry, event, draft);
        if (end > entry->reported && entry->earlier.size() < maximumEarlier)
            entry->earlier.push_back({ownerOf(event), end});
        return;
    }
    // A thread other than the main thread called exec: it has the main thread's number now, and the main
    // thread exits.
    entry->exiting.reset();
    entry->earlier.clear();
    --m_exiting;
    entry->reported = end;
}

void CpuAccount::takeExit(const cpu_time_event& event, SegmentDraft& draft) {
    if (m_isOver) return;
    auto* entry = entryFor(event);
    if (!entry || entry->exiting) return;
    entry->exiting = std::make_shared<Owner>(ownerOf(event));
    ++m_exiting;
    report(*entry, event, draft);
}

void CpuAccount::takeRest(const cpu_time_event& event, SegmentDraft& draft) {
    const auto known = m_threads.find({event.tid, event.thread_start});
    if (known == m_threads.end() || !known->second.exiting) return; // exit lost, or not in scope
    report(known->second, event, draft);
    m_threads.erase(known);
    --m_exiting;
}

void CpuAccount::takeAll(std::span<const cpu_time_event> living, std::uint64_t smallest,
                         SegmentDraft& draft) {
    ++m_round;
    for (const auto& event : living) {
        auto* entry = entryFor(event);
        if (!entry) continue;
        entry->round = m_round;
        if (event.cpu_time >= entry->reported + smallest) report(*entry, event, draft);
    }
    // If a thread was also missing in the previous read, it has ended and its exit was lost. For others the
    // exit may still arrive.
    absl::erase_if(m_threads, [&](const auto& thread) {
        return thread.second.round + 1 < m_round && !thread.second.exiting;
    });
}

void CpuAccount::takeLiving(std::span<const cpu_time_event> living, SegmentDraft& draft) {
    if (!m_isOver) takeAll(living, minimumPiece, draft);
}

void CpuAccount::end(std::span<const cpu_time_event> living, SegmentDraft& draft) {
    if (m_isOver) return;
    takeAll(living, 1, draft);
    m_isOver = true;
}

} // namespace candela
