#include "model/analysis/samples/rooted_stacks.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace candela {

namespace {

constexpr std::size_t rowsBetweenLooks = 65536;

/// The roots, each added when a sample uses it for the first time.
class RootNames {
public:
    RootNames(const Profile& profile, const SampleKey& key, std::vector<std::string>& roots)
        : m_names(profile, key), m_roots(roots) {}

    std::uint32_t rootOf(ThreadIndex thread, LabelSetIndex labels) {
        const std::pair key(thread, labels);
        if (!m_roots.empty() && key == m_lastKey) return m_last; // samples are sorted by thread
        const auto [entry, isNew] = m_rootOfKey.try_emplace(key);
        if (isNew) {
            auto name = m_names.of(thread, labels);
            if (name.empty()) name = m_names.nameless();
            const auto [ofName, isNewName] =
                m_rootOfName.try_emplace(std::move(name), static_cast<std::uint32_t>(m_roots.size()));
            if (isNewName) m_roots.push_back(ofName->first);
            entry->second = ofName->second;
        }
        m_lastKey = key;
        return m_last = entry->second;
    }

private:
    using Key = std::pair<ThreadIndex, LabelSetIndex>;

    SampleGroupNames m_names;
    std::vector<std::string>& m_roots;
    absl::flat_hash_map<Key, std::uint32_t> m_rootOfKey;
    absl::flat_hash_map<std::string, std::uint32_t> m_rootOfName;
    Key m_lastKey;
    std::uint32_t m_last = 0;
};

struct SampleRow {
    std::uint32_t value;
    std::uint32_t row;
};

/// The samples, sorted by root: then one row for each stack of the profile suffices to find known rooted
/// stacks, instead of a table of stacks and roots.
std::vector<SampleRow> samplesByRoot(const std::vector<std::vector<std::uint32_t>>& rootOfSample,
                                     std::size_t rootCount) {
    std::vector<std::size_t> next(rootCount + 1);
    for (const auto& roots : rootOfSample)
        for (const auto root : roots)
            ++next[root + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    std::vector<SampleRow> samples(next.back());
    for (std::size_t value = 0; value < rootOfSample.size(); ++value)
        for (std::size_t row = 0; row < rootOfSample[value].size(); ++row)
            samples[next[rootOfSample[value][row]]++] = {static_cast<std::uint32_t>(value),
                                                         static_cast<std::uint32_t>(row)};
    return samples;
}

} // namespace

Result<RootedStacks> rootedStacks(const Profile& profile, const SampleKey& key, const Task& task) {
    RootedStacks result;
    RootNames names(profile, key, result.roots);
    std::vector<std::vector<std::uint32_t>> rootOfSample(profile.samples.size());
    for (std::size_t value = 0; value < profile.samples.size(); ++value) {
        const auto& table = profile.samples[value];
        rootOfSample[value].resize(table.size());
        for (std::size_t row = 0; row < table.size(); ++row)
            rootOfSample[value][row] = names.rootOf(table.threadAt(row), table.labelsAt(row));
        result.ofSample.emplace_back(table.size());
    }
    // The last row of a stack, and its root.
    struct Known {
        std::uint32_t root = std::numeric_limits<std::uint32_t>::max();
        StackIndex row;
    };
    std::vector<Known> known(profile.stacks.size() + 1); // the last entry is for samples without a stack
    static_assert(StackIndex::noneValue == std::numeric_limits<std::uint32_t>::max());
    const auto slotOf = [&](const SampleRow& sample) {
        return std::min<std::size_t>(profile.samples[sample.value].stack[sample.row].row(),
                                     profile.stacks.size());
    };
    const auto samples = samplesByRoot(rootOfSample, result.roots.size());
    constexpr std::size_t ahead = 16; // entries of the next stacks may be anywhere in memory
    for (std::size_t done = 0; done < samples.size(); ++done) {
        if (done % rowsBetweenLooks == 0 && task.isCancelled()) return cancelled();
        if (done + ahead < samples.size()) __builtin_prefetch(&known[slotOf(samples[done + ahead])], 1);
        const auto [value, row] = samples[done];
        const auto stack = profile.samples[value].stack[row];
        const auto root = rootOfSample[value][row];
        auto& last = known[slotOf(samples[done])];
        if (last.root != root) {
            last = {root, StackIndex(result.rows.size())};
            result.rows.push_back({root, stack});
        }
        result.ofSample[value][row] = last.row;
    }
    return result;
}

} // namespace candela
