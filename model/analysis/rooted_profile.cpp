#include "model/analysis/rooted_profile.h"

#include "model/profile/profile_copier.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace candela {

namespace {

/// The stacks of the source as they grow from each root in the target.
class RootedStacks {
public:
    RootedStacks(const Profile& source, const SampleKey& key, BelowRoots below, ProfileBuilder& target,
                 ProfileCopier& copier)
        : m_source(source), m_names(source, key), m_below(below), m_target(target), m_copier(copier),
          m_copies(source.stacks.size()) {}

    std::vector<FrameIndex> roots() && { return std::move(m_rootFrames); }

    /// The new stack of each sample. Samples of one root are looked at together: what is known of its stacks
    /// needs a row for each stack of the source then, and no table of stacks and roots.
    std::vector<StackIndex> of(const SampleTable& table) {
        std::vector<StackIndex> stacks(table.size());
        for (std::size_t row = 0; row < stacks.size(); ++row)
            stacks[row] = root(table.threadAt(row), table.labelsAt(row));
        if (m_below == BelowRoots::Nothing) return stacks;
        for (const auto row : rowsByRoot(stacks))
            stacks[row] = above(stacks[row], table.stack[row]);
        return stacks;
    }

private:
    /// The copy of a row of the source's stacks that was made last, and the root that it grows from.
    struct Copy {
        StackIndex root;
        StackIndex stack;
    };

    /// In their order within a root.
    static std::vector<std::uint32_t> rowsByRoot(std::span<const StackIndex> roots) {
        absl::flat_hash_map<StackIndex, std::uint32_t> numbers;
        std::vector<std::uint32_t> number(roots.size());
        for (std::size_t row = 0; row < roots.size(); ++row)
            number[row] =
                numbers.try_emplace(roots[row], static_cast<std::uint32_t>(numbers.size())).first->second;
        std::vector<std::size_t> next(numbers.size() + 1);
        for (const auto root : number)
            ++next[root + 1];
        std::partial_sum(next.begin(), next.end(), next.begin());
        std::vector<std::uint32_t> rows(roots.size());
        for (std::size_t row = 0; row < roots.size(); ++row)
            rows[next[number[row]]++] = static_cast<std::uint32_t>(row);
        return rows;
    }

    StackIndex root(ThreadIndex thread, LabelSetIndex labels) {
        const auto [place, isNew] = m_roots.try_emplace(std::pair(thread, labels));
        if (isNew) {
            const auto name = m_names.of(thread, labels);
            place->second = addRoot(name.empty() ? m_names.nameless() : std::string_view(name));
        }
        return place->second;
    }

    StackIndex above(StackIndex root, StackIndex stack) {
        m_path.clear();
        auto copy = root;
        for (; stack; stack = m_source.stacks.parent[stack.row()]) {
            if (const auto& known = m_copies[stack.row()]; known.root == root) {
                copy = known.stack;
                break;
            }
            m_path.push_back(stack);
        }
        for (auto place = m_path.rbegin(); place != m_path.rend(); ++place) {
            copy = m_target.stack(copy, m_copier.frame(m_source.stacks.frame[place->row()]));
            m_copies[place->row()] = {root, copy};
        }
        return copy;
    }

    StackIndex addRoot(std::string_view name) {
        MappingIndex module;
        if (m_below == BelowRoots::Stacks)
            module = m_target.mapping({.path = m_target.string(fmt::format("[{}]", name)), .buildId = {}});
        const auto function =
            m_target.function({.name = m_target.string(name), .rawName = {}, .file = {}, .mapping = module});
        const auto frame =
            m_target.frame({.function = function, .mapping = module, .kind = FrameKind::Unknown});
        m_rootFrames.push_back(frame);
        return m_target.stack({}, frame);
    }

    const Profile& m_source;
    SampleGroupNames m_names;
    BelowRoots m_below;
    ProfileBuilder& m_target;
    ProfileCopier& m_copier;
    absl::flat_hash_map<std::pair<ThreadIndex, LabelSetIndex>, StackIndex> m_roots;
    std::vector<Copy> m_copies; // a row per stack of the source
    std::vector<FrameIndex> m_rootFrames;
    std::vector<StackIndex> m_path; // of the stack at hand
};

} // namespace

Result<RootedProfile> rootedProfile(const Profile& profile, const SampleKey& key, BelowRoots below,
                                    Task& task) {
    constexpr std::size_t rowsBetweenLooks = 65536;
    ProfileBuilder builder;
    ProfileCopier copier(profile, builder);
    for (std::size_t row = 0; row < profile.processes.size(); ++row)
        copier.process(ProcessIndex(row));
    copier.linkParents();
    for (std::size_t row = 0; row < profile.threads.size(); ++row)
        copier.thread(ThreadIndex(row));
    RootedStacks stacks(profile, key, below, builder, copier);
    for (std::size_t value = 0; value < profile.samples.size(); ++value) {
        const auto& table = profile.samples[value];
        const auto target = copier.valueType(ValueTypeIndex(value));
        builder.reserveSamples(target, table.size());
        if (task.isCancelled()) return cancelled();
        const auto stacksOfRows = stacks.of(table);
        for (std::size_t row = 0; row < table.size(); ++row) {
            if (row % rowsBetweenLooks == 0 && task.isCancelled()) return cancelled();
            const auto thread = table.threadAt(row);
            const auto labels = table.labelsAt(row);
            builder.addSample(target, {.stack = stacksOfRows[row],
                                       .weight = table.weight[row],
                                       .time = table.timeAt(row),
                                       .thread = thread,
                                       .cpu = table.cpuAt(row),
                                       .labels = copier.labelSet(labels),
                                       .stackEnd = table.stackEndAt(row)});
        }
    }
    copier.copyRemarks();
    if (profile.defaultValue) builder.setDefaultValue(profile.defaultValue);
    if (profile.hasRecorderUsage) builder.setRecorderUsage(profile.recorder);
    builder.origin() = profile.origin;
    return RootedProfile{builder.build(), std::move(stacks).roots()};
}

} // namespace candela
