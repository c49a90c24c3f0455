/// The weights of a side's groups by unit of observation: by run where a side has several, by block of time
/// where a run has times, else one sum. What says how much a weight varies.
#pragma once

#include "model/analysis/call_tree/call_tree_shape.h"
#include "model/analysis/samples/filter.h"
#include "model/profile/profile.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace candela {

/// Which run each sample of a merged profile is from.
struct SampleRuns {
    std::vector<std::int64_t> durations = {}; ///< nanoseconds, a row per run; 0: not known
    std::vector<TimeRange> spans = {};        ///< a row per run: where it lies in the merged profile's time
    /// A row per sample of each value type; without rows for a single run.
    std::vector<std::vector<std::uint16_t>> ofSample = {};

    std::size_t size() const { return std::max<std::size_t>(durations.size(), 1); }
};

enum class UnitKind { Runs, Blocks, Whole };

/// From a profile's start to its last sample, or its stated duration, as far as `kept` holds it; with begin
/// as end where nothing of it is kept.
TimeRange recordedRange(const Profile& profile, const std::optional<TimeRange>& kept = {});

/// Sums of one side. Groups are those of the shape that they were made with.
struct RunSums {
    struct Entry {
        std::uint32_t unit = 0;
        double self = 0, total = 0;
    };

    UnitKind kind = UnitKind::Whole;
    std::vector<double> totals;       ///< a row per unit: the weight of all
    std::vector<double> seconds;      ///< a row per unit; 0: not known
    std::int64_t duration = 0;        ///< nanoseconds of all units together; 0: not known
    std::vector<double> work = {};    ///< a row per unit, in units of the user's; empty: not given
    std::vector<double> cpuTime = {}; ///< a row per unit, in seconds; empty: not known
    bool areCpuTime = false;          ///< whether the weights are what cpuTime sums up
    std::vector<std::uint32_t> begin; ///< a row per group, and one more: its first entry
    std::vector<Entry> entries;       ///< by group, then unit; units without weight are left out
    /// Of one sample in the mean. Of several runs whose samples can't be counted, the smallest one of a row;
    /// 0: not known.
    double sampleWeight = 0;

    std::size_t units() const { return totals.size(); }
    std::span<const Entry> of(FrameGroupIndex group) const {
        return std::span(entries).subspan(begin[group.row()], begin[group.row() + 1] - begin[group.row()]);
    }
};

/// Collects kept samples, each with its stack in the shape's profile (which may differ from the profile that
/// the sample is of).
class RunSumsMaker {
public:
    /// `profile` and `value` are those of the samples; `time` is the part of it that a filter keeps. Runs
    /// beyond it are no units; where a single one is left, its blocks of time are.
    RunSumsMaker(std::shared_ptr<const CallTreeShape> shape, const Profile& profile, ValueTypeIndex value,
                 std::shared_ptr<const SampleRuns> runs, const std::optional<TimeRange>& time);

    /// Takes another maker's units, so that the sums of two values of a profile belong together.
    void useUnitsOf(const RunSumsMaker& maker);
    void add(std::size_t sample, StackIndex stack, std::int64_t weight);
    RunSums sums();

private:
    /// A sample, which is in equal parts in each unit from the first to the last.
    struct Kept {
        std::uint16_t first = 0, last = 0;
        CallNodeIndex node; ///< none: without a stack
        double weight = 0;

        double part() const { return weight / static_cast<double>(last - first + 1); }
    };
    class UnitSums;

    void chooseUnits(const std::optional<TimeRange>& time);
    /// The runs that `time` keeps a part of become units; false where there is one at most.
    bool chooseRuns(const std::optional<TimeRange>& time);
    std::uint16_t blockOf(std::int64_t time) const;
    /// What one sample weighs where rows of the table may stand for several; 0: not known.
    double countedAs() const;
    double sampleWeight(const RunSums& sums) const;
    /// Fills totals, and entries by group.
    void sumUp(RunSums& sums);

    std::shared_ptr<const CallTreeShape> m_shape;
    const Profile& m_profile;
    ValueTypeIndex m_value;
    const SampleTable& m_table;
    std::shared_ptr<const SampleRuns> m_runs;
    UnitKind m_kind = UnitKind::Whole;
    std::size_t m_units = 1;
    TimeRange m_range;                      ///< of blocks
    std::vector<std::uint16_t> m_unitOfRun; ///< a row per run
    std::vector<std::int64_t> m_durations;  ///< a row per unit that is a run
    std::vector<Kept> m_kept;
    std::uint64_t m_samples = 0;
    double m_smallest = 0; ///< of the samples' weights, without sign; 0: there are none
};

/// Of all samples that a filter keeps.
Result<RunSums> runSums(std::shared_ptr<const CallTreeShape> shape, ValueTypeIndex value,
                        const Filter& filter, std::shared_ptr<const SampleRuns> runs, Task& task);

} // namespace candela
