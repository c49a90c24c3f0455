/// The columns of a table of differences.
#pragma once

#include <QString>

namespace candela {

enum class ComparisonColumn {
    Name,
    Verdict,
    BaseSelf,
    NewSelf,
    SelfDifference,
    SelfChange,
    SelfInterval,
    BaseTotal,
    NewTotal,
    TotalDifference,
    TotalChange,
    TotalInterval,
    Module,
    Match
};
inline constexpr int comparisonColumns = 14;
/// Whether a column shows what RowEvidences computes.
bool isOfEvidence(ComparisonColumn column);

bool isText(ComparisonColumn column);
/// Whether a column is of the rows' totals, else of their self weights.
bool isOfTotal(ComparisonColumn column);
QString columnTitle(ComparisonColumn column);
QString columnToolTip(ComparisonColumn column); ///< what the column shows

} // namespace candela
