#include "model/analysis/call_tree/whole_stacks.h"

#include "model/profile/profile_copier.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace candela {

std::string stackText(const CallTreeShape& shape, CallNodeIndex node) {
    std::vector<std::string_view> names;
    for (; node; node = shape.parent[node.row()])
        names.push_back((*shape.groups)[shape.group[node.row()]].name);
    std::reverse(names.begin(), names.end());
    return fmt::format("{}", fmt::join(names, ";"));
}

Result<Profile> wholeStacks(const CallTreeShape& shape, const StackWeights& weights, ValueTypeIndex value,
                            Task& task) {
    constexpr std::size_t rowsBetweenLooks = 4096;
    const auto& profile = *shape.groups->profile;
    ProfileBuilder builder;
    ProfileCopier copier(profile, builder);
    const auto target = copier.valueType(value);
    const auto self = callNodeSelf(shape, weights);
    for (std::size_t node = 0; node < self.size(); ++node) {
        if (node % rowsBetweenLooks == 0 && task.isCancelled()) return cancelled();
        if (self[node] == 0) continue;
        const auto function = builder.function({.name = builder.string(stackText(shape, CallNodeIndex(node))),
                                                .rawName = {},
                                                .file = {},
                                                .mapping = {}});
        const auto frame = builder.frame({.function = function, .mapping = {}, .kind = FrameKind::Unknown});
        builder.addSample(
            target, {.stack = builder.stack({}, frame), .weight = self[node], .thread = {}, .labels = {}});
    }
    if (weights.stackless != 0)
        builder.addSample(target, {.stack = {}, .weight = weights.stackless, .thread = {}, .labels = {}});
    copier.copyRemarks();
    builder.origin() = profile.origin;
    return builder.build();
}

} // namespace candela
