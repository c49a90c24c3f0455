/// Two sides, base and new, function by function: the changes and how certain they are. Rows are matched by
/// matchSides(). Weights are kept as they are; each is divided by its side's divisor to be compared.
#pragma once

#include "model/analysis/call_tree/function_list.h"
#include "model/comparison/broken_stacks.h"
#include "model/comparison/matching/match_sides.h"
#include "model/comparison/merge_profiles.h"
#include "model/comparison/statistics/ratio_test.h"
#include "model/comparison/statistics/run_sums.h"

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// The divisor of the two sides' weights for a comparison.
enum class Normalize {
    Share,    ///< relative to each side's own total: what share of the time
    None,     ///< weights are unchanged; for several runs, those of an average run
    Duration, ///< the recording's length: weight per second
    CpuTime,  ///< the CPU time in the same profile: weight per second of it
    Work,     ///< units of work that the user counted: weight per request, frame, iteration
};
/// Whether a value's unit is one of time.
bool isTimeUnit(std::string_view unit);

/// "share", "none", "duration", "cpu", "work".
std::optional<Normalize> normalizeFromName(std::string_view name);
std::string_view normalizeNames(); ///< all names, separated by commas
std::string_view normalizeName(Normalize normalize);
/// The meaning of the numbers with this normalization, as a sentence.
std::string_view normalizeMeaning(Normalize normalize);
/// The default normalization of a value. Time, and values that grow with time (samples, cycles), are compared
/// by shares, since no two runs have the same duration. All other sums (bytes, objects, events) are not
/// scaled: if one of them grows, the share of all others would shrink.
Normalize defaultNormalize(std::string_view valueName, std::string_view unit);

/// A verdict is about weights: slower means more time, or more of another value.
enum class Verdict {
    Slower,  ///< by shares: more of the total
    Faster,  ///< by shares: less of the total
    Same,    ///< no change, within the limits that the row states
    Unknown, ///< not enough was recorded to decide
    Changed, ///< only for the whole of a comparison by shares: some rows are slower or faster
};
std::string_view verdictName(Verdict verdict); ///< "slower", "faster", "same", "unknown", "changed"
/// Whether the verdict is slower or faster.
bool isChange(Verdict verdict);
/// Whether the verdict is a change in the direction of that difference.
bool isChange(Verdict verdict, double difference);

/// What one side knows less of, so that a row seems to have changed (evidence_gaps.h).
enum class EvidenceGap {
    None,
    BrokenStacks, ///< callers are missing in more of a side's stacks
    MissingNames, ///< code has a name on one side only
};
std::string_view gapName(EvidenceGap gap); ///< "", "broken stacks", "missing names"

/// How exactly the changes of a row are known.
struct RowEvidence {
    /// Both contain the true change with 95 %; none if the variance is unknown, or if there is no weight.
    std::optional<ChangeInterval> selfInterval, totalInterval;
    /// The largest change that the intervals allow, as growth of either side: halving is doubling, seen from
    /// the new side. Infinite without intervals.
    double noChangeBeyond = std::numeric_limits<double>::infinity();
    /// How many times as much recording would decide whether the row changed by sameWithin, or make sure of
    /// the change that was measured; 0: not known.
    double timesAsMuch = 0;
};
class RowEvidences;

struct ComparisonRow {
    std::string name;
    std::string module;
    FrameGroupIndex base;     ///< none: only in new
    FrameGroupIndex newGroup; ///< the group on the new side; none: only in base
    std::int64_t baseSelf = 0, newSelf = 0;
    std::int64_t baseTotal = 0, newTotal = 0;
    /// Normalized new over normalized base, minus 1: 0.1 is 10 % more. None if base is 0.
    std::optional<double> selfChange, totalChange;
    /// Normalized new minus normalized base: shares (0 to 1), weights, or weights per second.
    double selfDifference = 0, totalDifference = 0;
    MatchEvidence match = MatchEvidence::Name;
    double confidence = 0; ///< of the match, 0 to 1; 0 for rows of one side

    Verdict verdict = Verdict::Unknown; ///< that of the total if the total changed, else that of self
    Verdict selfVerdict = Verdict::Unknown, totalVerdict = Verdict::Unknown; ///< for each weight alone
    /// What the difference of each weight may come from instead of the code: its verdict is not a change
    /// then.
    EvidenceGap selfGap = EvidenceGap::None, totalGap = EvidenceGap::None;
    EvidenceGap gap() const { return totalGap != EvidenceGap::None ? totalGap : selfGap; }

    /// Computed when it is asked for first, in some microseconds; from any thread.
    const RowEvidence& evidence() const;
    std::shared_ptr<RowEvidences> evidences; ///< of all rows
    std::size_t number = 0;                  ///< of this one among them
};

struct ComparisonSide {
    std::shared_ptr<const FrameGroups> groups;
    StackWeights weights;
    std::int64_t duration = 0;           ///< nanoseconds that the weights cover
    std::vector<GroupWeight> roots = {}; ///< whole trees, which are compared beside their functions
    /// The result of groupWeights() for the side's call tree; null: computed from groups and weights.
    std::shared_ptr<const std::vector<GroupWeight>> functions = {};
    /// The same weights by run or block of time; null: their variance is unknown.
    std::shared_ptr<const RunSums> sums = {};
    /// The stacks that lack callers; null: not known.
    std::shared_ptr<const BrokenStacks> broken = {};

    std::size_t runs() const { return sums && sums->kind == UnitKind::Runs ? sums->units() : 1; }
};

/// What the side lacks to divide its weights: "duration", "CPU time" or "units of work"; empty if nothing.
std::string_view missingDivisor(const ComparisonSide& side, Normalize normalize);
/// The divisor of the weights for each unit of a side's sums.
std::vector<double> exposures(const ComparisonSide& side, Normalize normalize);
/// The weight of one side in the form that is compared: a share, a weight, or a weight per second or unit of
/// work. 0 if there is no divisor.
double normalizedWeight(std::int64_t weight, const ComparisonSide& side, Normalize normalize);

/// The order of the rows, largest absolute difference first. Larger uses the larger one of a row's self and
/// total difference.
enum class ComparisonOrder { Larger, Self, Total };

struct Comparison {
    ComparisonSide base, newSide;
    std::shared_ptr<const Matching> matching;
    Normalize normalize = Normalize::Share;
    std::string valueName, valueUnit;
    std::shared_ptr<RowEvidences> evidences;     ///< of the rows
    std::vector<ComparisonRow> rows;             ///< in ComparisonOrder::Larger, unless sorted again
    Verdict verdict = Verdict::Unknown;          ///< the verdict on the whole
    std::optional<double> totalChange;           ///< the change of the whole; none for shares
    std::optional<ChangeInterval> totalInterval; ///< the interval of totalChange
};

/// The comparison of the two sides. Fails with ErrorCode::Usage if they have different values or no row in
/// common, or if a side lacks the divisor of the normalization (no duration). A side without any weight has
/// shares of 0. The functions and sums of both sides are those of the matching's shapes; without a matching,
/// rows are matched by their names alone. `rowWord` is what the error without a common row calls one:
/// "process"; empty: the name of the grouping.
Result<Comparison> compare(ComparisonSide base, ComparisonSide newSide, const ValueType& baseValue,
                           const ValueType& newValue, Normalize normalize,
                           std::shared_ptr<const Matching> matching = {}, std::string_view rowWord = {});

void sortRows(Comparison& comparison, ComparisonOrder order);

/// The verdict of the row's total if the total changed, else that of self if self did; else Unknown.
Verdict changeVerdict(const ComparisonRow& row);

/// New minus base, normalized, of these weights of both sides.
double normalizedDifference(std::int64_t base, std::int64_t newWeight, const Comparison& comparison);

} // namespace candela
