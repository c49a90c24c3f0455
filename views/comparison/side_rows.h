/// The rows of a comparison by the groups of one of its sides, and the verdicts of that side's call nodes.
#pragma once

#include "model/analysis/call_tree/call_tree.h"
#include "model/comparison/comparison.h"

#include <QString>

#include <memory>
#include <vector>

namespace candela {

enum class ComparisonPart { Base, New };

/// A call node has the verdict of its function. In a top-down tree, that of the function's total; in a tree
/// of callers, that of the self weight that all of the node's weight is a part of. The cost of a look-up
/// grows with the node's depth.
class SideRows {
public:
    SideRows(std::shared_ptr<const Comparison> comparison, ComparisonPart part);

    const Comparison& comparison() const { return *m_comparison; }
    ComparisonPart part() const { return m_part; }
    /// Whether these are the groups of this side.
    bool isOf(const FrameGroups& groups) const { return side().groups.get() == &groups; }
    bool isOtherOf(const FrameGroups& groups) const;

    /// The row that a group is in; null if it has none.
    const ComparisonRow* of(FrameGroupIndex group) const;
    /// The matching group of the other side; none if there is none.
    FrameGroupIndex partner(FrameGroupIndex group) const;

    struct Judged {
        const ComparisonRow* row = nullptr; ///< null: nothing is known
        bool isSelf = false;                ///< the verdict is of the row's self weight, else of its total

        Verdict verdict() const;
        const std::optional<ChangeInterval>& interval() const;
        /// What the difference of that weight may come from instead of the code.
        EvidenceGap gap() const;
    };
    Judged of(const CallTree& tree, CallNodeIndex node) const;
    /// New minus base, normalized, of a node that weighs `own` here and `there` on the other side.
    double difference(std::int64_t own, std::int64_t there) const;

private:
    const ComparisonSide& side() const {
        return m_part == ComparisonPart::Base ? m_comparison->base : m_comparison->newSide;
    }

    std::shared_ptr<const Comparison> m_comparison;
    ComparisonPart m_part;
    std::vector<const ComparisonRow*> m_rows; ///< a row for each group
};

/// The call node whose function's verdict a node has: itself, or, in a tree of callers, the function whose
/// self weight all of the node's weight is part of.
CallNodeIndex judgedNode(const CallTree& tree, CallNodeIndex node);

/// The sign of a verdict, for readers who can't tell its colour: "▲", "▼", "=", "?".
QString verdictSign(Verdict verdict);
/// "▲ slower (self +3.0 … +5.1 %, 95 %)"; empty if nothing is known.
QString verdictText(const SideRows::Judged& judged, const Comparison& comparison);

/// Both totals of a node, their difference and the verdict, as rich text.
QString nodeChangeToolTip(std::int64_t base, std::int64_t newWeight, const SideRows::Judged& judged,
                          const Comparison& comparison);

} // namespace candela
