#include "views/tables/call_tree_search.h"

#include "views/text/number_text.h"

#include <QObject>
#include <QTreeView>

namespace candela {

std::optional<MatchingNodes> CallTreeSearch::nodes() const {
    const auto& shown = m_model.shown();
    if (!m_model.tree() || !shown.matches || !shown.matches->isActive()) return std::nullopt;
    return MatchingNodes(*m_model.tree(), shown.matches->groups);
}

void CallTreeSearch::update(const QString& pattern) {
    if (pattern == m_pattern) return;
    if (m_pattern.isEmpty())
        m_openedBefore = OpenedRows(m_view, m_model);
    else
        m_view.collapseAll();
    m_openedBefore.open(m_view, m_model);
    m_pattern = pattern;
    m_limit.clear();
    openMatches();
}

void CallTreeSearch::openMatches() {
    auto matching = nodes();
    if (!matching) return m_view.scrollTo(m_view.currentIndex());
    const auto found = matching->heaviest(maximumOpened);
    for (const auto node : found)
        for (auto above = m_model.tree()->parent(node); above; above = m_model.tree()->parent(above))
            m_view.expand(m_model.indexOf(above));
    if (!found.empty()) m_view.scrollTo(m_model.indexOf(found.front()), QAbstractItemView::PositionAtCenter);
    if (found.size() < maximumOpened) return;
    const auto count = matching->count();
    m_limit =
        count ? QObject::tr("the %1 heaviest of %2 matches are open").arg(found.size()).arg(countText(*count))
              : QObject::tr("the %1 heaviest matches are open").arg(found.size());
    if (count && *count == found.size()) m_limit.clear();
}

CallNodeIndex CallTreeSearch::find(CallNodeIndex from, MatchStep step) {
    const auto matching = nodes();
    if (!matching) return {};
    return matching->find(
        from, step, [this](CallNodeIndex node) -> const auto& { return m_model.children(node); });
}

} // namespace candela
