/// The sums of a shape's samples, as tests need them once. Added up sample by sample, also those of blocks.
#pragma once

#include "model/comparison/statistics/run_sums.h"

#include <memory>
#include <utility>

namespace candela {

/// Those of all samples that a filter keeps.
inline Result<RunSums> runSums(const std::shared_ptr<const CallTreeShape>& shape, ValueTypeIndex value,
                               const Filter& filter, std::shared_ptr<const SampleRuns> runs, Task& task) {
    const auto& profile = shape->groups->profile;
    SampleSelector selector(profile);
    RunSumsMaker maker(*profile, value, std::move(runs), filter.time);
    TRY(maker.addAll(TRY(selector.select(value, filter)), task));
    return maker.sums(std::make_shared<const SampleOrder>(*shape, profile->samples[value.row()].stack));
}

} // namespace candela
