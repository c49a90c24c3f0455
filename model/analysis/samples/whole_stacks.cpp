#include "model/analysis/samples/whole_stacks.h"

#include "model/profile/profile_copier.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace candela {

std::string stackText(const FrameGroups& groups, StackIndex stack) {
    const auto& stacks = groups.profile->stacks;
    std::vector<std::string_view> names;
    for (; stack; stack = stacks.parent[stack.row()])
        names.push_back(groups[groups.groupOfFrame[stacks.frame[stack.row()].row()]].name);
    std::reverse(names.begin(), names.end());
    return fmt::format("{}", fmt::join(names, ";"));
}

Result<Profile> wholeStacks(const FrameGroups& groups, const StackWeights& weights, ValueTypeIndex value,
                            Task& task) {
    constexpr std::size_t rowsBetweenLooks = 4096;
    ProfileBuilder builder;
    ProfileCopier copier(*groups.profile, builder);
    const auto target = copier.valueType(value);
    for (std::size_t row = 0; row < weights.weight.size(); ++row) {
        if (row % rowsBetweenLooks == 0 && task.isCancelled()) return cancelled();
        if (weights.weight[row] == 0) continue;
        const auto function = builder.function({.name = builder.string(stackText(groups, StackIndex(row))),
                                                .rawName = {},
                                                .file = {},
                                                .mapping = {}});
        const auto frame = builder.frame({.function = function, .mapping = {}, .kind = FrameKind::Unknown});
        builder.addSample(
            target,
            {.stack = builder.stack({}, frame), .weight = weights.weight[row], .thread = {}, .labels = {}});
    }
    if (weights.stackless != 0)
        builder.addSample(target, {.stack = {}, .weight = weights.stackless, .thread = {}, .labels = {}});
    copier.copyRemarks();
    builder.origin() = groups.profile->origin;
    return builder.build();
}

} // namespace candela
