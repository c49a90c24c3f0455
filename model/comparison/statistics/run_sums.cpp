#include "model/comparison/statistics/run_sums.h"

#include "model/analysis/samples/sample_ranges.h"
#include "model/analysis/samples/timeline.h"
#include "model/base/wrapping.h"
#include "model/profile/long_column.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace candela {

namespace {

/// The number of blocks is large enough to know the variance between them, and so small that each has some
/// samples.
constexpr std::size_t maximumBlocks = 1024, minimumBlocks = 16, samplesOfBlock = 10;

double secondsOf(std::int64_t nanoseconds) {
    return static_cast<double>(nanoseconds) / 1e9;
}

bool hasTimes(const SampleTable& table) {
    return std::ranges::any_of(table.time, [](std::int64_t time) { return time != noTime; });
}

} // namespace

TimeRange cutRun(const TimeRange& recorded, const TimeRange& kept) {
    const auto begin = std::max(recorded.begin, kept.begin);
    return {begin, std::max(begin, std::min(recorded.end, kept.end))};
}

TimeRange recordedRange(const Profile& profile, const std::optional<TimeRange>& kept) {
    // A part of the stated duration needs no look at the samples.
    const auto duration = profile.origin.duration;
    if (kept && 0 <= kept->begin && kept->begin <= kept->end && kept->end <= duration) return *kept;
    const auto samples = timeRangeOf(profile);
    const TimeRange range{std::min<std::int64_t>(0, samples.begin), std::max(duration, samples.end)};
    return cutRun(range, kept.value_or(range));
}

RunSumsMaker::RunSumsMaker(const Profile& profile, ValueTypeIndex value,
                           std::shared_ptr<const SampleRuns> runs, const std::optional<TimeRange>& time)
    : m_profile(profile), m_value(value), m_table(profile.samples[value.row()]), m_runs(std::move(runs)),
      m_kept(0, 0) {
    if (!m_runs) m_runs = std::make_shared<const SampleRuns>();
    chooseUnits(time);
    beginUnits();
}

RunSumsMaker::RunSumsMaker(const RunSumsMaker& maker, ValueTypeIndex value)
    : m_profile(maker.m_profile), m_value(value), m_table(m_profile.samples[value.row()]),
      m_runs(maker.m_runs), m_kind(maker.m_kind), m_units(maker.m_units), m_range(maker.m_range),
      m_unitOfRun(maker.m_unitOfRun), m_durations(maker.m_durations), m_kept(0, 0) {
    beginUnits();
}

void RunSumsMaker::chooseUnits(const std::optional<TimeRange>& time) {
    m_range = recordedRange(m_profile, time);
    if (m_runs->size() > 1 && chooseRuns(time)) return;
    if (!hasTimes(m_table)) return;
    // The length of a range that wraps is negative.
    if (wrappingDifference(m_range.end, m_range.begin) < static_cast<std::int64_t>(maximumBlocks)) return;
    m_kind = UnitKind::Blocks;
    m_units = std::clamp(m_table.size() / samplesOfBlock, minimumBlocks, maximumBlocks);
}

bool RunSumsMaker::chooseRuns(const std::optional<TimeRange>& time) {
    std::vector<TimeRange> ranges;
    for (std::size_t run = 0; run < m_runs->size(); ++run) {
        const auto& span = m_runs->spans[run];
        const auto kept = cutRun(span, time.value_or(span));
        const bool isKept = !time || kept.begin < kept.end;
        // Samples of other runs are kept only where times wrap.
        m_unitOfRun.push_back(static_cast<std::uint16_t>(isKept ? ranges.size() : 0));
        if (!isKept) continue;
        ranges.push_back(kept);
        m_durations.push_back(time ? kept.end - kept.begin : m_runs->durations[run]);
    }
    if (ranges.size() == 1) m_range = ranges.front();
    if (ranges.size() < 2) return false;
    m_kind = UnitKind::Runs;
    m_units = ranges.size();
    return true;
}

void RunSumsMaker::beginUnits() {
    m_kept = UnitSamples(m_table.size(), m_units);
    const double length = static_cast<double>(m_range.end) - static_cast<double>(m_range.begin);
    m_blocksPerNanosecond = static_cast<double>(m_units) / length;
}

[[gnu::always_inline]] inline std::uint16_t RunSumsMaker::blockOf(std::int64_t time) const {
    const double offset = static_cast<double>(time) - static_cast<double>(m_range.begin);
    return static_cast<std::uint16_t>(
        std::clamp(offset * m_blocksPerNanosecond, 0.0, static_cast<double>(m_units - 1)));
}

// A call for each sample would take as long as what it does.
[[gnu::always_inline]] inline void RunSumsMaker::take(std::size_t sample, std::int64_t weight) {
    ++m_samples;
    const auto magnitude = static_cast<std::uint64_t>(magnitudeOf(weight));
    if (magnitude > 0 && (m_smallest == 0 || magnitude < m_smallest)) m_smallest = magnitude;
    std::uint16_t first = 0, last = 0;
    if (m_kind == UnitKind::Runs) first = last = m_unitOfRun[m_runs->ofSample[m_value.row()][sample]];
    if (m_kind == UnitKind::Blocks) {
        first = last = blockOf(std::max(m_table.timeAt(sample), m_range.begin));
        // A sample with a duration is in each block that it overlaps.
        if (m_table.lasts) last = std::max(blockOf(std::min(m_table.endAt(sample), m_range.end)), first);
    }
    m_kept.add(sample, first, last, weight);
}

Result<void> RunSumsMaker::addAll(const SampleSelection& kept, const Task& task) {
    return forEachKept(kept, task, [this](std::size_t sample, std::int64_t weight) { take(sample, weight); });
}

Result<void> RunSumsMaker::addAll(const OrderedTimes& samples, const std::optional<TimeRange>& time,
                                  const Task& task) {
    const auto size = samples.time().size();
    auto unit = longColumn<std::uint16_t>(size);
    const auto none = static_cast<std::uint16_t>(m_units);
    const auto* const range = time ? &*time : nullptr;
    for (std::size_t begin = 0; begin < size; begin += samplesBetweenChecks) {
        if (task.isCancelled()) return cancelled();
        const auto end = std::min(size, begin + samplesBetweenChecks);
        for (auto position = begin; position < end; ++position) {
            const bool isKept = samples.keeps(position, range);
            const auto block = blockOf(std::max(samples.time()[position], m_range.begin));
            unit[position] = isKept ? block : none;
            m_samples += isKept ? 1 : 0;
        }
    }
    m_kept = UnitSamples(m_units, std::move(unit), samples.weight(), samples.each());
    return {};
}

void RunSumsMaker::add(std::size_t sample, std::int64_t weight) {
    take(sample, weight);
}

double RunSumsMaker::countedAs() const {
    const auto& origin = m_profile.origin;
    const auto unit = m_profile.text(m_table.type.unit);
    const auto name = m_profile.text(m_table.type.name);
    if (unit == "samples" || (unit == "count" && name == "samples")) return 1;
    if (origin.period > 0 && !origin.periodUnit.empty() && origin.periodUnit == unit &&
        (origin.periodType.empty() || origin.periodType == name))
        return static_cast<double>(origin.period);
    return 0;
}

double RunSumsMaker::sampleWeight(const RunSums& sums) const {
    if (hasTimes(m_table) && m_samples > 0)
        return std::accumulate(sums.totals.begin(), sums.totals.end(), 0.0) / static_cast<double>(m_samples);
    const double counted = countedAs();
    // Runs may be equal by chance, unless their weights consist of small pieces.
    return counted == 0 && m_kind == UnitKind::Runs ? static_cast<double>(m_smallest) : counted;
}

RunSums RunSumsMaker::sums(std::shared_ptr<const SampleOrder> order) const {
    RunSums result;
    result.kind = m_kind;
    if (m_kind == UnitKind::Runs) {
        const bool areKnown =
            std::ranges::all_of(m_durations, [](std::int64_t duration) { return duration > 0; });
        for (const auto duration : m_durations) {
            result.seconds.push_back(secondsOf(duration));
            if (areKnown) result.duration = wrappingSum(result.duration, duration);
        }
    } else {
        result.duration = wrappingDifference(m_range.end, m_range.begin);
        result.seconds.assign(m_units, secondsOf(result.duration) / static_cast<double>(m_units));
    }
    result.groups = std::make_shared<const GroupUnits>(std::move(order), m_kept);
    result.totals = result.groups->totals();
    result.sampleWeight = sampleWeight(result);
    return result;
}

Result<RunSums> runSums(SampleSelector& selector, std::shared_ptr<const SampleOrder> order,
                        const Profile& profile, ValueTypeIndex value, const Filter& filter,
                        std::shared_ptr<const SampleRuns> runs, std::optional<OrderedTimes>& times,
                        Task& task) {
    RunSumsMaker maker(profile, value, std::move(runs), filter.time);
    if (maker.needsTimes()) {
        if (!times) times = TRY(OrderedTimes::of(selector, *order, value, filter, task));
        TRY(maker.addAll(*times, filter.time, task));
    } else {
        TRY(maker.addAll(TRY(selector.select(value, filter)), task));
    }
    return maker.sums(std::move(order));
}

} // namespace candela
