/// Weights of the two sides, their differences and verdicts in words, as the normalization wants them: one
/// wording for window and command line.
#pragma once

#include "model/comparison/comparison.h"

#include <string>
#include <string_view>

namespace candela {

/// A weight of one side: "12.3 %", "1.2 s", "120 ms/s".
std::string sideText(std::int64_t weight, const ComparisonSide& side, const Comparison& comparison);
/// A difference of normalized weights with its sign: "+3.2 pp" (percentage points), "−120 ms".
std::string differenceText(double difference, const Comparison& comparison);
/// "+12.3 %", "new" where base is nothing, "removed" where new is nothing.
std::string changeText(std::optional<double> change, std::int64_t base, std::int64_t newWeight);
/// "−1.2 … +3.4 %"; empty where it is not known.
std::string intervalText(const std::optional<ChangeInterval>& interval);
/// "slower", "faster", "same", "unknown", "changed". Sizes and counts are "more" and "less"; shares, which
/// fall where others grow, "more of the total" and "less of the total".
std::string_view verdictWords(Verdict verdict, const Comparison& comparison);
/// The same of a row, with what is known besides: "same ± 1.2 %", "unknown, +50 s".
std::string verdictText(const ComparisonRow& row, const Comparison& comparison);
/// What was compared with what: the sentence that stands above the numbers.
std::string meaningText(const Comparison& comparison);
/// Where the intervals come from, and what they assume.
std::string evidenceText(const Comparison& comparison);

/// The largest difference of any row, self or total, but not less than what is worth a colour; 0 without
/// rows.
double differenceScale(const Comparison& comparison);

} // namespace candela
