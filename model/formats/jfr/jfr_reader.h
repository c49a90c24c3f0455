/// Makes samples from the events of Java flight recordings: running threads, in Java and in native code,
/// waiting times, and allocations.
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
    /// Reads a whole file, which must outlive this object.
    JfrReader(std::span<const std::byte> bytes, ProfileBuilder& builder)
        : m_bytes(bytes), m_builder(builder), m_names(bytes.size()), m_stacks(m_names, builder) {}

    /// Reads the events: each kind is a value type, or two if running threads are distinguished from waiting
    /// ones. Fails if there is no such event, or when cancelled.
    Result<void> read(Task& task);

private:
    /// A kind of event that is a sample.
    struct Source {
        const JfrEventKind* kind = nullptr;               // null: the event is no sample
        bool lasts = false;                               // the weight is a duration in ticks
        ValueTypeIndex value, runningValue, waitingValue; // set when a sample has it
    };
    struct ThreadState {
        StringIndex name;
        bool isWaiting = false;
    };
    /// The fields of an event, read before its value type is known.
    struct Event {
        Sample sample{.stack = {}, .thread = {}, .labels = {}};
        std::vector<Label> labels;
        ThreadState state; // without a name if the event has no state
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
    ByJfrConstant<ThreadIndex> m_threads; // threads of the chunk, as states
    ByJfrConstant<ThreadState> m_states;
    absl::flat_hash_map<std::uint64_t, Source> m_sources;
    absl::flat_hash_map<std::pair<std::int32_t, std::string>, ThreadIndex> m_knownThreads; // threads of all
                                                                                           // chunks
    std::array<ValueTypeIndex, jfrEventKinds.size()> m_shown, m_waiting; // value types of a kind's samples
    ProcessIndex m_process;
    std::int64_t m_start = noTime; // nanoseconds since 1970
    std::size_t m_samples = 0;
    bool m_isDamaged = false;
    bool m_isUnfinished = false;
};

} // namespace candela
