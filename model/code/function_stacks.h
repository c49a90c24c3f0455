/// The stacks that end in a function or in code that is inlined into it, as a tree to walk.
#pragma once

#include "model/analysis/grouping/grouping.h"
#include "model/profile/profile.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace candela {

class FunctionStacks {
public:
    /// `stacks` are the profile's or those after transforms, and must outlive this; `function` has all groups
    /// of the function, `weights` a row per stack. Frames that the profile does not have belong to no
    /// function.
    FunctionStacks(const FrameGroups& groups, const StackTable& stacks,
                   std::span<const FrameGroupIndex> function, std::span<const std::int64_t> weights);

    /// Whether the stack's last frame is the function, or code that is inlined into it.
    bool contains(std::size_t stack) const { return m_owner[stack] != none; }
    /// The stack of the function itself that a stack belongs to: the stack or its nearest ancestor whose last
    /// frame is the function's own, not one that is inlined into it.
    std::size_t ownerOf(std::size_t stack) const { return m_owner[stack]; }
    /// The weight of a stack and of all stacks that extend it.
    std::int64_t totalOf(std::size_t stack) const { return m_total[stack]; }

    /// Calls `enter` for each stack of the function before the stacks that extend it, and `leave` after them.
    void walk(const std::function<void(std::size_t)>& enter,
              const std::function<void(std::size_t)>& leave) const;

    /// The frames of the function and of code that is inlined into it, with the totals of their stacks;
    /// heaviest first.
    std::vector<std::pair<std::uint32_t, std::int64_t>> frames() const;

private:
    static constexpr std::uint32_t none = 0xffffffff;

    const StackTable& m_stacks;
    std::vector<std::uint32_t> m_owner; // for each frame; none: it is not of the function
    std::vector<std::int64_t> m_total;
};

} // namespace candela
