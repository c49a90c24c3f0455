/// Reads the text of `perf script`: a line for each sample, then its stack, leaf first, then an empty line. A
/// stack whose text was seen before costs one lookup.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/formats/printed_stacks/perf_script_lines.h"
#include "model/profile/profile_builder.h"

#include <absl/container/flat_hash_map.h>

#include <string_view>
#include <tuple>
#include <vector>

namespace candela {

/// Whether a text can be the output of perf script, by its first lines.
bool looksLikePerfScript(std::string_view lines);

class PerfScriptReader {
public:
    explicit PerfScriptReader(ProfileBuilder& builder) : m_builder(builder) {}

    /// Reads the samples: each event is a value type. Fails if there is no sample, or when cancelled.
    Result<void> read(std::string_view text, Task& task);
    /// Whether any sample has lines of frames, after which perf script prints an empty line.
    bool hasStacks() const { return m_hasStacks; }

private:
    /// A frame, and the position of its text.
    struct Step {
        PerfScriptFrame frame;
        PerfScriptSource source;
    };
    struct Event {
        ValueTypeIndex value;
        std::size_t stacks = 0; // number of samples that have a stack
    };

    void readComment(std::string_view line);
    void addSample(const PerfScriptSample& sample, std::string_view frames);
    ValueTypeIndex valueOf(const PerfScriptSample& sample, StackIndex stack);
    ThreadIndex threadOf(const PerfScriptSample& sample);
    ProcessIndex processOf(std::int32_t pid, std::int32_t tid, std::string_view command);
    StackIndex stackOf(std::string_view frames);
    StackIndex growStack();
    FrameIndex frame(const Step& step, MappingIndex mapping, std::uint64_t address, std::uint16_t depth);
    std::int64_t sinceStart(std::int64_t time);
    void finish();

    ProfileBuilder& m_builder;
    absl::flat_hash_map<std::pair<std::string_view, bool>, Event>
        m_events;                                               // key: name, and whether it has a period
    absl::flat_hash_map<std::string_view, StackIndex> m_stacks; // key: the text of all lines of the stack
    absl::flat_hash_map<std::pair<std::int32_t, std::string_view>, ProcessIndex> m_processes;
    absl::flat_hash_map<std::int32_t, ProcessIndex> m_processOfPid; // the process that runs now under each
                                                                    // pid
    absl::flat_hash_map<std::tuple<std::int32_t, std::int32_t, std::string_view>, ThreadIndex> m_threads;
    std::vector<Step> m_steps; // frames of the current stack, leaf first
    std::int64_t m_start = noTime;
    std::int64_t m_end = noTime;
    bool m_hasStacks = false;
    std::size_t m_others = 0; // lines that could not be parsed
};

} // namespace candela
