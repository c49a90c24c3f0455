#include "model/comparison/change_parts.h"

#include "model/base/wrapping.h"

#include <cmath>

namespace candela {

namespace {

/// What the difference would be if only the divisor of the normalization had changed. It is computed with the
/// mean of both sides' rates, so that both sides are treated alike.
std::int64_t recordedMore(const Comparison& comparison, std::int64_t base, std::int64_t newWeight) {
    const auto rate = [&](std::int64_t weight, const ComparisonSide& side) {
        return normalizedWeight(weight, side, comparison.normalize);
    };
    const double ofBase = rate(1, comparison.base), ofNew = rate(1, comparison.newSide);
    if (ofBase == 0 || ofNew == 0) return 0;
    const double mean = (rate(base, comparison.base) + rate(newWeight, comparison.newSide)) / 2;
    const double more = mean * (1 / ofNew - 1 / ofBase);
    constexpr double maximumWeight = 9e18;
    return std::abs(more) < maximumWeight ? std::llround(more) : 0;
}

} // namespace

ChangeParts selfParts(const Comparison& comparison, const ComparisonRow& row) {
    ChangeParts parts;
    parts.recorded = recordedMore(comparison, row.baseSelf, row.newSelf);
    parts.work = wrappingDifference(wrappingDifference(row.newSelf, row.baseSelf), parts.recorded);
    return parts;
}

ChangeParts totalParts(const Comparison& comparison, const ComparisonRow& row) {
    ChangeParts parts{.recorded = recordedMore(comparison, row.baseTotal, row.newTotal),
                      .work = selfParts(comparison, row).work};
    const auto difference = wrappingDifference(row.newTotal, row.baseTotal);
    parts.callees = wrappingDifference(wrappingDifference(difference, parts.recorded), parts.work);
    return parts;
}

} // namespace candela
