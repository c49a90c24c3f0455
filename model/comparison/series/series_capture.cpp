#include "model/comparison/series/series_capture.h"

#include "model/comparison/statistics/run_sums.h"

#include <fmt/format.h>

namespace candela {

namespace {

Result<SeriesCapture> captureOf(const std::shared_ptr<const Profile>& profile, const std::string& name,
                                std::string_view valueName, Grouping grouping, Task& task) {
    const auto value = profile->findValue(valueName);
    if (!value)
        return failure(fmt::format("{} has no value \"{}\"", name, valueName), ErrorCode::Usage,
                       "choose one that all captures have");
    const auto shape = callTreeShape(groupFrames(profile, grouping));
    const auto weights = TRY(SampleSelector(profile).stackWeights(value, {}, task));
    const auto functions = std::make_shared<const std::vector<GroupWeight>>(groupWeights(*shape, weights));
    auto sums = TRY(runSums(shape, value, {}, {}, task));
    SeriesCapture capture{.name = name,
                          .rows = {.groups = shape->groups, .rows = *functions, .total = weights.total},
                          .side = {.groups = shape->groups, .weights = weights},
                          .type = &profile->samples[value.row()].type};
    capture.side.duration = sums.duration;
    capture.side.functions = functions;
    capture.side.sums = std::make_shared<const RunSums>(std::move(sums));
    return capture;
}

} // namespace

Result<std::vector<SeriesCapture>> seriesCaptures(const std::vector<std::shared_ptr<const Profile>>& profiles,
                                                  const std::vector<std::string>& names,
                                                  std::string_view valueName, Grouping grouping, Task& task) {
    std::vector<SeriesCapture> captures;
    for (std::size_t number = 0; number < profiles.size(); ++number)
        captures.push_back(TRY(captureOf(profiles[number], names[number], valueName, grouping, task)));
    return captures;
}

} // namespace candela
