#include "model/comparison/broken_stacks.h"

#include "model/base/wrapping.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace candela {

namespace {

bool isBroken(StackEnd end) {
    return end != StackEnd::Unknown && end != StackEnd::Complete && end != StackEnd::None;
}

} // namespace

Result<std::shared_ptr<const BrokenStacks>> brokenStacksOf(SampleSelector& selector,
                                                           const std::shared_ptr<const CallTreeShape>& shape,
                                                           ValueTypeIndex value, const Filter& filter,
                                                           Task& task) {
    const auto& profile = *shape->groups->profile;
    const auto& table = profile.samples[value.row()];
    std::shared_ptr<const BrokenStacks> none;
    if (std::ranges::all_of(table.stackEnd, [](StackEnd end) { return end == StackEnd::Unknown; }))
        return none;
    auto broken = std::make_shared<BrokenStacks>();
    broken->shape = shape;
    if (std::ranges::any_of(table.stackEnd, isBroken)) {
        std::vector<std::int64_t> sums(profile.stacks.size());
        TRY(selector.forEachSample(value, filter, task, [&](std::size_t row, std::int64_t weight) {
            if (!isBroken(table.stackEnd[row])) return;
            broken->total = wrappingSum(broken->total, weight);
            // Transforms may have left nothing of a stack.
            if (const auto stack = table.stack[row]; stack && shape->nodeOfStack[stack.row()])
                sums[stack.row()] = wrappingSum(sums[stack.row()], weight);
        }));
        broken->weight = SharedValues<std::int64_t>(std::move(sums));
    }
    return std::shared_ptr<const BrokenStacks>(std::move(broken));
}

} // namespace candela
