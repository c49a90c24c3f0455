/// A comparison as text or Markdown for people, or as JSON for scripts.
#pragma once

#include "model/comparison/comparison.h"
#include "model/comparison/side_facts.h"
#include "model/comparison/time_part.h"

#include <QJsonObject>

#include <string>
#include <vector>

namespace candela {

/// What is compared, and how the rows are ordered.
struct DiffSubject {
    std::vector<std::string> base, newFiles; ///< each file is a run
    std::string by;
    ComparisonOrder order = ComparisonOrder::Larger;
    std::vector<SideDifference> differences = {}; ///< besides the code
    TimeRanges baseTimes = {}, newTimes = {};     ///< the part of each file; empty: the whole
};

/// The first `shown` rows; the text is fitted to the terminal, if standard output is one.
std::string textOf(const DiffSubject& subject, const Comparison& comparison, std::size_t shown);
std::string markdownOf(const DiffSubject& subject, const Comparison& comparison, std::size_t shown);
QJsonObject jsonOf(const DiffSubject& subject, const Comparison& comparison, std::size_t shown);

} // namespace candela
