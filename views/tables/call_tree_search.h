/// A search in a call tree: opens the rows that lead to its heaviest matches, and finds the next match. After
/// the search, the rows that were open before are open again.
#pragma once

#include "views/session/matching_nodes.h"
#include "views/tables/call_tree_item_model.h"
#include "views/tables/opened_rows.h"

#include <QString>

#include <optional>

class QTreeView;

namespace candela {

class CallTreeSearch {
public:
    /// The maximum number of matches whose rows are opened.
    static constexpr std::size_t maximumOpened = 100;

    CallTreeSearch(QTreeView& view, CallTreeItemModel& model) : m_view(view), m_model(model) {}

    /// Call it when the model has another tree or other matches, which are those of `pattern`. Opens rows if
    /// the pattern changed.
    void update(const QString& pattern);
    /// The match after or before `from`; none if nothing matches.
    CallNodeIndex find(CallNodeIndex from, MatchStep step);
    /// "The 100 heaviest of 512 matches are open"; empty if all are open.
    QString limitText() const { return m_limit; }

private:
    /// The matching nodes; none without a search.
    std::optional<MatchingNodes> nodes() const;
    void openMatches();

    QTreeView& m_view;
    CallTreeItemModel& m_model;
    QString m_pattern;
    QString m_limit;
    OpenedRows m_openedBefore;
};

} // namespace candela
