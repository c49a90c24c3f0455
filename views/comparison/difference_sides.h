/// The difference tree of a comparison with the weights of both sides, in both directions: what a difference
/// flame graph shows.
#pragma once

#include "model/comparison/difference_tree.h"
#include "views/comparison/side_rows.h"
#include "views/session/shown.h"

#include <array>
#include <memory>
#include <mutex>
#include <utility>

namespace candela {

/// The comparison, and the state of both sides that was compared.
struct DifferenceInput {
    std::shared_ptr<const Comparison> comparison;
    Shown base, newSide;
};

class DifferenceSides {
public:
    explicit DifferenceSides(DifferenceInput input) : m_input(std::move(input)) {}

    const Comparison& comparison() const { return *m_input.comparison; }
    /// The tree with these widths, for a canvas, without matches. Computes what is needed for the first time;
    /// may be called from any thread.
    Shown shown(DifferenceWidth width, Direction direction);
    /// The functions that match on either side. The matches of both sides are of the compared groups; null:
    /// no search. After shown(), takes time in proportion to the functions.
    std::shared_ptr<const SearchMatches>
    joined(const std::array<std::shared_ptr<const SearchMatches>, 2>& matches) const;

    /// Whether trees with these groups are of this comparison; the functions below are for such trees only,
    /// and after shown().
    bool isOf(const FrameGroups& groups) const;
    /// The trees of base and of new alone, with the same groups. For the GUI thread.
    std::array<CallTree*, 2> sides(Direction direction) const;
    /// The weights of a node in base and in new.
    std::array<std::int64_t, 2> totals(const CallTree& tree, CallNodeIndex node) const;
    SideRows::Judged judged(const CallTree& tree, CallNodeIndex node) const;

private:
    std::array<CallNodeIndex, 2> nodesOf(const CallTree& tree, CallNodeIndex node) const;
    using Trees = std::array<std::shared_ptr<CallTree>, 2>; ///< of base and of new

    std::shared_ptr<const DifferenceTree> tree() const;
    std::shared_ptr<const DifferenceTree> computedTree();
    void computeTrees(const DifferenceTree& tree, Direction direction);

    DifferenceInput m_input;
    std::mutex m_computing;     ///< held while something is computed
    mutable std::mutex m_mutex; ///< of what follows; never held for long, so that the GUI thread can wait
    std::shared_ptr<const DifferenceTree> m_tree;
    std::array<Trees, 2> m_trees; ///< by direction
};

} // namespace candela
