#include "model/comparison/change_parts.h"

#include "model/base/wrapping.h"

#include <cmath>

namespace candela {

namespace {

/// What a weight of base would have grown by if all were alike, and only more of it recorded.
std::int64_t grownBy(const Comparison& comparison, std::int64_t base) {
    const double whole = normalizedWeight(base, comparison.base, comparison.normalize);
    const double perUnit = normalizedWeight(1, comparison.newSide, comparison.normalize);
    // The same ratio to the new side's exposure, as a weight again.
    const double grown = perUnit > 0 ? whole / perUnit - static_cast<double>(base) : 0;
    constexpr double maximumWeight = 9e18;
    return std::abs(grown) < maximumWeight ? std::llround(grown) : 0;
}

} // namespace

ChangeParts selfParts(const Comparison& comparison, const ComparisonRow& row) {
    ChangeParts parts;
    parts.recorded = grownBy(comparison, row.baseSelf);
    parts.moved = row.moved;
    const auto difference = wrappingDifference(row.newSelf, row.baseSelf);
    parts.work = wrappingDifference(wrappingDifference(difference, parts.recorded), parts.moved);
    return parts;
}

ChangeParts totalParts(const Comparison& comparison, const ComparisonRow& row) {
    auto parts = selfParts(comparison, row);
    const auto self = parts.work;
    const auto difference = wrappingDifference(row.newTotal, row.baseTotal);
    parts.recorded = grownBy(comparison, row.baseTotal);
    parts.callees = wrappingDifference(
        wrappingDifference(wrappingDifference(difference, parts.recorded), parts.moved), self);
    return parts;
}

} // namespace candela
