/// A Profile: the recorded data as tables. Immutable once built; ProfileBuilder is its only writer. Rows
/// refer to rows of other tables by typed indices; `check()` states every invariant.
#pragma once

#include "model/base/index.h"
#include "model/base/string_table.h"
#include "model/profile/kept_code.h"
#include "model/profile/kept_source.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace candela {

using ProcessIndex = Index<struct ProcessTag>;
using ThreadIndex = Index<struct ThreadTag>;
using MappingIndex = Index<struct MappingTag>;
using FunctionIndex = Index<struct FunctionTag>;
using FrameIndex = Index<struct FrameTag>;
using StackIndex = Index<struct StackTag>;
using LabelSetIndex = Index<struct LabelSetTag>;
using ValueTypeIndex = Index<struct ValueTypeTag>;

/// Times are nanoseconds since the profile's start; noTime means "not known".
inline constexpr std::int64_t noTime = std::numeric_limits<std::int64_t>::min();

/// key=value on a process, a thread or a sample. A label with a text has no number, and a numeric label has
/// no text.
struct Label {
    StringIndex key;
    StringIndex text;
    std::int64_t number = 0;
    StringIndex unit; ///< unit of the number; none for a text

    auto operator<=>(const Label&) const = default;
};

/// The labels of one row, sorted; equal sets share one row. Row 0 is the empty set.
struct LabelSetTable {
    std::vector<std::uint32_t> begin; ///< first label of each set in `labels`; one more than sets
    std::vector<Label> labels;

    std::size_t size() const { return begin.empty() ? 0 : begin.size() - 1; }
};

/// A process from fork or exec to exec or exit. Identified by pid + start time.
struct Process {
    std::int32_t pid = 0;
    std::int64_t startTime = noTime;
    std::int64_t endTime = noTime;
    ProcessIndex parent; ///< none if the parent is not in the profile
    StringIndex name;
    LabelSetIndex labels;
};

struct Thread {
    ProcessIndex process;
    std::int32_t tid = 0;
    std::int64_t startTime = noTime;
    StringIndex name;
    LabelSetIndex labels;
    /// Nanoseconds that the scheduler counted during the recording; only with Profile::hasCpuAccount.
    std::int64_t cpuTime = 0;
};

/// A file mapped at a range of addresses. In Candela's own recordings the addresses are the
/// ELF file's own virtual addresses (start is 0 or the file's base), so processes that map one file share a
/// row.
struct Mapping {
    StringIndex path;    ///< path of the file, or a name in brackets: "[kernel.kallsyms]", "[vdso]"
    StringIndex buildId; ///< hexadecimal
    std::uint64_t start = 0;
    std::uint64_t end = 0; ///< 0 if it is not known
    std::uint64_t fileOffset = 0;
};

/// A named piece of code.
struct Function {
    StringIndex name;    ///< the name for people (demangled)
    StringIndex rawName; ///< the linker's name, which may be the same; none if it is not known
    StringIndex file;
    std::uint32_t startLine = 0; ///< 0: not known
    MappingIndex mapping;        ///< the function's module; none if the file does not state it
};

enum class FrameKind : std::uint8_t { User, Kernel, Inlined, Interpreted, Unknown };

/// Addresses and lines in code. A frame without a function is an address that could not be symbolized.
struct FrameTable {
    std::vector<FunctionIndex> function;
    std::vector<MappingIndex> mapping;
    std::vector<std::uint64_t> address; ///< in the mapping's address space; 0: not known
    std::vector<std::uint32_t> line;    ///< 0: not known
    std::vector<std::uint16_t>
        inlineDepth; ///< 0: the function that has the machine code; 1…: functions that are inlined into it
    std::vector<FrameKind> kind;

    std::size_t size() const { return function.size(); }
};

/// All call stacks, as a tree from the root.
struct StackTable {
    std::vector<StackIndex> parent; ///< none for a root; always a smaller row than the stack's own
    std::vector<FrameIndex> frame;

    std::size_t size() const { return parent.size(); }
};

/// Why the user part of a sample's stack ended.
enum class StackEnd : std::uint8_t {
    Unknown,      ///< the file does not state it
    Complete,     ///< reached the thread's start
    None,         ///< there was no user stack (a kernel thread)
    TooDeep,      ///< more frames than the recorder's maximum
    Unreadable,   ///< stack memory could not be read
    NoUnwindData, ///< code without unwind information and frame pointers
    NoMapping,    ///< an address outside every known mapping
    Failed,       ///< the kernel returned no stack
    TableMissing, ///< the unwind table of its code did not exist yet, or the file was not available
};
/// "complete", "too deep" and so on, as in `info`.
std::string_view stackEndName(StackEnd end);

/// What kind of quantity a value is: how it adds up.
enum class ValueKind : std::uint8_t {
    Unstated, ///< the format has only a name and a unit
    Flow,     ///< adds up over time: CPU time, bytes allocated
    Duration, ///< each sample has a duration: waiting
    Count,    ///< events: faults, calls
    Gauge,    ///< a level that goes up and down: live bytes
};

/// What weights measure.
struct ValueType {
    StringIndex name; ///< "cpu", "alloc_space"
    StringIndex unit; ///< "nanoseconds", "bytes", "count"
};

/// The samples of one value type, sorted by thread, then time. Columns that a file does not have are empty,
/// except stack and weight: use the `…At` functions.
struct SampleTable {
    ValueType type;
    ValueKind kind = ValueKind::Unstated;
    /// Whether each sample has a duration, which is its weight in nanoseconds (a span of a trace, the time
    /// until a V8 profiler's next sample). Otherwise samples are moments.
    bool lasts = false;
    std::vector<StackIndex> stack; ///< none: a sample without any frame
    std::vector<std::int64_t> weight;
    std::vector<std::int64_t> time;
    std::vector<ThreadIndex> thread;
    std::vector<std::int32_t> cpu; ///< -1: not known
    std::vector<LabelSetIndex> labels;
    std::vector<StackEnd> stackEnd;

    std::size_t size() const { return stack.size(); }
    std::int64_t timeAt(std::size_t row) const { return time.empty() ? noTime : time[row]; }
    /// The end of the sample; for a moment, its time. Never
    /// before its time, even if the weight is negative.
    std::int64_t endAt(std::size_t row) const {
        const auto begin = timeAt(row);
        if (!lasts || begin == noTime || weight[row] <= 0) return begin;
        std::int64_t end = 0;
        return __builtin_add_overflow(begin, weight[row], &end) ? std::numeric_limits<std::int64_t>::max()
                                                                : end;
    }
    ThreadIndex threadAt(std::size_t row) const { return thread.empty() ? ThreadIndex() : thread[row]; }
    std::int32_t cpuAt(std::size_t row) const { return cpu.empty() ? -1 : cpu[row]; }
    LabelSetIndex labelsAt(std::size_t row) const { return labels.empty() ? LabelSetIndex() : labels[row]; }
    StackEnd stackEndAt(std::size_t row) const {
        return stackEnd.empty() ? StackEnd::Unknown : stackEnd[row];
    }
};

/// Samples that were not taken or did not arrive, by reason ("ring buffer full") and value.
struct Loss {
    std::string reason;
    std::uint64_t count = 0;
    std::string value = {};   ///< name of the value type of the lost samples; empty: not known, or the loss
                              ///< is not of samples
    std::uint64_t weight = 0; ///< in the unit of the value; 0: not known
};

/// The cost of the recorder itself.
struct RecorderUsage {
    std::int64_t cpuTime = 0;     ///< nanoseconds: the recorder and its children
    std::uint64_t peakMemory = 0; ///< bytes of resident memory: the recorder and its children
    std::int64_t bpfRunTime = 0;  ///< nanoseconds in BPF programs
    std::uint64_t bpfRunCount = 0;
};

/// Whether a local file at the path of a mapping
/// without a build id may be used as the mapped one.
enum class Provenance : std::uint8_t {
    Converted,            ///< a tool converted a recording, perhaps of another machine
    Recorded,             ///< written by a recorder, on the machine of its paths
    RecordedWithBuildIds, ///< the same, and all build ids of modules are in the profile
};

/// The base of a frame's address if its mapping has no range.
enum class AddressBase : std::uint8_t {
    File,  ///< the file: it is the file's linked address
    Image, ///< the load address of the first segment, as in the Firefox Profiler
};

/// Facts about the whole profile: where it is from and how it was taken.
struct ProfileOrigin {
    std::string format; ///< name of the Format that read it
    std::string file;   ///< path of the file, as given
    Provenance provenance = Provenance::Converted;
    AddressBase addressBase = AddressBase::File;
    std::string host;
    std::string kernel;              ///< release and machine: "6.1.0-13-amd64 x86_64"
    std::string processor;           ///< the model of the machine's processors
    std::string command;             ///< a text about what was recorded
    std::int64_t startTime = noTime; ///< nanoseconds since 1970
    std::int64_t duration = 0;       ///< nanoseconds; 0: not known
    std::int64_t period = 0;         ///< time between samples, in the unit of periodType
    std::string periodType;
    std::string periodUnit;
    std::uint32_t cpus = 0;
    std::int64_t idleTime = 0;   ///< nanoseconds during which nothing ran, summed over all CPUs
    std::int64_t stolenTime = 0; ///< nanoseconds that the host gave to other machines, summed over all CPUs
};

struct Profile {
    StringTable strings;
    std::vector<Process> processes;
    std::vector<Thread> threads;
    std::vector<Mapping> mappings;
    std::vector<Function> functions;
    FrameTable frames;
    StackTable stacks;
    LabelSetTable labelSets;
    std::vector<SampleTable> samples; ///< one per value type, indexed by ValueTypeIndex
    /// Code that the recording keeps. That of one mapping does not overlap. Copies of a profile share it.
    std::vector<std::shared_ptr<const KeptCode>> code;
    /// Source lines that the recording keeps. Those of one file do not overlap. Copies of a profile share
    /// them.
    std::vector<std::shared_ptr<const KeptSource>> sources;
    ValueTypeIndex defaultValue; ///< the file's own default; none if it states none

    ProfileOrigin origin;
    std::vector<Loss> losses;
    RecorderUsage recorder;
    bool hasRecorderUsage = false;
    /// Whether threads have the CPU time that the kernel counted. Then all threads that ran are listed, even
    /// without samples. Parts of profiles, and profiles that were added up, have no such account.
    bool hasCpuAccount = false;
    std::vector<std::string> warnings; ///< sentences about damaged or omitted parts
    std::vector<std::string> comments; ///< the file's own remarks

    std::string_view text(StringIndex index) const { return strings[index]; }
    /// The default value type: the file's own, else its last (as in pprof). None without samples.
    ValueTypeIndex shownValue() const;
    /// The value type of that name; none if there is none.
    ValueTypeIndex findValue(std::string_view name) const;
    std::span<const Label> labelsOf(LabelSetIndex set) const;
    /// Sum of a value type's weights.
    std::int64_t totalWeight(ValueTypeIndex value) const;
};

/// A sentence about the first invariant that is violated; empty if all hold.
std::string check(const Profile& profile);

} // namespace candela
