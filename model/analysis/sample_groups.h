/// Weights by what is not part of a stack: the process, the thread, or the value of a label. And which labels
/// there are.
#pragma once

#include "model/analysis/filter.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

struct SampleKey {
    /// ProcessName and ThreadName leave the numbers out: what other profiles have, too.
    enum class Kind : std::uint8_t { Process, Thread, Label, ProcessName, ThreadName };
    Kind kind = Kind::Process;
    std::string label = {}; ///< key of the label

    bool operator==(const SampleKey&) const = default;
};
/// "process", "thread", "label:KEY"; none for another text.
std::optional<SampleKey> sampleKeyFromName(std::string_view name);

/// Of two profiles, pids and tids never are the same thing: the key without them.
SampleKey withoutNumbers(SampleKey key);

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
    std::string labelOf(LabelSetIndex sample, ThreadIndex thread) const;
    std::string labelIn(LabelSetIndex set) const;

    const Profile& m_profile;
    const SampleKey& m_key;
};

struct SampleGroup {
    /// "make (123)", "worker (123/124)", the label's text; in brackets where there is none
    std::string name;
    std::int64_t weight = 0;
    std::uint64_t samples = 0;
    std::vector<ThreadIndex> threads = {}; ///< that have samples in it, in ascending order
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
