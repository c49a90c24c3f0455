/// Makes samples of the events of Java flight recordings: what ran, in Java and in native code, what waited,
/// and what was allocated. Constants are read once, when first referred to.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/formats/jfr_chunk.h"
#include "model/profile/profile_builder.h"

#include <absl/container/flat_hash_map.h>

#include <limits>
#include <string>

namespace candela {

class JfrReader {
public:
    explicit JfrReader(ProfileBuilder& builder) : m_builder(builder) {}

    /// Each kind of event is a value type. Fails where there is none, or when cancelled.
    Result<void> read(std::span<const std::byte> bytes, Task& task);

private:
    /// A kind of event that is a sample.
    struct Source {
        ValueTypeIndex value;
        std::string_view weightField; // empty: each counts one
        std::string_view scaleField;  // empty: the weight is whole
    };
    /// A stack of a chunk.
    struct Trace {
        StackIndex stack;
        StackEnd end = StackEnd::Unknown;
    };

    Result<void> readChunk(std::span<const std::byte> bytes, const JfrHeader& header, Task& task);
    const Source* sourceOf(std::uint64_t type, const JfrClass& eventClass);
    void readEvent(const Source& source, const JfrClass& eventClass, ByteReader& reader);
    void readProcess(const JfrClass& eventClass, ByteReader& reader);
    std::int64_t timeOf(std::uint64_t ticks) const;
    ThreadIndex thread(std::uint64_t type, std::uint64_t key);
    Trace trace(std::uint64_t type, std::uint64_t key);
    Trace readTrace(ByteReader& reader, const JfrClass& traceClass);
    FrameIndex readFrame(ByteReader& reader, const JfrClass& frameClass);
    FunctionIndex method(std::uint64_t type, std::uint64_t key);
    std::string symbol(std::uint64_t type, std::uint64_t key);
    std::string readName(ByteReader& reader);
    std::string className(std::uint64_t type, std::uint64_t key);
    LabelSetIndex classLabel(std::uint64_t type, std::uint64_t key);

    template<typename Value>
    using ByKey = absl::flat_hash_map<std::pair<std::uint64_t, std::uint64_t>, Value>;

    ProfileBuilder& m_builder;
    const JfrChunk* m_chunk = nullptr;
    ByKey<Trace> m_traces; // of the chunk
    ByKey<FunctionIndex> m_methods;
    ByKey<std::string> m_classNames;
    ByKey<FrameKind> m_frameKinds;
    ByKey<LabelSetIndex> m_classLabels;
    ByKey<ThreadIndex> m_threads;
    absl::flat_hash_map<std::uint64_t, Source> m_sources;
    absl::flat_hash_map<std::pair<std::int32_t, std::string>, ThreadIndex> m_knownThreads; // of all chunks
    ProcessIndex m_process;
    std::int64_t m_start = noTime; // nanoseconds since 1970
    std::size_t m_nameBytesLeft = 0;
    std::size_t m_samples = 0;
    std::size_t m_shownKind = std::numeric_limits<std::size_t>::max(); // of events
    bool m_isDamaged = false;
    bool m_isUnfinished = false;
};

} // namespace candela
