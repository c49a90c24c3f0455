/// Makes samples of the events of Java flight recordings: what ran, in Java and in native code, what waited
/// and for how long, and what was allocated.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/formats/jfr/jfr_events.h"
#include "model/formats/jfr/jfr_stacks.h"

#include <array>
#include <string>
#include <vector>

namespace candela {

class JfrReader {
public:
    /// Reads all of a file, which outlives this.
    JfrReader(std::span<const std::byte> bytes, ProfileBuilder& builder)
        : m_bytes(bytes), m_builder(builder), m_names(bytes.size()), m_stacks(m_names, builder) {}

    /// Each kind of event is a value type; two where threads that ran are distinguished from those that
    /// waited. Fails where there is none, or when cancelled.
    Result<void> read(Task& task);

private:
    /// A kind of event that is a sample.
    struct Source {
        const JfrEventKind* kind = nullptr;               // null: it is none
        bool lasts = false;                               // its weight is ticks
        ValueTypeIndex value, runningValue, waitingValue; // once a sample has it
    };
    struct ThreadState {
        StringIndex name;
        bool isWaiting = false;
    };
    /// What is read of an event before it is known what it counts for.
    struct Event {
        Sample sample{.stack = {}, .thread = {}, .labels = {}};
        std::vector<Label> labels;
        ThreadState state; // without a name where the event has none
        double scale = 0;
    };

    Result<void> readChunk(std::span<const std::byte> bytes, const JfrHeader& header, Task& task);
    Source* sourceOf(std::uint64_t type, const JfrClass& eventClass);
    void readEvent(Source& source, const JfrClass& eventClass, ByteReader& reader);
    bool readEventField(const JfrEventKind& kind, const JfrField& field, ByteReader& at, Event& event);
    bool readLabel(const JfrField& field, ByteReader& at, Event& event);
    ThreadState threadState(std::uint64_t type, std::uint64_t key);
    ValueTypeIndex valueOf(Source& source, const ThreadState& state);
    void chooseDefault();
    void readProcess(const JfrClass& eventClass, ByteReader& reader);
    bool isText(const JfrField& field) const;
    std::int64_t nanoseconds(std::int64_t ticks) const;
    std::int64_t timeOf(std::uint64_t ticks) const;
    ThreadIndex thread(std::uint64_t type, std::uint64_t key);

    std::span<const std::byte> m_bytes;
    ProfileBuilder& m_builder;
    const JfrChunk* m_chunk = nullptr;
    JfrNames m_names;
    JfrStacks m_stacks;
    ByJfrConstant<ThreadIndex> m_threads; // of the chunk, as states
    ByJfrConstant<ThreadState> m_states;
    absl::flat_hash_map<std::uint64_t, Source> m_sources;
    absl::flat_hash_map<std::pair<std::int32_t, std::string>, ThreadIndex> m_knownThreads; // of all chunks
    std::array<ValueTypeIndex, jfrEventKinds.size()> m_shown, m_waiting; // what a kind's samples count for
    ProcessIndex m_process;
    std::int64_t m_start = noTime; // nanoseconds since 1970
    std::size_t m_samples = 0;
    bool m_isDamaged = false;
    bool m_isUnfinished = false;
};

} // namespace candela
