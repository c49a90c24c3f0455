/// Weights of the two sides, their differences and verdicts as text, according to the normalization. The
/// window and the command line share these texts.
#pragma once

#include "model/comparison/comparison.h"

#include <string>
#include <string_view>

namespace candela {

/// A normalized weight of a value with that unit: "12.3 %", "1.2 s", "120 ms/s".
std::string normalizedText(double number, Normalize normalize, const std::string& unit);
/// A weight of one side in the same form.
std::string sideText(std::int64_t weight, const ComparisonSide& side, const Comparison& comparison);
/// A difference of normalized weights with its sign: "+3.2 pp" (percentage points), "−120 ms".
std::string differenceText(double difference, Normalize normalize, const std::string& unit);
std::string differenceText(double difference, const Comparison& comparison);
/// The cells of a table: the texts above and below, but blank where the number is zero, and where base has
/// nothing that an interval could relate to.
std::string weightCell(std::int64_t weight, const ComparisonSide& side, const Comparison& comparison);
std::string differenceCell(double difference, const Comparison& comparison);
std::string intervalCell(const std::optional<ChangeInterval>& interval, std::int64_t base);
/// "+12.3 %", "new" if base is zero, "removed" if new is zero.
std::string changeText(std::optional<double> change, std::int64_t base, std::int64_t newWeight);
/// "−1.2 … +3.4 %"; empty if not known.
std::string intervalText(const std::optional<ChangeInterval>& interval);
/// "slower", "faster", "same", "unknown", "changed". Sizes and counts are "more" and "less". For shares,
/// which fall when other shares grow: "more of the total" and "less of the total".
std::string verdictWords(Verdict verdict, const Comparison& comparison);
/// The same for a row, with further known facts: "same ± 1.2 %", "unknown, +50 s", "unknown, +3 h"; "inlined"
/// for a function whose weight is counted with its callers.
std::string verdictText(const ComparisonRow& row, const Comparison& comparison);
/// The samples or runs that a row's verdict is based on, as a sentence. If the verdict is unknown, also how
/// much more recording would decide it.
std::string rowEvidenceText(const ComparisonRow& row, const Comparison& comparison);
/// The verdict of the whole, as a sentence: "New is 4.1 % slower (95 %: +2.9 … +5.2 %)." For shares, the
/// sentence says how many rows have which verdict.
std::string wholeText(const Comparison& comparison);
/// How the sides were compared: the sentence above the numbers.
std::string meaningText(const Comparison& comparison);
/// The source of the intervals, and their assumptions.
std::string evidenceText(const Comparison& comparison);

/// The difference that gets the strongest colour: the largest one of any row, self or total; for shares, at
/// least one percentage point.
double differenceScale(const Comparison& comparison);

} // namespace candela
