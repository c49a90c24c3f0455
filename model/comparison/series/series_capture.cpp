#include "model/comparison/series/series_capture.h"

#include "model/comparison/statistics/run_sums.h"

#include <fmt/format.h>

namespace candela {

namespace {

Result<SeriesCapture> captureOf(const std::shared_ptr<const Profile>& profile, const std::string& name,
                                const SeriesRequest& request, Task& task) {
    const auto value = profile->findValue(request.valueName);
    if (!value)
        return failure(fmt::format("{} has no value \"{}\"", name, request.valueName), ErrorCode::Usage,
                       "choose one that all captures have");
    SampleSelector selector(profile);
    const auto transformed = TRY(selector.transformedStacks(request.filter));
    const auto shape = callTreeShape(groupFrames(profile, request.grouping), transformed);
    const auto weights =
        std::make_shared<const StackWeights>(TRY(selector.stackWeights(value, request.filter, task)));
    const auto functions = std::make_shared<const std::vector<GroupWeight>>(groupWeights(*shape, *weights));
    auto sums = TRY(runSums(shape, value, request.filter, {}, task));
    SeriesCapture capture{.name = name,
                          .rows = {.groups = shape->groups,
                                   .shape = shape,
                                   .weights = weights.get(),
                                   .rows = *functions,
                                   .total = weights->total},
                          .side = {.groups = shape->groups, .weights = *weights},
                          .type = &profile->samples[value.row()].type,
                          .weights = weights};
    capture.side.duration = sums.duration;
    capture.side.functions = functions;
    capture.side.sums = std::make_shared<const RunSums>(std::move(sums));
    return capture;
}

} // namespace

Result<std::vector<SeriesCapture>> seriesCaptures(const std::vector<std::shared_ptr<const Profile>>& profiles,
                                                  const std::vector<std::string>& names,
                                                  const SeriesRequest& request, Task& task) {
    std::vector<SeriesCapture> captures;
    for (std::size_t number = 0; number < profiles.size(); ++number)
        captures.push_back(TRY(captureOf(profiles[number], names[number], request, task)));
    return captures;
}

} // namespace candela
