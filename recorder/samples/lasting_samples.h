/// Samples with a duration, such as waits: the stack is taken when they begin, the weight is known when they
/// end. The stack waits here until then. Bounded: beyond the limit, samples have no stack.
#pragma once

#include "bpf/events.h"
#include "recorder/processes/module_table.h"
#include "recorder/processes/process_table.h"
#include "recorder/samples/segment_draft.h"

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace candela {

class LastingSamples {
public:
    static constexpr std::size_t maximumFrames = 4 << 20; // 64 MiB

    /// A sample that ended, or a part of it; valid during the call.
    struct Ended {
        const sample_event& event;
        std::span<const sample_label> labels;
        std::span<const CodeLocation> path; ///< the stack from the root; empty: there is none
        const SharedProcess& process;
        const LiveThread& thread;
    };
    using OnEnded = std::function<void(const Ended&)>;

    explicit LastingSamples(OnEnded onEnded) : m_onEnded(std::move(onEnded)) {}

    /// To be called when a sample began; hold() follows when its stack is complete.
    void expect(const sample_event& begin);
    void hold(const sample_event& begin, std::vector<CodeLocation> path, const SharedProcess& process);
    /// Ends a sample. If its stack is still expected, onEnded is called later, from hold().
    void end(const sample_event& end, std::span<const sample_label> labels, const SharedProcess& process,
             const LiveThread& thread);
    /// To be called when all records up to a moment were read: an end whose begin is not among them has no
    /// begin.
    void endBatch();
    /// To be called when no more records follow.
    void finish();
    /// Drops samples whose end was lost: their process has
    /// ended, or their thread began another a while ago.
    void removeLost(std::int64_t now);

    void markModules(std::vector<bool>& isUsed) const;
    /// The number of stacks that were dropped because the limit was reached.
    std::uint64_t dropped() const { return m_dropped; }

private:
    static constexpr std::int64_t maximumDelay = 5'000'000'000; // between a record and its stack, nanoseconds
    using Thread = std::pair<std::uint32_t, std::uint16_t>;     // tid, value
    using Key = std::pair<Thread, std::uint64_t>;               // begin
    struct End {
        sample_event event;
        std::vector<sample_label> labels;
        SharedProcess process;
        LiveThread thread;
    };
    struct Begun {
        sample_event event{};
        bool hasStack = false;
        bool isSuperseded = false; // another sample of its thread began
        std::vector<CodeLocation> path;
        SharedProcess process;
        std::vector<End> ends; // ends that wait for the stack
    };

    static Key keyOf(const sample_event& event) { return {{event.tid, event.value}, event.begin}; }
    void give(const End& end, const Begun* begun);
    void remove(absl::flat_hash_map<Key, Begun>::iterator found);

    OnEnded m_onEnded;
    absl::flat_hash_map<Key, Begun> m_begun;
    absl::flat_hash_map<Thread, std::uint64_t> m_latest; // begin time of each thread's newest sample
    std::vector<End> m_early,
        m_earlyBefore; // ends without a begin so far: of the current batch, and of the one before
    std::size_t m_frames = 0;
    std::uint64_t m_dropped = 0;
};

} // namespace candela
