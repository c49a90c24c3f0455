/// The part of a profile that is shown, and how its stacks are changed. All views are computed from a Profile
/// and a Filter. Text patterns are RE2 regular expressions that match anywhere in the text; empty means
/// "all".
#pragma once

#include "model/analysis/samples/shared_values.h"
#include "model/analysis/transforms/transform.h"
#include "model/base/result.h"
#include "model/base/row_mask.h"
#include "model/base/task.h"
#include "model/profile/profile.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace candela {

class FilteredStacks;
struct RootedStacks;
struct TransformedStacks;

/// Nanoseconds since the profile's start; begin is in, end is not.
struct TimeRange {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    auto operator<=>(const TimeRange&) const = default;
};

struct LabelPattern {
    std::string key;
    std::string pattern;
    auto operator<=>(const LabelPattern&) const = default;
};

struct Filter {
    /// Samples without a time are left out if this is set. Of samples with a duration, the part in the range
    /// is kept.
    std::optional<TimeRange> time = {};
    std::string process = {}; ///< matched with "name" and "pid"; samples without a thread never match
    /// Drops processes whose "name" or "pid" matches; samples without a thread stay.
    std::string withoutProcess = {};
    std::string thread = {}; ///< matched with "name" and "tid"; samples without a thread never match
    std::string focus = {};  ///< keep stacks with a frame whose function (or "[module]" if unnamed) matches
    std::string ignore = {}; ///< drop stacks with a frame whose function (or "[module]" if unnamed) matches
    /// Removes from the kept stacks the frames whose function (or "[module]" if unnamed) matches.
    std::string hide = {};
    /// All must match: each a label of the sample, of its thread or of its process. Numbers match as "123"
    /// and "123 bytes".
    std::vector<LabelPattern> labels = {};
    /// Rows that were picked in the timeline: keeps the samples of any of these processes and threads; empty:
    /// all.
    std::vector<ProcessIndex> processes = {};
    std::vector<ThreadIndex> threads = {};
    std::vector<std::int32_t> cpus =
        {}; ///< the same for CPUs, -1 for samples whose CPU is not known; empty: all

    /// Applied in order to the stacks of the samples that all members above keep; some transforms drop
    /// further samples.
    std::vector<Transform> transforms = {};

    bool isEmpty() const { return *this == Filter(); }
    bool changesStacks() const { return !hide.empty() || !transforms.empty(); }
    bool operator==(const Filter&) const = default;
};

/// The weights of the samples that a filter keeps, added up by stack. Sums wrap like the hardware's.
struct StackWeights {
    SharedValues<std::int64_t> weight; ///< by row of the profile's StackTable; transforms do not change
                                       ///< the rows
    std::int64_t total = 0;            ///< including samples without any frame
    std::int64_t stackless = 0;        ///< weight of samples without any frame, before or after transforms
    std::size_t samples = 0;           ///< number of kept samples
    /// The sum without signs. Shares are relative to it, also if weights are negative (differences of
    /// profiles).
    std::int64_t magnitude = 0;
    /// The same weights for each rooted stack; empty without roots.
    SharedValues<std::int64_t> rooted = {};
};

/// Consecutive rows of a SampleTable, all of one thread.
struct SampleRange {
    std::size_t begin = 0;
    std::size_t end = 0;
    ThreadIndex thread;                  ///< none: samples without a thread
    const RowMask* keptLabels = nullptr; ///< for each label set; null: all are kept
};

/// A sample with a duration, of which only a part is in a time range.
struct PartialSample {
    std::size_t row = 0;
    std::int64_t weight = 0; ///< weight of that part
};

/// Which samples of one table a filter keeps: those in a range whose stack and labels are kept.
struct SampleSelection {
    const SampleTable* table = nullptr;
    std::vector<SampleRange> ranges;           ///< in ascending order
    std::vector<PartialSample> partial;        ///< those of the kept samples that are only partly in the time
                                               ///< range, in ascending order
    std::shared_ptr<const RowMask> keptStacks; ///< for each stack, and one entry more for "no stack"; null:
                                               ///< all
    std::vector<std::shared_ptr<const RowMask>> labelMasks; ///< owns the memory of the ranges

    bool keeps(const SampleRange& range, std::size_t row) const;
    bool keepsAll(const SampleRange& range) const { return !keptStacks && !range.keptLabels; }
    /// The part of the row's weight that is in the selection.
    std::int64_t weightAt(std::size_t row) const;
    /// Keeps only samples of these stacks: an entry for each stack, and one more for "no stack".
    void keepOnly(const RowMask& stacks);
};

/// Adds up weights for one profile. Remembers what patterns matched, so that changing the time range costs
/// one pass over the samples' columns. Not for concurrent use; results are values.
class SampleSelector {
public:
    /// With `roots`, the cached sums are those of rooted stacks. `stacks` may be shared with other users of
    /// the profile.
    explicit SampleSelector(std::shared_ptr<const Profile> profile,
                            std::shared_ptr<const RootedStacks> roots = nullptr,
                            std::shared_ptr<FilteredStacks> stacks = nullptr);
    ~SampleSelector();
    SampleSelector(SampleSelector&&) noexcept;
    SampleSelector& operator=(SampleSelector&&) noexcept;

    /// The stacks after the filter's transforms; null: those of the profile, unchanged.
    Result<std::shared_ptr<const TransformedStacks>> transformedStacks(const Filter& filter);

    /// Fails with ErrorCode::Usage on an invalid regular expression. Valid while the profile lives.
    Result<SampleSelection> select(ValueTypeIndex value, const Filter& filter);

    /// The largest weight of all samples of the value, at least 0; whatever the filter. One pass over the
    /// weights, the first time.
    std::int64_t maximumWeight(ValueTypeIndex value);

    /// Fails with ErrorCode::Usage on an invalid regular expression. Fails when cancelled.
    Result<StackWeights> stackWeights(ValueTypeIndex value, const Filter& filter, Task& task);

    /// Calls `visit(row, weight)` for every kept row of the value's SampleTable, in order, to add weights up
    /// by other keys than stacks. `weight` is the part of the row's weight that the filter keeps.
    Result<void> forEachSample(ValueTypeIndex value, const Filter& filter, Task& task,
                               const std::function<void(std::size_t row, std::int64_t weight)>& visit);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

inline bool SampleSelection::keeps(const SampleRange& range, std::size_t row) const {
    if (range.keptLabels) {
        const auto labels = table->labelsAt(row);
        if (!(*range.keptLabels)[labels ? labels.row() : 0]) return false;
    }
    if (!keptStacks) return true;
    static_assert(StackIndex::noneValue == std::numeric_limits<std::uint32_t>::max());
    return (*keptStacks)[std::min<std::size_t>(table->stack[row].row(), keptStacks->size() - 1)];
}

inline std::int64_t SampleSelection::weightAt(std::size_t row) const {
    if (partial.empty()) return table->weight[row];
    const auto found = std::ranges::lower_bound(partial, row, {}, &PartialSample::row);
    return found != partial.end() && found->row == row ? found->weight : table->weight[row];
}

inline void SampleSelection::keepOnly(const RowMask& stacks) {
    auto both = std::make_shared<RowMask>(stacks);
    for (std::size_t row = 0; keptStacks && row < both->size(); ++row)
        (*both)[row] &= (*keptStacks)[row];
    keptStacks = std::move(both);
}

/// Functions whose name matches a pattern (as the search box does: RE2, ignoring case unless it has
/// capitals). Fails on an invalid regular expression.
Result<std::vector<bool>> matchingFunctions(const Profile& profile, const std::string& pattern);

} // namespace candela
