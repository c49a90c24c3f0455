#include "recorder/cpu_account.h"

#include <utility>

namespace candela {

void CpuAccount::begin(std::int64_t time, std::span<const cpu_time_event> living) {
    if (m_beginning == 0) m_beginning = time;
    for (const auto& event : living) {
        if (m_threads.size() >= m_maximumThreads) return; // counted when they are seen again
        const auto [place, isNew] = m_threads.try_emplace({event.tid, event.thread_start});
        if (isNew) place->second = {event.cpu_time, m_round, nullptr};
    }
}

/// Null where there is no room. A thread that began with the recording counts from its start.
CpuAccount::Entry* CpuAccount::entryFor(const cpu_time_event& event) {
    const Key key(event.tid, event.thread_start);
    if (const auto known = m_threads.find(key); known != m_threads.end()) return &known->second;
    if (m_threads.size() >= m_maximumThreads) {
        ++m_refused;
        return nullptr;
    }
    auto& entry = m_threads[key];
    const bool isOlder = static_cast<std::int64_t>(event.thread_start) < m_beginning;
    entry.told = isOlder ? event.cpu_time : 0;
    entry.round = m_round;
    return &entry;
}

/// The process that runs under this number now, without a look into /proc where it is known.
SharedProcess CpuAccount::processOf(const cpu_time_event& event) {
    const auto pid = static_cast<std::int32_t>(event.pid);
    const auto start = static_cast<std::int64_t>(event.process_start);
    auto known = m_processes.known(pid, start);
    return known ? known : m_processes.processOf(pid, start);
}

void CpuAccount::tell(Entry& entry, const cpu_time_event& event, SegmentDraft& draft) {
    // Events wait in the ring while the living are asked: they may say less than is known.
    if (event.cpu_time <= entry.told) return;
    const auto more = event.cpu_time - std::exchange(entry.told, event.cpu_time);
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
    if (!entry->exiting) return tell(*entry, event, draft);
    // Another thread starts a program: it takes over the number of the first one, which had to exit.
    entry->exiting.reset();
    --m_exiting;
    entry->told = event.cpu_time;
}

void CpuAccount::takeExit(const cpu_time_event& event, SegmentDraft& draft) {
    if (m_isOver) return;
    auto* entry = entryFor(event);
    if (!entry || entry->exiting) return;
    const auto process = processOf(event);
    const auto& thread = m_processes.threadOf(*process, static_cast<std::int32_t>(event.tid));
    entry->exiting = std::make_shared<Exiting>(process, thread);
    ++m_exiting;
    tell(*entry, event, draft);
}

void CpuAccount::takeRest(const cpu_time_event& event, SegmentDraft& draft) {
    const auto known = m_threads.find({event.tid, event.thread_start});
    if (known == m_threads.end() || !known->second.exiting) return; // not in scope, or its exit was lost
    tell(known->second, event, draft);
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
        if (event.cpu_time >= entry->told + smallest) tell(*entry, event, draft);
    }
    // The end of a thread that was not there last time either was lost; that of others may be on its way.
    absl::erase_if(m_threads, [&](const auto& thread) {
        return thread.second.round + 1 < m_round && !thread.second.exiting;
    });
}

void CpuAccount::takeLiving(std::span<const cpu_time_event> living, SegmentDraft& draft) {
    if (!m_isOver) takeAll(living, smallestPiece, draft);
}

void CpuAccount::end(std::span<const cpu_time_event> living, SegmentDraft& draft) {
    if (m_isOver) return;
    takeAll(living, 1, draft);
    m_isOver = true;
}

} // namespace candela
