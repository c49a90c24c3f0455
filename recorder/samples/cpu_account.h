/// The kernel's own account of CPU time for one recording: what each thread used while it was recorded,
/// sampled or not. The scheduler counts it from the thread's start.
#pragma once

#include "bpf/events.h"
#include "recorder/processes/process_table.h"
#include "recorder/samples/segment_draft.h"

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace candela {

class CpuAccount {
public:
    static constexpr std::size_t defaultMaximumThreads = 1 << 18;
    /// The time of a living thread is reported once it reaches this many nanoseconds, so that a segment does
    /// not list threads that did nearly nothing. No time is lost.
    static constexpr std::uint64_t minimumPiece = 1'000'000;

    explicit CpuAccount(ProcessTable& processes, std::size_t maximumThreads = defaultMaximumThreads)
        : m_processes(processes), m_maximumThreads(maximumThreads) {}

    /// To be called at the start of the recording: the CPU time that these threads used before does not
    /// count. They include threads that enter the scope later.
    void begin(std::int64_t time, std::span<const cpu_time_event> living);
    /// Takes one event of the ring. The caller passes these and all other events about processes in order of
    /// time.
    void take(const cpu_time_event& event, SegmentDraft& draft);
    /// Takes all threads that live now.
    void takeLiving(std::span<const cpu_time_event> living, SegmentDraft& draft);
    /// The same at the end: afterwards, only threads that are exiting are counted.
    void end(std::span<const cpu_time_event> living, SegmentDraft& draft);
    /// Whether a thread that exited may have used more CPU time than was counted.
    bool isAnyExiting() const { return m_exiting > 0; }

    std::size_t size() const { return m_threads.size(); }
    std::size_t maximum() const { return m_maximumThreads; }
    /// Threads that were not counted because the table was full.
    std::uint64_t refused() const { return m_refused; }

private:
    using Key = std::pair<std::uint32_t, std::uint64_t>; // tid and start time
    /// The owner of the time if the thread's process is forgotten by then, or runs another program.
    struct Owner {
        SharedProcess process;
        LiveThread thread;
    };
    struct Earlier {
        Owner owner;
        std::uint64_t end = 0; // estimated CPU time of the thread, from its start, at this owner's end
    };
    struct Entry {
        std::uint64_t reported = 0;     // how much of the thread's CPU time since its start was reported
        std::uint32_t round = 0;        // the round in which the thread was last seen alive
        std::shared_ptr<Owner> exiting; // its owner when it exited; null: it lives
        std::vector<Earlier> earlier;   // earlier owners of the unreported time, in order
    };
    static constexpr std::size_t maximumEarlier = 8; // owners of one thread

    Entry* entryFor(const cpu_time_event& event);
    void report(Entry& entry, const cpu_time_event& event, SegmentDraft& draft);
    void takeName(const cpu_time_event& event, SegmentDraft& draft);
    void takeExit(const cpu_time_event& event, SegmentDraft& draft);
    void takeRest(const cpu_time_event& event, SegmentDraft& draft);
    void takeAll(std::span<const cpu_time_event> living, std::uint64_t smallest, SegmentDraft& draft);
    void reportEarlier(Entry& entry, const cpu_time_event& event, SegmentDraft& draft);
    SharedProcess processOf(const cpu_time_event& event);
    Owner ownerOf(const cpu_time_event& event);

    ProcessTable& m_processes;
    std::size_t m_maximumThreads;
    absl::flat_hash_map<Key, Entry> m_threads;
    std::int64_t m_beginning = 0;
    std::uint32_t m_round = 0; // counts the reads of living threads
    std::size_t m_exiting = 0;
    std::uint64_t m_refused = 0;
    bool m_isOver = false;
};

} // namespace candela
