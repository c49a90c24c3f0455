/// Weights by what is not part of a stack: the process, the thread, or the value of a label. And which labels
/// there are.
#pragma once

#include "model/analysis/samples/filter.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

struct SampleKey {
    /// Process and Thread are one of them each, by number. The others put together what has the same name, as
    /// the thousand compilers of a build have, and as other profiles have, too. Executable is the label that
    /// recordings give each process; where there is none, the process's name.
    enum class Kind : std::uint8_t { Process, Thread, Label, ProcessName, ThreadName, Executable };
    Kind kind = Kind::Process;
    std::string label = {}; ///< key of the label

    bool operator==(const SampleKey&) const = default;
};
/// "process" (by name), "pid" (each process), "executable", "thread" (each thread), "thread-name",
/// "label:KEY"; none for another text.
std::optional<SampleKey> sampleKeyFromName(std::string_view name);
/// The same names as a sentence lists them: "process, pid, executable, thread, thread-name, label:NAME".
extern const std::string_view sampleKeyNames;

/// Of two profiles, pids and tids never are the same thing: the key without them.
SampleKey withoutNumbers(SampleKey key);
/// What a profile's trees are best divided by: the process's name where samples of the shown value come from
/// processes of several names, as those of a whole machine do; none for one program. Looks at samples until
/// it meets a second name.
std::optional<SampleKey> defaultRoots(const Profile& profile);
/// Whether a group may hold several processes.
bool joinsProcesses(const SampleKey& key);

/// What a sample's group is called. The profile and the key must outlive it.
class SampleGroupNames {
public:
    SampleGroupNames(const Profile& profile, const SampleKey& key) : m_profile(profile), m_key(key) {}

    /// Empty where the sample has no process, thread or label.
    std::string of(ThreadIndex thread, LabelSetIndex labels) const;
    /// What such samples are called.
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
    /// "make", "make (123)", "worker (123/124)", the label's text; in brackets where there is none
    std::string name;
    std::int64_t weight = 0;
    std::uint64_t samples = 0;
    std::vector<ThreadIndex> threads = {}; ///< that have samples in it, in ascending order
    std::size_t processes = 0;             ///< of these threads
    bool isNamed = true;                   ///< false: the samples without process, thread or label
};

/// The groups of the samples that the filter keeps, largest first; equal ones by name. A sample's own label
/// goes before its thread's, that before its process's; several of one key are joined. One pass over the
/// samples.
Result<std::vector<SampleGroup>> sampleGroups(SampleSelector& selector, const Profile& profile,
                                              ValueTypeIndex value, const Filter& filter,
                                              const SampleKey& key, Task& task);

/// A key and how many different values it has.
struct LabelKey {
    std::string key;
    std::size_t values = 0;
};
/// Of all label sets, in the order of the alphabet. Looks at no sample.
std::vector<LabelKey> labelKeys(const Profile& profile);

/// The different values of a key, as labelText() shows them, in the order of the alphabet.
std::vector<std::string> labelValues(const Profile& profile, std::string_view key);

/// "text", "123" or "123 bytes".
std::string labelText(const Profile& profile, const Label& label);

} // namespace candela
