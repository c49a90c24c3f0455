/// Whole profiles compared as the command line and the window do, and the result as text.
#pragma once

#include "model/analysis/samples/filter.h"
#include "model/comparison/compared_profiles.h"
#include "model/comparison/comparison.h"
#include "tests/model/comparison/whole_sums.h"

#include <fmt/format.h>

#include <memory>
#include <string>

namespace candela {

struct ComparedInput {
    std::shared_ptr<const Profile> profile;
    std::shared_ptr<const CallTreeShape> shape;
    StackWeights weights;
    std::vector<GroupWeight> functions;

    explicit ComparedInput(std::shared_ptr<const Profile> whole, Grouping grouping = Grouping::Function)
        : profile(std::move(whole)), shape(callTreeShape(groupFrames(profile, grouping))) {
        Task task;
        weights = *SampleSelector(profile).stackWeights(profile->shownValue(), {}, task);
        functions = groupWeights(*shape, weights);
    }
    MatchSide rows() const { return {shape->groups, shape, &weights, functions, weights.total}; }
    ComparisonSide side(const CountedSide& counted) const {
        Task task;
        SampleSelector selector(profile);
        auto sums = *runSums(counted.shape, profile->shownValue(), {}, {}, task);
        return {shape->groups,
                weights,
                sums.duration,
                {},
                std::make_shared<const std::vector<GroupWeight>>(groupWeights(*counted.shape, weights)),
                std::make_shared<const RunSums>(std::move(sums)),
                *brokenStacksOf(selector, counted.shape, profile->shownValue(), {}, task)};
    }
    const ValueType& type() const { return profile->samples[profile->shownValue().row()].type; }
};

inline Result<Comparison> compareWhole(const std::shared_ptr<const Profile>& base,
                                       const std::shared_ptr<const Profile>& newSide,
                                       Grouping grouping = Grouping::Function, const HandLinks& links = {},
                                       Normalize normalize = Normalize::None) {
    const ComparedProfiles profiles(base, newSide);
    const ComparedInput baseInput(profiles.base(), grouping), newInput(profiles.newSide(), grouping);
    const auto matching =
        std::make_shared<const Matching>(matchSides(baseInput.rows(), newInput.rows(), links));
    return compare(baseInput.side(matching->base), newInput.side(matching->newSide), baseInput.type(),
                   newInput.type(), normalize, matching);
}

inline std::string nameOn(const ComparisonSide& side, FrameGroupIndex group) {
    return group ? (*side.groups)[group].name : std::string("-");
}

} // namespace candela
