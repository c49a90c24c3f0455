/// Weights of the two sides and their differences in words, as the normalization wants them.
#pragma once

#include "model/comparison/comparison.h"

#include <QObject>
#include <QString>

namespace candela {

/// A weight of one side: "12.3 %", "1.2 s", "120 ms/s".
QString sideText(std::int64_t weight, const ComparisonSide& side, const Comparison& comparison);
/// A difference of normalized weights with its sign: "+3.2 pp" (percentage points), "−120 ms".
QString differenceText(double difference, const Comparison& comparison);
/// "+12.3 %", "new" where base is nothing, "removed" where new is nothing.
QString changeText(std::optional<double> change, std::int64_t base, std::int64_t newWeight);

/// The weight of one side as it is compared: a share, a weight, or a weight per second.
double normalizedWeight(std::int64_t weight, const ComparisonSide& side, Normalize normalize);

/// The largest difference of any row, self or total, but not less than what is worth a colour; 0 without
/// rows.
double differenceScale(const Comparison& comparison);

} // namespace candela
