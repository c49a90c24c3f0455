#include "model/analysis/samples/sample_groups.h"

#include "model/base/wrapping.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

namespace candela {

namespace {

constexpr std::string_view labelPrefix = "label:";
constexpr std::string_view executableLabel = "executable";

constexpr std::array<std::pair<std::string_view, SampleKey::Kind>, 5> keyNames{{
    {"process", SampleKey::Kind::ProcessName},
    {"pid", SampleKey::Kind::Process},
    {"executable", SampleKey::Kind::Executable},
    {"thread", SampleKey::Kind::Thread},
    {"thread-name", SampleKey::Kind::ThreadName},
}};

struct Sum {
    std::int64_t weight = 0;
    std::uint64_t samples = 0;

    void add(const Sum& other) {
        weight = wrappingSum(weight, other.weight);
        samples += other.samples;
    }
};

std::size_t processesOf(const Profile& profile, const std::set<ThreadIndex>& threads) {
    std::set<ProcessIndex> processes;
    for (const auto thread : threads)
        processes.insert(profile.threads[thread.row()].process);
    return processes.size();
}

} // namespace

const std::string_view sampleKeyNames = "process, pid, executable, thread, thread-name, label:NAME";

std::optional<SampleKey> sampleKeyFromName(std::string_view name) {
    const auto found = std::ranges::find(keyNames, name, [](const auto& entry) { return entry.first; });
    if (found != keyNames.end()) return SampleKey{found->second};
    if (!name.starts_with(labelPrefix) || name.size() == labelPrefix.size()) return std::nullopt;
    return SampleKey{SampleKey::Kind::Label, std::string(name.substr(labelPrefix.size()))};
}

std::string sampleKeyName(const SampleKey& key) {
    if (key.kind == SampleKey::Kind::Label) return std::string(labelPrefix) + key.label;
    const auto found = std::ranges::find(keyNames, key.kind, [](const auto& entry) { return entry.second; });
    return found == keyNames.end() ? std::string() : std::string(found->first);
}

SampleKey withoutNumbers(SampleKey key) {
    if (key.kind == SampleKey::Kind::Process) key.kind = SampleKey::Kind::ProcessName;
    if (key.kind == SampleKey::Kind::Thread) key.kind = SampleKey::Kind::ThreadName;
    return key;
}

std::optional<SampleKey> defaultRoots(const Profile& profile) {
    const auto value = profile.shownValue();
    if (value.isNone()) return {};
    const auto& table = profile.samples[value.row()];
    std::optional<std::string_view> first;
    ThreadIndex last;
    for (std::size_t row = 0; row < table.thread.size(); ++row) {
        const auto thread = table.thread[row];
        if (thread.isNone() || thread == last) continue;
        last = thread;
        const auto process = profile.threads[thread.row()].process;
        const auto name = profile.text(profile.processes[process.row()].name);
        if (!first) first = name;
        if (name != *first) return SampleKey{SampleKey::Kind::ProcessName};
    }
    return {};
}

bool joinsProcesses(const SampleKey& key) {
    return key.kind != SampleKey::Kind::Process && key.kind != SampleKey::Kind::Thread;
}

std::string SampleGroupNames::of(ThreadIndex thread, LabelSetIndex labels) const {
    if (m_key.kind == SampleKey::Kind::Label) return labelOf(m_key.label, labels, thread);
    if (thread.isNone()) return {};
    const auto& row = m_profile.threads[thread.row()];
    const auto& process = m_profile.processes[row.process.row()];
    switch (m_key.kind) {
    case SampleKey::Kind::Process:
        return fmt::format("{} ({})", m_profile.text(process.name), process.pid);
    case SampleKey::Kind::Thread:
        return fmt::format("{} ({}/{})", m_profile.text(row.name), process.pid, row.tid);
    case SampleKey::Kind::ProcessName:
        return std::string(m_profile.text(process.name));
    case SampleKey::Kind::ThreadName:
        return std::string(m_profile.text(row.name));
    case SampleKey::Kind::Executable:
        if (auto path = labelOf(executableLabel, labels, thread); !path.empty()) return path;
        return std::string(m_profile.text(process.name));
    case SampleKey::Kind::Label:
        break;
    }
    return {};
}

std::string SampleGroupNames::labelOf(std::string_view key, LabelSetIndex sample, ThreadIndex thread) const {
    auto text = labelIn(key, sample);
    if (!text.empty() || thread.isNone()) return text;
    const auto& row = m_profile.threads[thread.row()];
    text = labelIn(key, row.labels);
    return text.empty() ? labelIn(key, m_profile.processes[row.process.row()].labels) : text;
}

std::string SampleGroupNames::labelIn(std::string_view key, LabelSetIndex set) const {
    std::string text;
    for (const auto& label : m_profile.labelsOf(set)) {
        if (m_profile.text(label.key) == key)
            text.append(text.empty() ? "" : ", ").append(labelText(m_profile, label));
    }
    return text;
}

std::string labelText(const Profile& profile, const Label& label) {
    if (label.text) return std::string(profile.text(label.text));
    const auto unit = profile.text(label.unit);
    return unit.empty() ? fmt::format("{}", label.number) : fmt::format("{} {}", label.number, unit);
}

Result<std::vector<SampleGroup>> sampleGroups(SampleSelector& selector, const Profile& profile,
                                              ValueTypeIndex value, const Filter& filter,
                                              const SampleKey& key, Task& task) {
    const auto& table = profile.samples[value.row()];
    // Texts are made once for each distinct thread and label set, not for each sample.
    absl::flat_hash_map<std::pair<ThreadIndex, LabelSetIndex>, Sum> sums;
    TRY(selector.forEachSample(value, filter, task, [&](std::size_t row, std::int64_t weight) {
        sums[{table.threadAt(row), table.labelsAt(row)}].add({weight, 1});
    }));
    const SampleGroupNames names(profile, key);
    struct Group {
        Sum sum;
        std::set<ThreadIndex> threads;
    };
    std::map<std::string, Group> byName;
    for (const auto& [source, sum] : sums) {
        auto& group = byName[names.of(source.first, source.second)];
        group.sum.add(sum);
        if (source.first) group.threads.insert(source.first);
    }
    std::vector<SampleGroup> groups;
    for (const auto& [text, group] : byName)
        groups.push_back({.name = text.empty() ? std::string(names.nameless()) : text,
                          .weight = group.sum.weight,
                          .samples = group.sum.samples,
                          .threads = {group.threads.begin(), group.threads.end()},
                          .processes = processesOf(profile, group.threads),
                          .isNamed = !text.empty()});
    std::ranges::stable_sort(groups, std::greater(), &SampleGroup::weight);
    return groups;
}

std::vector<LabelKey> labelKeys(const Profile& profile) {
    using Value = std::tuple<StringIndex, std::int64_t, StringIndex>;
    std::map<std::string_view, absl::flat_hash_set<Value>> values;
    for (const auto& label : profile.labelSets.labels)
        values[profile.text(label.key)].emplace(label.text, label.number, label.unit);
    std::vector<LabelKey> keys;
    for (const auto& [key, found] : values)
        keys.push_back({std::string(key), found.size()});
    return keys;
}

std::set<std::string> labelKeyNames(const Profile& profile) {
    std::set<std::string> names;
    absl::flat_hash_set<StringIndex> known;
    for (const auto& label : profile.labelSets.labels)
        if (known.insert(label.key).second) names.emplace(profile.text(label.key));
    return names;
}

std::vector<std::string> labelValues(const Profile& profile, std::string_view key) {
    std::set<std::string> values;
    // Many label sets have the same values, whose texts take longer than to compare them.
    absl::flat_hash_set<std::tuple<StringIndex, std::int64_t, StringIndex>> known;
    for (const auto& label : profile.labelSets.labels) {
        if (profile.text(label.key) != key) continue;
        if (known.emplace(label.text, label.number, label.unit).second)
            values.insert(labelText(profile, label));
    }
    return {values.begin(), values.end()};
}

} // namespace candela
