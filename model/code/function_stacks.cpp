#include "model/code/function_stacks.h"

#include "model/base/wrapping.h"
#include "model/profile/stack_facts.h"

#include <algorithm>
#include <map>
#include <utility>

namespace candela {

FunctionStacks::FunctionStacks(const FrameGroups& groups, const StackTable& stacks,
                               std::span<const FrameGroupIndex> function,
                               std::span<const std::int64_t> weights)
    : m_stacks(stacks), m_owner(stacks.size(), none), m_total(weights.begin(), weights.end()) {
    const auto& frames = groups.profile->frames;
    std::vector<bool> isFunction(groups.size());
    for (const auto group : function)
        isFunction[group.row()] = true;
    for (std::size_t stack = stacks.size(); stack-- > 0;) {
        if (const auto parent = stacks.parent[stack])
            m_total[parent.row()] = wrappingSum(m_total[parent.row()], m_total[stack]);
    }
    for (std::size_t stack = 0; stack < stacks.size(); ++stack) {
        const auto frame = stacks.frame[stack];
        const auto parent = stacks.parent[stack];
        if (frame.row() >= frames.size()) continue; // a collapsed module
        if (isFunction[groups.groupOfFrame[frame.row()].row()])
            m_owner[stack] = static_cast<std::uint32_t>(stack);
        else if (parent && m_owner[parent.row()] != none &&
                 isInlinedInto(frames, frame, stacks.frame[parent.row()]))
            m_owner[stack] = m_owner[parent.row()];
    }
}

void FunctionStacks::walk(const std::function<void(std::size_t)>& enter,
                          const std::function<void(std::size_t)>& leave) const {
    const auto& parents = m_stacks.parent;
    std::vector<std::uint32_t> firstChild(m_owner.size(), none);
    std::vector<std::uint32_t> nextSibling(m_owner.size(), none);
    std::vector<std::uint32_t> roots;
    for (std::size_t stack = m_owner.size(); stack-- > 0;) {
        const auto row = static_cast<std::uint32_t>(stack);
        if (parents[stack])
            nextSibling[stack] = std::exchange(firstChild[parents[stack].row()], row);
        else
            roots.push_back(row);
    }
    const auto isOurs = [&](std::uint32_t stack) { return m_owner[stack] != none; };
    for (const auto root : roots) {
        std::uint32_t stack = root;
        bool isNew = true;
        while (stack != none) {
            if (isNew && isOurs(stack)) enter(stack);
            if (isNew && firstChild[stack] != none) {
                stack = firstChild[stack];
                continue;
            }
            if (isOurs(stack)) leave(stack);
            if (stack == root) break;
            isNew = nextSibling[stack] != none;
            stack = isNew ? nextSibling[stack] : parents[stack].row();
        }
    }
}

std::vector<std::pair<std::uint32_t, std::int64_t>> FunctionStacks::frames() const {
    std::map<std::uint32_t, std::int64_t> totals;
    for (std::size_t stack = 0; stack < m_owner.size(); ++stack) {
        if (m_owner[stack] == none) continue;
        auto& total = totals[m_stacks.frame[stack].row()];
        total = wrappingSum(total, magnitudeOf(m_total[stack]));
    }
    std::vector<std::pair<std::uint32_t, std::int64_t>> sorted(totals.begin(), totals.end());
    std::erase_if(sorted, [](const auto& frame) { return frame.second == 0; });
    std::ranges::stable_sort(sorted, std::ranges::greater(), [](const auto& frame) { return frame.second; });
    return sorted;
}

} // namespace candela
