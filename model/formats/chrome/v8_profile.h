/// A CPU profile as V8 writes it: a call tree, and which node ran at which time. Found in files of Chrome and
/// Node and in traces of Chrome. Format: Chrome DevTools Protocol, Profiler.Profile.
#pragma once

#include "model/formats/json/json_document.h"
#include "model/profile/profile_builder.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace candela {

/// A function in V8's call frames: name, url and line. Lines there are zero-based.
class V8CallFrame {
public:
    void readField(JsonKey key, JsonValue value, ProfileBuilder& builder);
    Frame frame(ProfileBuilder& builder) const;
    bool isNamed(std::string_view name, const ProfileBuilder& builder) const {
        return builder.text(m_name) == name;
    }

private:
    StringIndex m_name;
    StringIndex m_file;
    std::int64_t m_line = -1;
};

class V8Profile {
public:
    explicit V8Profile(ProfileBuilder& builder) : m_builder(builder) {}

    /// Reads a field of a profile; fields of later chunks are appended.
    void readField(JsonKey key, JsonValue value);
    /// Appends the fields of another chunk.
    void append(V8Profile&& piece);
    bool hasNodes() const { return !m_nodes.empty(); }

    /// The start, in microseconds of a clock that is the same for the whole file.
    std::optional<std::int64_t> startTime() const;
    void setStartTime(std::int64_t microseconds) { m_start = static_cast<double>(microseconds); }

    /// Adds a sample for each period in which a node ran, as nanoseconds, and counts hits by line. Times are
    /// relative to `origin`, in microseconds. Idle time is only counted. Profiles from before 2014 have no
    /// times of samples: these are spread evenly from start to end. Without samples, the nodes' own times
    /// count, or their shares of all hits.
    void addTo(ThreadIndex thread, std::int64_t origin);
    /// Whether some nodes refer to missing nodes or to themselves.
    bool isIncomplete() const { return m_isIncomplete; }

private:
    static constexpr std::size_t noRow = std::numeric_limits<std::size_t>::max();
    enum class Role : std::uint8_t { Code, Root, Idle, Collector };
    struct Node {
        std::int64_t id = -1;
        std::int64_t parentId = -1;
        std::size_t parent = noRow;
        FrameIndex frame;
        Frame content;    ///< of `frame`
        StackIndex stack; ///< set when it is first requested
        std::int64_t hits = 0;
        double selfMilliseconds = 0;
        Role role = Role::Code;
        bool isOpen = false;
        bool hasStack = false;
    };
    struct LineHits {
        std::size_t node;
        std::uint32_t line;
        std::int64_t hits;
    };

    static constexpr int maximumLevels = 500; // maximum of nested nodes; V8 has at most 255

    void readNode(JsonValue value, std::size_t parent, int level);
    void readLineHits(JsonValue list, std::size_t node);
    void finishNode(std::size_t row, const V8CallFrame& callFrame);
    void resolveParents();
    Node* node(std::int64_t id);
    StackIndex stackOf(Node& node);
    StackIndex unknownStack();
    StackIndex stackAtLine(Node& node, std::int64_t line);
    double unitOfTimes() const;
    std::int64_t duration() const;
    void dropWrongFirstDelta();
    std::vector<std::int64_t> sampleTimes() const;
    void addSamples(ThreadIndex thread, std::int64_t shift);
    void addNodeTimes(ThreadIndex thread);
    void addHits(ThreadIndex thread);

    ProfileBuilder& m_builder;
    std::vector<Node> m_nodes;
    absl::flat_hash_map<std::int64_t, std::size_t> m_rows;          // by id
    std::vector<std::pair<std::int64_t, std::size_t>> m_childLinks; // child ids, parent rows
    std::vector<LineHits> m_lineHits;
    std::vector<std::int64_t> m_samples, m_deltas, m_stamps, m_lines;
    std::vector<std::int64_t> m_scratch;
    std::optional<double> m_start, m_end; // as in the file, see unitOfTimes()
    bool m_isIncomplete = false;
};

} // namespace candela
