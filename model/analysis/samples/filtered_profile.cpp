#include "model/analysis/samples/filtered_profile.h"

#include "model/analysis/samples/filtered_stacks.h"
#include "model/profile/profile_copier.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace candela {

namespace {

/// Copies transformed stacks into a builder, each once.
class TransformedStackCopier {
public:
    TransformedStackCopier(const Profile& profile, const TransformedStacks& transformed,
                           ProfileCopier& copier, ProfileBuilder& target)
        : m_profile(profile), m_transformed(transformed), m_copier(copier), m_target(target),
          m_copies(transformed.stacks.size()) {}

    /// The copy of a stack of the profile.
    StackIndex stack(StackIndex row) {
        if (!row) return {};
        m_path.clear();
        const auto& stacks = m_transformed.stacks;
        auto next = m_transformed.ofStack[row.row()];
        for (; next && m_copies[next.row()].isNone(); next = stacks.parent[next.row()])
            m_path.push_back(next);
        auto copy = next ? m_copies[next.row()] : StackIndex();
        for (auto longer = m_path.rbegin(); longer != m_path.rend(); ++longer) {
            copy = m_target.stack(copy, frame(stacks.frame[longer->row()]));
            m_copies[longer->row()] = copy;
        }
        return copy;
    }

private:
    FrameIndex frame(FrameIndex row) {
        if (row.row() < m_profile.frames.size()) return m_copier.frame(row);
        const auto& added = m_transformed.addedFrames[row.row() - m_profile.frames.size()];
        return m_target.frame(
            {.function = {}, .mapping = m_copier.mapping(added.mapping), .kind = added.kind});
    }

    const Profile& m_profile;
    const TransformedStacks& m_transformed;
    ProfileCopier& m_copier;
    ProfileBuilder& m_target;
    std::vector<StackIndex> m_copies; // for each transformed stack; none if it was not copied yet
    std::vector<StackIndex> m_path;   // frames of the current stack
};

} // namespace

Result<Profile> filteredProfile(std::shared_ptr<const Profile> profile, ValueTypeIndex shown,
                                const Filter& filter, Task& task) {
    ProfileBuilder builder;
    ProfileCopier copier(*profile, builder);
    SampleSelector selector(profile);
    const auto transformed = TRY(selector.transformedStacks(filter));
    std::optional<TransformedStackCopier> stacks;
    if (transformed) stacks.emplace(*profile, *transformed, copier, builder);
    for (std::size_t row = 0; row < profile->samples.size(); ++row) {
        const ValueTypeIndex value(row);
        const auto target = copier.valueType(value);
        const auto& table = profile->samples[row];
        TRY(selector.forEachSample(value, filter, task, [&](std::size_t sample, std::int64_t weight) {
            const auto begin = filter.time ? filter.time->begin : noTime;
            const auto time = std::max(table.timeAt(sample), begin); // a sample of which a part is kept
                                                                     // begins at the begin of the range
            const auto stack = table.stack[sample];
            copier.addSample(value, sample, target, time, weight,
                             stacks ? stacks->stack(stack) : copier.stack(stack));
        }));
    }
    copier.linkParents();
    copier.copyCode();
    copier.copySources();
    copier.copyRemarks();
    if (const auto value = shown ? shown : profile->defaultValue)
        builder.setDefaultValue(copier.valueType(value));
    if (profile->hasRecorderUsage) builder.setRecorderUsage(profile->recorder);
    builder.origin() = profile->origin;
    return builder.build();
}

} // namespace candela
