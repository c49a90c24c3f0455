/// Weights by properties outside of the stack: the process, the thread, or the value of a label. Also lists
/// the labels.
#pragma once

#include "model/analysis/samples/filter.h"
#include "model/analysis/samples/nameless_samples.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

struct SampleKey {
    /// Process and Thread identify a single process or thread, by number. The others group by name, which
    /// joins the thousand compilers of a build, and also works across profiles. Executable is the label that
    /// recordings give each process or, without it, the process's name.
    enum class Kind : std::uint8_t { Process, Thread, Label, ProcessName, ThreadName, Executable };
    Kind kind = Kind::Process;
    std::string label = {}; ///< key of the label

    bool operator==(const SampleKey&) const = default;
};
/// "process" (by name), "pid" (each process), "executable", "thread" (each thread), "thread-name",
/// "label:KEY"; none for another text.
std::optional<SampleKey> sampleKeyFromName(std::string_view name);
/// The name that sampleKeyFromName() takes.
std::string sampleKeyName(const SampleKey& key);
/// The same names as a list for a sentence: "process, pid, executable, thread, thread-name, label:NAME".
extern const std::string_view sampleKeyNames;

/// The key by name instead of by number, because pids and tids do not identify the same thing in two
/// profiles.
SampleKey withoutNumbers(SampleKey key);
/// The best key to divide a profile's trees by: the process's name if samples of the shown value come from
/// processes with several names, like those of a whole machine; none for one program. Reads samples until it
/// finds a second name.
std::optional<SampleKey> defaultRoots(const Profile& profile);
/// Whether a group of this key may contain several processes.
bool joinsProcesses(const SampleKey& key);

/// The name of a sample's group. The profile and the key must outlive the object.
class SampleGroupNames {
public:
    SampleGroupNames(const Profile& profile, const SampleKey& key) : m_profile(profile), m_key(key) {}

    /// The name; empty if the sample has no process, thread or label.
    std::string of(ThreadIndex thread, LabelSetIndex labels) const;
    /// The name for such samples.
    std::string_view nameless() const {
        return m_key.kind == SampleKey::Kind::Label ? "(none)" : "(unknown)";
    }

private:
    std::string labelOf(std::string_view key, LabelSetIndex sample, ThreadIndex thread) const;
    std::string labelIn(std::string_view key, LabelSetIndex set) const;

    const Profile& m_profile;
    const SampleKey& m_key;
};

struct SampleGroup {
    /// "make", "make (123)", "worker (123/124)", the label's text; text in brackets for samples without one
    std::string name;
    std::int64_t weight = 0;
    std::uint64_t samples = 0;
    std::vector<ThreadIndex> threads = {}; ///< the threads with samples in the group, in ascending order
    std::size_t processes = 0;             ///< number of processes that these threads belong to
    bool isNamed = true;                   ///< false: the group of samples without process, thread or label
};

/// The groups of the samples that pass the filter, largest first, then by name. A sample's own label takes
/// precedence over its thread's, and that over its process's; several labels of one key are joined. One pass
/// over the samples.
Result<std::vector<SampleGroup>> sampleGroups(SampleSelector& selector, const Profile& profile,
                                              ValueTypeIndex value, const Filter& filter,
                                              const SampleKey& key, Task& task);

/// A key, and the number of its distinct values.
struct LabelKey {
    std::string key;
    std::size_t values = 0;
};
/// The keys in all label sets, in alphabetical order. Reads no samples.
std::vector<LabelKey> labelKeys(const Profile& profile);
/// The keys alone, which takes less time than to count their values.
std::set<std::string> labelKeyNames(const Profile& profile);

/// The distinct values of a key, as labelText() shows them, in alphabetical order.
std::vector<std::string> labelValues(const Profile& profile, std::string_view key);

/// "text", "123" or "123 bytes".
std::string labelText(const Profile& profile, const Label& label);

} // namespace candela
