/// How a row was matched, in words. The window and the command line share these texts.
#pragma once

#include "model/comparison/comparison.h"

#include <string>
#include <vector>

namespace candela {

/// "decode (base: parse)"; one name where both are the same, or there is no other.
std::string bothNames(const std::string& newName, const std::string& base);
/// The row's name, and its name in base where that is another one: "decode (base: parse)".
std::string rowNameText(const ComparisonRow& row, const Comparison& comparison);

/// One function whose weight is counted in another row.
struct CountedElsewhere {
    std::string name; ///< of the function
    std::string side; ///< "base" or "new"
    CountedWith how = CountedWith::Whole;
    std::int64_t self = 0;
};
/// What is counted in the row besides its own function.
std::vector<CountedElsewhere> countedIn(const ComparisonRow& row, const Comparison& comparison);

/// What the match rests on, and what else is counted in the row, or in which rows it is counted: sentences.
std::string rowMatchText(const ComparisonRow& row, const Comparison& comparison);

} // namespace candela
