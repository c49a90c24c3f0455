/// The weights of a side's groups for each unit: a run if the side has several, a block of time if a single
/// run has times, else the whole. Their variance is derived from these.
#pragma once

#include "model/analysis/call_tree/call_tree_shape.h"
#include "model/analysis/samples/filter.h"
#include "model/comparison/statistics/group_units.h"
#include "model/comparison/statistics/ordered_times.h"
#include "model/profile/profile.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace candela {

/// Which run each sample of a merged profile is from.
struct SampleRuns {
    std::vector<std::int64_t> durations = {}; ///< nanoseconds, for each run; 0: not known
    std::vector<TimeRange> spans = {};        ///< for each run: its range in the merged profile's time
    /// For each value type, the run of each sample; empty for a single run.
    std::vector<std::vector<std::uint16_t>> ofSample = {};

    std::size_t size() const { return std::max<std::size_t>(durations.size(), 1); }
};

enum class UnitKind { Runs, Blocks, Whole };

/// The part of a run's range that is kept if the run is cut to the range `kept`; its end equals its begin if
/// nothing is.
TimeRange cutRun(const TimeRange& recorded, const TimeRange& kept);

/// The range from a profile's start to its last sample, or over its stated duration, cut to `kept`. Its end
/// equals its begin if nothing is kept.
TimeRange recordedRange(const Profile& profile, const std::optional<TimeRange>& kept = {});

/// Sums of one side. Groups are those of the shape from which they were computed.
struct RunSums {
    UnitKind kind = UnitKind::Whole;
    std::vector<double> totals;       ///< for each unit: the weight of all groups
    std::vector<double> seconds;      ///< for each unit; 0: not known
    std::int64_t duration = 0;        ///< nanoseconds of all units together; 0: not known
    std::vector<double> work = {};    ///< for each unit, in the user's units of work; empty: not given
    std::vector<double> cpuTime = {}; ///< for each unit, in seconds; empty: not known
    bool areCpuTime = false;          ///< whether the weights are those that cpuTime sums up
    std::shared_ptr<const GroupUnits> groups; ///< the weights of each group by unit
    /// The mean weight of a sample. For several runs whose samples can't be counted, the smallest weight of a
    /// row; 0: not known.
    double sampleWeight = 0;

    std::size_t units() const { return totals.size(); }
};

/// Collects the samples that a filter keeps.
class RunSumsMaker {
public:
    /// `profile` and `value` are those of the samples; `time` is the range that a filter keeps. Runs outside
    /// of it are not units. If a single run remains, its blocks of time are the units.
    RunSumsMaker(const Profile& profile, ValueTypeIndex value, std::shared_ptr<const SampleRuns> runs,
                 const std::optional<TimeRange>& time);
    /// Of another value of that maker's profile, with the same units.
    RunSumsMaker(const RunSumsMaker& maker, ValueTypeIndex value);

    void add(std::size_t sample, std::int64_t weight);
    /// Adds all samples that a selection of the value's samples keeps. Fails when cancelled.
    Result<void> addAll(const SampleSelection& kept, const Task& task);
    /// Whether the units of samples follow from their times alone.
    bool needsTimes() const { return m_kind == UnitKind::Blocks && !m_table.lasts; }
    /// Adds all samples of the value that are kept in this range of time; none: at any time. May be called
    /// only if needsTimes(), once, and instead of the functions above. Fails when cancelled.
    Result<void> addAll(const OrderedTimes& samples, const std::optional<TimeRange>& time, const Task& task);
    /// The order has a row for each sample of the table, and is that of the times that were added.
    RunSums sums(std::shared_ptr<const SampleOrder> order) const;

    UnitKind kind() const { return m_kind; }
    std::size_t units() const { return m_units; }

private:
    void chooseUnits(const std::optional<TimeRange>& time);
    void beginUnits();
    void take(std::size_t sample, std::int64_t weight);
    /// Makes units of the runs that overlap `time`; false if there is at most one.
    bool chooseRuns(const std::optional<TimeRange>& time);
    std::uint16_t blockOf(std::int64_t time) const;
    /// The weight of one sample, for values whose rows may represent several; 0: not known.
    double countedAs() const;
    double sampleWeight(const RunSums& sums) const;

    const Profile& m_profile;
    ValueTypeIndex m_value;
    const SampleTable& m_table;
    std::shared_ptr<const SampleRuns> m_runs;
    UnitKind m_kind = UnitKind::Whole;
    std::size_t m_units = 1;
    TimeRange m_range;                      ///< of blocks
    std::vector<std::uint16_t> m_unitOfRun; ///< for each run
    std::vector<std::int64_t> m_durations;  ///< for each unit that is a run
    double m_blocksPerNanosecond = 0;
    UnitSamples m_kept;
    std::uint64_t m_samples = 0;
    std::uint64_t m_smallest = 0; ///< the smallest absolute weight of the samples; 0: there are none
};

/// The sums of all samples that a filter keeps. The selector is that of the profile, and the order that of
/// the value's samples. `times` are those of earlier calls with the same selector, order and value, and with
/// a filter that differed in its time only; none before the first call, which sets them if they are of use.
Result<RunSums> runSums(SampleSelector& selector, std::shared_ptr<const SampleOrder> order,
                        const Profile& profile, ValueTypeIndex value, const Filter& filter,
                        std::shared_ptr<const SampleRuns> runs, std::optional<OrderedTimes>& times,
                        Task& task);

} // namespace candela
