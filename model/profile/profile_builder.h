/// Builds a Profile: the only way to make one. Equal strings, functions, frames, stacks and label sets are
/// stored once. Readers of every format, the live stream and tests all go through it.
#pragma once

#include "model/base/task.h"
#include "model/profile/profile.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace candela {

/// One row of FrameTable.
struct Frame {
    FunctionIndex function;
    MappingIndex mapping;
    std::uint64_t address = 0;
    std::uint32_t line = 0;
    std::uint16_t inlineDepth = 0;
    FrameKind kind = FrameKind::User;

    bool operator==(const Frame&) const = default;
};

/// One row of SampleTable.
struct Sample {
    StackIndex stack;
    std::int64_t weight = 1;
    std::int64_t time = noTime;
    ThreadIndex thread;
    std::int32_t cpu = -1;
    LabelSetIndex labels;
    StackEnd stackEnd = StackEnd::Unknown;
};

class ProfileBuilder {
public:
    ProfileBuilder();
    ~ProfileBuilder();
    ProfileBuilder(const ProfileBuilder&) = delete;
    ProfileBuilder& operator=(const ProfileBuilder&) = delete;

    StringIndex string(std::string_view text) { return m_strings.intern(text); }
    std::string_view text(StringIndex index) const { return m_strings[index]; }

    /// Always adds a new row, which can be changed later through process().
    ProcessIndex addProcess(const Process& process);
    ThreadIndex addThread(const Thread& thread);
    Process& process(ProcessIndex index) { return m_profile.processes[index.row()]; }
    Thread& thread(ThreadIndex index) { return m_profile.threads[index.row()]; }
    std::size_t threadCount() const { return m_profile.threads.size(); }

    /// The following functions return the row of an equal value if one was added before.
    MappingIndex mapping(const Mapping& mapping);
    FunctionIndex function(const Function& function);
    FrameIndex frame(const Frame& frame);
    StackIndex stack(StackIndex parent, FrameIndex frame);
    /// The stack of these frames, outermost first; none without frames. Faster than frame by frame.
    StackIndex stack(std::span<const FrameIndex> frames);
    /// Sets all stacks at once; there must be none yet. No two of them may have the same parent and frame.
    /// The stacks keep their rows, and stack() finds them.
    void setStacks(StackTable stacks);
    /// Sorts the labels; duplicates within a set are kept once.
    LabelSetIndex labelSet(std::vector<Label> labels);
    /// The same without a copy: changes the order of `labels`.
    LabelSetIndex internLabels(std::span<Label> labels);

    Label textLabel(std::string_view key, std::string_view text) {
        return {string(key), string(text), 0, {}};
    }

    enum class Kept : std::uint8_t { Yes, Known, Full };
    /// Keeps the code of a function, unless that overlaps kept code of the mapping, or there is no room: the
    /// profile keeps at most maximumKeptCode bytes. The code must have passed check().
    Kept addCode(KeptCode code);
    /// Keeps the lines of a file that are not kept yet, unless lines that are kept have another text there
    /// (they are of another version of the file), or there is no room: the profile keeps at most
    /// maximumKeptSources bytes and maximumKeptLines lines. The lines must have passed check().
    Kept addSource(KeptSource source);

    /// The value type with that name and unit; a new one if there was none.
    ValueTypeIndex valueType(std::string_view name, std::string_view unit);
    void setKind(ValueTypeIndex value, ValueKind kind) { m_profile.samples[value.row()].kind = kind; }
    void setDefaultValue(ValueTypeIndex value) { m_profile.defaultValue = value; }
    /// Sets whether the value's samples have durations, see SampleTable::lasts. Only values in nanoseconds
    /// can have them.
    void setLasts(ValueTypeIndex value, bool lasts = true);
    void addSample(ValueTypeIndex value, const Sample& sample);
    /// Reserves room for that many further samples, so that columns do not grow step by step.
    void reserveSamples(ValueTypeIndex value, std::size_t count);
    std::size_t sampleCount(ValueTypeIndex value) const { return m_profile.samples[value.row()].size(); }

    ProfileOrigin& origin() { return m_profile.origin; }
    /// The recording lasts at least until this time, in nanoseconds, also if no sample does (idle time).
    void coverUntil(std::int64_t time) { m_coveredUntil = std::max(m_coveredUntil, time); }
    const std::vector<std::string>& warnings() const { return m_profile.warnings; }
    /// Equal warnings are kept once, and at most a hundred of them.
    void addWarning(std::string sentence);
    void addComment(std::string text) { m_profile.comments.push_back(std::move(text)); }
    /// Adds to the loss with that reason.
    void addLoss(std::string_view reason, std::uint64_t count) { addLoss({std::string(reason), count}); }
    /// Adds to the loss of the same reason and value.
    void addLoss(const Loss& loss);
    const std::vector<Loss>& losses() const { return m_profile.losses; }
    void setRecorderUsage(const RecorderUsage& usage);
    void setHasCpuAccount() { m_profile.hasCpuAccount = true; }

    /// The finished profile, sorted; if origin() has no duration, it lasts until the end of its last sample,
    /// or until the last time of coverUntil() if that is later. The builder is empty afterwards and can't be
    /// used again.
    Profile build();
    /// A copy of everything that was added so far, sorted; the builder can continue. For a running recording.
    /// If a value type has more samples, about `maximumSamples` of them are kept (thinnedCopy()).
    Profile snapshot(std::size_t maximumSamples = std::numeric_limits<std::size_t>::max()) const;

private:
    struct Rows; // hash sets over the rows of m_profile's tables

    const std::string* keptLine(StringIndex file, std::uint32_t number) const;

    StringInterner m_strings;
    Profile m_profile;
    std::int64_t m_coveredUntil = 0;
    std::size_t m_keptBytes = 0;  // of code
    std::size_t m_keptSource = 0; // bytes
    std::size_t m_keptLines = 0;
    std::unique_ptr<Rows> m_rows;
};

} // namespace candela
