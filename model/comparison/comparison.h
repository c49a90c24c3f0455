/// Two sides, base and new, function by function. Rows are matched by name; weights are never changed, only
/// read against the side's normalized total.
#pragma once

#include "model/analysis/call_tree/function_list.h"
#include "model/comparison/merge_profiles.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace candela {

/// What the two sides' weights are divided by before they are compared.
enum class Normalize {
    Share,    ///< each side's own total: what part of the time
    None,     ///< nothing: the weights as they are
    Duration, ///< the recording's length: weight per second
};
std::optional<Normalize> normalizeFromName(std::string_view name); ///< "share", "none", "duration"
std::string_view normalizeName(Normalize normalize);
/// What the numbers of such a comparison mean, as a sentence.
std::string_view normalizeMeaning(Normalize normalize);
/// How a value is compared by default: time, and what is counted as time goes by (samples, cycles), by
/// shares, since no two runs last equally long. All other sums (bytes, objects, events) as they are: where
/// one of them grows, the share of all others would shrink.
Normalize defaultNormalize(std::string_view valueName, std::string_view unit);

/// How a row found its partner: by name and module first, then, among what is left, by name alone, so that a
/// binary that was renamed still matches. Where several are left with a name, the heaviest match the
/// heaviest.
enum class Match { Exact, ByName, OnlyBase, OnlyNew };
std::string_view matchName(Match match); ///< "exact", "name", "only base", "only new"

struct ComparisonRow {
    std::string name;
    std::string module;
    FrameGroupIndex base;     ///< none: only in new
    FrameGroupIndex newGroup; ///< the group on the new side; none: only in base
    std::int64_t baseSelf = 0, newSelf = 0;
    std::int64_t baseTotal = 0, newTotal = 0;
    /// Normalized new over normalized base, minus 1: 0.1 is 10 % more. None where base is nothing.
    std::optional<double> selfChange, totalChange;
    /// Normalized new minus normalized base: shares (0 to 1), weights, or weights a second.
    double selfDifference = 0, totalDifference = 0;
    Match match = Match::Exact;
};

struct ComparisonSide {
    std::shared_ptr<const FrameGroups> groups;
    StackWeights weights;
    std::int64_t duration = 0;           ///< nanoseconds that the weights cover
    std::vector<GroupWeight> roots = {}; ///< whole trees, which are compared beside their functions
    /// What groupWeights() gives of the side's call tree; null: of groups and weights.
    std::shared_ptr<const std::vector<GroupWeight>> functions = {};
};

/// What the rows are ordered by, largest absolute difference first. Larger takes the larger one of a row's
/// self and total difference.
enum class ComparisonOrder { Larger, Self, Total };

struct Comparison {
    ComparisonSide base, newSide;
    Normalize normalize = Normalize::Share;
    std::string valueName, valueUnit;
    std::vector<ComparisonRow> rows; ///< in ComparisonOrder::Larger, unless they were sorted again
};

/// Fails with ErrorCode::Usage when the two value units differ, or a normalization is not possible (no
/// duration). A side that has no weight at all has shares of 0.
Result<Comparison> compare(ComparisonSide base, ComparisonSide newSide, const ValueType& baseValue,
                           const ValueType& newValue, Normalize normalize);

void sortRows(Comparison& comparison, ComparisonOrder order);

} // namespace candela
