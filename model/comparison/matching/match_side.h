/// What the matcher reads of one side, and the result: which groups of two sides belong together.
#pragma once

#include "model/analysis/call_tree/call_tree_shape.h"
#include "model/analysis/call_tree/function_list.h"
#include "model/comparison/matching/match_evidence.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace candela {

/// Rows that are code are matched by forms of their names, callers and builds. Processes, labels and whole
/// stacks are matched by names alone.
enum class MatchedRows { Code, Names };

struct MatchSide {
    std::shared_ptr<const FrameGroups> groups;
    /// The call tree of the same groups, and the weights of its stacks; null: callers are not known.
    std::shared_ptr<const CallTreeShape> shape = {};
    const StackWeights* weights = nullptr;
    std::vector<GroupWeight> rows; ///< what is to be matched: each group at most once
    std::int64_t total = 0;        ///< the weight of all samples
    MatchedRows kind = MatchedRows::Code;
};

struct GroupMatch {
    FrameGroupIndex base, newGroup; ///< one of them may be none
    MatchEvidence evidence = MatchEvidence::Name;
    double confidence = 0;
};

/// Why a group's weight is counted in another row.
enum class CountedWith {
    Whole,   ///< a part or clone, with the function that it is of: all weight
    Callers, ///< inlined on the other side, with its callers: self weight
};

/// A group with several callers has an entry for each of them.
struct CountedGroup {
    FrameGroupIndex group;
    FrameGroupIndex with; ///< of the same side, and matched
    CountedWith how = CountedWith::Whole;
    std::int64_t self = 0; ///< the self weight that is counted there
    double confidence = 0;
};

/// How a side's groups are counted for the comparison.
struct CountedSide {
    std::vector<CountedGroup> groups; ///< those that are not counted for themselves
    /// The side's shape, or, if groups are counted elsewhere, one whose weights are counted so; null if the
    /// side has none.
    std::shared_ptr<const CallTreeShape> shape;
};

struct Matching {
    /// Each group of `rows` is in one match, or is one of a side's CountedGroup with CountedWith::Whole.
    std::vector<GroupMatch> matches;
    CountedSide base, newSide;
};

} // namespace candela
