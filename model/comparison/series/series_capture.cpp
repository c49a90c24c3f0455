#include "model/comparison/series/series_capture.h"

#include "model/base/wrapping.h"
#include "model/comparison/statistics/kept_weights.h"
#include "model/comparison/statistics/run_sums.h"

#include <fmt/format.h>

#include <functional>
#include <limits>
#include <utility>

namespace candela {

namespace {

/// The samples of one profile that a filter keeps, with the units of their variance. A range of time is in
/// the own time of each run, as if each run had been cut before they were added up.
class KeptSamples {
public:
    KeptSamples(const SeriesProfile& source, ValueTypeIndex value, const Filter& filter)
        : m_source(source), m_value(value), m_filter(filter),
          m_isCut(source.runs && source.runs->size() > 1 && filter.time) {}

    RunSumsMaker maker() const {
        if (!m_isCut) return {*m_source.profile, m_value, m_source.runs, m_filter.time};
        auto runs = std::make_shared<SampleRuns>(*m_source.runs);
        for (std::size_t run = 0; run < runs->size(); ++run) {
            const auto range = timeOf(run);
            runs->durations[run] = wrappingDifference(range.end, range.begin);
        }
        return {*m_source.profile, m_value, std::move(runs), {}};
    }

    Result<void> forEach(SampleSelector& selector, Task& task,
                         const std::function<void(std::size_t, std::int64_t)>& visit) const {
        if (!m_isCut) return selector.forEachSample(m_value, m_filter, task, visit);
        const auto& runOf = m_source.runs->ofSample[m_value.row()];
        for (std::size_t run = 0; run < m_source.runs->size(); ++run) {
            auto filter = m_filter;
            // Up to an open end are the samples of all later runs, too. Times of very long runs wrap.
            const auto& span = m_source.runs->spans[run];
            filter.time = span.begin <= span.end ? timeOf(run) : shiftedTime(run);
            TRY(selector.forEachSample(m_value, filter, task, [&](std::size_t row, std::int64_t weight) {
                if (runOf[row] == run) visit(row, weight);
            }));
        }
        return {};
    }

private:
    /// The filter's time, in the time of the added profiles.
    TimeRange shiftedTime(std::size_t run) const {
        const auto shift = wrappingDifference(m_source.runs->spans[run].begin, m_source.begins[run]);
        const auto shifted = [&](std::int64_t time) {
            constexpr auto lowest = std::numeric_limits<std::int64_t>::min();
            constexpr auto highest = std::numeric_limits<std::int64_t>::max();
            if (shift > 0 && time > highest - shift) return highest; // an open end
            return shift < 0 && time < lowest - shift ? lowest : time + shift;
        };
        return {shifted(m_filter.time->begin), shifted(m_filter.time->end)};
    }
    /// What is kept of the run, in the time of the added profiles.
    TimeRange timeOf(std::size_t run) const { return cutRun(m_source.runs->spans[run], shiftedTime(run)); }

    const SeriesProfile& m_source;
    ValueTypeIndex m_value;
    const Filter& m_filter;
    bool m_isCut;
};

Result<SeriesCapture> captureOf(const SeriesProfile& source, const SeriesRequest& request, Task& task) {
    const auto& profile = source.profile;
    const auto value = profile->findValue(request.valueName);
    if (!value)
        return failure(fmt::format("{} has no value \"{}\"", source.name, request.valueName),
                       ErrorCode::Usage, "choose one that all captures have");
    SampleSelector selector(profile);
    const auto transformed = TRY(selector.transformedStacks(request.filter));
    const auto shape = callTreeShape(groupFrames(profile, request.grouping), transformed);
    const auto& stacks = profile->samples[value.row()].stack;
    const KeptSamples kept(source, value, request.filter);
    auto maker = kept.maker();
    KeptWeights sumsOfStacks(*shape);
    TRY(kept.forEach(selector, task, [&](std::size_t sample, std::int64_t weight) {
        maker.add(sample, weight);
        sumsOfStacks.add(stacks[sample], weight);
    }));
    const auto weights = std::make_shared<const StackWeights>(sumsOfStacks.take());
    const auto functions = std::make_shared<const std::vector<GroupWeight>>(groupWeights(*shape, *weights));
    auto sums = maker.sums(std::make_shared<const SampleOrder>(*shape, stacks));
    SeriesCapture capture{.name = source.name,
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

Result<std::vector<SeriesCapture>> seriesCaptures(const std::vector<SeriesProfile>& profiles,
                                                  const SeriesRequest& request, Task& task) {
    std::vector<SeriesCapture> captures;
    for (const auto& profile : profiles)
        captures.push_back(TRY(captureOf(profile, request, task)));
    return captures;
}

} // namespace candela
