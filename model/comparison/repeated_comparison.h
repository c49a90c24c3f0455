/// The same two profiles compared again and again, for other filters. What the next filter shares is kept:
/// which rows belong together, whatever the time, and the order of the samples.
#pragma once

#include "model/analysis/call_tree/rooted_shape.h"
#include "model/analysis/samples/filter.h"
#include "model/comparison/comparison.h"
#include "model/comparison/matching/counted_rows.h"
#include "model/comparison/matching/hand_links.h"

#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace candela {

/// What one side shows, which was computed for its filter.
struct ComparedState {
    std::shared_ptr<const CallTreeShape> shape;
    std::shared_ptr<const RootedShape> rooted; ///< null: there is one tree
    std::shared_ptr<const StackWeights> weights;
    std::shared_ptr<const CallNodeWeights> nodes; ///< of the shape; null: they have to be computed
    std::shared_ptr<const std::vector<GroupWeight>> functions; ///< without roots
    ValueTypeIndex value;
    Filter filter;
    std::shared_ptr<const SampleRuns> runs;

    const std::shared_ptr<const Profile>& profile() const { return shape->groups->profile; }
    const ValueType& type() const { return profile()->samples[value.row()].type; }
};

/// May be called from any thread; calls wait for each other.
class RepeatedComparison {
public:
    /// Fails as compare() does, and when cancelled.
    Result<Comparison> compare(const ComparedState& base, const ComparedState& newSide, Normalize normalize,
                               const HandLinks& links, Task& task);

private:
    /// What is kept of one side.
    struct Kept {
        std::shared_ptr<const CallTreeShape> shape;
        ValueTypeIndex value;
        Filter timeless; ///< the last filter, without its time
        std::shared_ptr<const Profile> profile;
        std::shared_ptr<const RootedStacks> roots;
        std::optional<SampleSelector> selector;
        std::shared_ptr<const CallTreeShape> orderedShape; ///< whose samples are in that order
        std::shared_ptr<const SampleOrder> order;
        std::optional<OrderedTimes> times;  ///< in that order, of the last filter and value
        std::optional<CountedRows> counted; ///< of that shape; none if it is the one that is shown

        std::span<const StackIndex> moved() const;
    };

    /// Forgets what the state does not share; false if the rows to match may be others.
    static bool keep(Kept& kept, const ComparedState& state);
    Result<void> match(const ComparedState& base, const ComparedState& newSide, const HandLinks& links,
                       Task& task);
    static Result<ComparisonSide> sideOf(Kept& kept, const ComparedState& state, const CountedSide& counted,
                                         Task& task);

    std::mutex m_mutex;
    std::array<Kept, 2> m_kept; ///< of base and of new
    HandLinks m_links;
    std::shared_ptr<const Matching> m_matching; ///< of all times
};

} // namespace candela
