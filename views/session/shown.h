/// What all views of a Session share: shape, weights, functions and search matches of one state, computed
/// once and consistent with each other.
#pragma once

#include "model/analysis/call_tree/call_tree.h"
#include "model/analysis/call_tree/function_list.h"
#include "model/analysis/call_tree/search.h"
#include "model/analysis/samples/filtered_stacks.h"
#include "model/analysis/samples/sample_groups.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace candela {

/// The state whose results are requested.
struct ShownRequest {
    std::shared_ptr<const Profile> profile;
    ValueTypeIndex value;
    Filter filter;
    Grouping grouping = Grouping::Function;
    std::string search;
    std::optional<SampleKey> roots; ///< a tree for each process, thread or label; none: one tree
};

/// The matches of the search. Rows of `groups` are rows of FrameGroups; empty without a search or with an
/// invalid pattern.
struct SearchMatches {
    std::vector<bool> groups;
    SearchCoverage coverage;
    std::string failure; ///< why the pattern is invalid; empty if it is valid

    bool contains(FrameGroupIndex group) const { return !groups.empty() && groups[group.row()]; }
    bool isActive() const { return !groups.empty(); }
};

struct Shown {
    std::shared_ptr<const Profile> profile;
    std::optional<SampleKey> roots;
    ValueTypeIndex value;
    std::shared_ptr<const CallTreeShape> shape;
    std::shared_ptr<const StackWeights> weights;
    std::shared_ptr<const RootedShape> rooted;                 ///< null: there is one tree
    std::shared_ptr<const CallNodeWeights> nodes;              ///< null: there is a tree for each root
    std::shared_ptr<const std::vector<GroupWeight>> functions; ///< without the weights of roots
    std::shared_ptr<const SearchMatches> matches;

    bool isEmpty() const { return !weights; }
    const FrameGroups& groups() const { return *shape->groups; }
    CallTree tree(Direction direction) const;
    std::int64_t total() const { return weights ? weights->total : 0; }
    /// The total without signs; shares are of it.
    std::int64_t magnitude() const { return weights ? weights->magnitude : 0; }
    /// The unit of the weights: "nanoseconds", "count".
    std::string_view unit() const;
};

/// Computes Shown values and keeps the parts that the next request can reuse, even from a cancelled one. May
/// be called from any thread; calls wait for each other.
class ShownComputation {
public:
    /// Fails if the filter can't be applied or the task was cancelled.
    Result<Shown> compute(const ShownRequest& request, Task& task);

private:
    void forgetOthers(const ShownRequest& request,
                      const std::shared_ptr<const TransformedStacks>& transformed);
    Result<void> updateShapeAndWeights(const ShownRequest& request, Task& task);
    std::shared_ptr<CallTreeShape> newShape(Grouping grouping);
    std::shared_ptr<const FrameGroups> withRoots(const std::shared_ptr<const FrameGroups>& groups);
    Result<void> updateWeights(const ShownRequest& request, Task& task);
    void updateRooted();
    void updateFunctions();
    void updateMatches(const ShownRequest& request);

    std::mutex m_mutex;
    Shown m_parts;                            ///< the results of the last request; a null part has to be
                                              ///< computed
    std::shared_ptr<FilteredStacks> m_stacks; ///< the filtered stacks of the profile
    std::shared_ptr<const TransformedStacks> m_transformed; ///< the stacks that the shape is made of; null:
                                                            ///< the profile's own
    /// The shape without transforms, for the way back to it; null parts were not made yet.
    struct {
        std::shared_ptr<const CallTreeShape> shape;
        std::shared_ptr<const RootedShape> rooted;
    } m_untransformed;
    std::shared_ptr<const FrameGroups> m_groups; ///< without roots, and without frames that
                                                 ///< transforms add
    /// The groups without roots, and the same groups with roots.
    std::pair<std::shared_ptr<const FrameGroups>, std::shared_ptr<const FrameGroups>> m_rootedGroups;
    std::shared_ptr<const RootedStacks> m_rootedStacks;
    std::optional<SampleSelector> m_selector;
    Filter m_filter;
    std::string m_search;
};

} // namespace candela
