#include "model/analysis/rooted_profile.h"

#include "model/profile/profile_copier.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

namespace candela {

namespace {

/// The stacks of the source as they grow from each root in the target.
class RootedStacks {
public:
    RootedStacks(const Profile& source, const SampleKey& key, BelowRoots below, ProfileBuilder& target,
                 ProfileCopier& copier)
        : m_source(source), m_names(source, key), m_below(below), m_target(target), m_copier(copier) {}

    std::vector<FrameIndex> roots() && { return std::move(m_rootFrames); }

    /// The new stack of a sample.
    StackIndex of(StackIndex stack, ThreadIndex thread, LabelSetIndex labels) {
        const auto base = root(thread, labels);
        return m_below == BelowRoots::Nothing ? base : above(base, stack);
    }

private:
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
            if (const auto known = m_stacks.find({root, stack}); known != m_stacks.end()) {
                copy = known->second;
                break;
            }
            m_path.push_back(stack);
        }
        for (auto place = m_path.rbegin(); place != m_path.rend(); ++place) {
            copy = m_target.stack(copy, m_copier.frame(m_source.stacks.frame[place->row()]));
            m_stacks.emplace(std::pair(root, *place), copy);
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
    absl::flat_hash_map<std::pair<StackIndex, StackIndex>, StackIndex> m_stacks; // by root and source's row
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
        for (std::size_t row = 0; row < table.size(); ++row) {
            if (row % rowsBetweenLooks == 0 && task.isCancelled()) return cancelled();
            const auto thread = table.threadAt(row);
            const auto labels = table.labelsAt(row);
            builder.addSample(target, {.stack = stacks.of(table.stack[row], thread, labels),
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
