#include "views/tables/call_tree_item_model.h"

#include "model/analysis/samples/own_processes.h"
#include "views/session/call_node_text.h"

#include <algorithm>

namespace candela {

CallTreeItemModel::CallTreeItemModel(QObject* parent) : QAbstractItemModel(parent) {}

void CallTreeItemModel::setTree(const Shown& shown, std::shared_ptr<CallTree> tree) {
    beginResetModel();
    m_shown = shown;
    m_tree = std::move(tree);
    m_children.clear();
    m_rows.clear();
    endResetModel();
}

void CallTreeItemModel::setMatches(std::shared_ptr<const SearchMatches> matches) {
    m_shown.matches = std::move(matches);
}

CallNodeIndex CallTreeItemModel::node(const QModelIndex& index) const {
    return index.isValid() ? CallNodeIndex(static_cast<std::size_t>(index.internalId())) : CallNodeIndex();
}

QModelIndex CallTreeItemModel::indexOf(CallNodeIndex node) const {
    if (!m_tree || !node) return {};
    std::vector<CallNodeIndex> way;
    for (auto above = m_tree->parent(node); above; above = m_tree->parent(above))
        way.push_back(above);
    for (const auto above : way)
        if (rowAmongSiblings(above) < 0) return {};
    const auto row = rowAmongSiblings(node);
    return row < 0 ? QModelIndex() : createIndex(row, 0, static_cast<quintptr>(node.row()));
}

/// The row of a node; -1 if it is not among its siblings with a weight.
int CallTreeItemModel::rowAmongSiblings(CallNodeIndex node) const {
    if (const auto known = m_rows.find(node); known != m_rows.end()) return known->second;
    const auto& siblings = children(m_tree->parent(node));
    const auto found = std::ranges::find(siblings, node);
    if (found == siblings.end()) return -1;
    return m_rows[node] = static_cast<int>(found - siblings.begin());
}

const std::vector<CallNodeIndex>& CallTreeItemModel::children(CallNodeIndex node) const {
    auto& known = m_children[node];
    if (known) return *known;
    const auto found = m_tree->children(node);
    auto list = std::make_unique<std::vector<CallNodeIndex>>(found.begin(), found.end());
    if (m_sortColumn != WeightColumn::Total || m_sortOrder != Qt::DescendingOrder) {
        std::ranges::stable_sort(*list, [&](CallNodeIndex left, CallNodeIndex right) {
            if (m_sortOrder == Qt::DescendingOrder) std::swap(left, right);
            return isBefore(m_shown, weights(left), weights(right), m_sortColumn);
        });
    }
    known = std::move(list);
    return *known;
}

GroupWeight CallTreeItemModel::weights(CallNodeIndex node) const {
    return {m_tree->group(node), m_tree->self(node), m_tree->total(node)};
}

QModelIndex CallTreeItemModel::index(int row, int column, const QModelIndex& parent) const {
    if (!m_tree || row < 0 || column < 0 || column >= weightColumns ||
        (parent.isValid() && parent.column() != 0))
        return {};
    const auto& list = children(node(parent));
    if (static_cast<std::size_t>(row) >= list.size()) return {};
    if (parent.isValid()) m_rows.try_emplace(node(parent), parent.row()); // parent() of this index needs it
    return createIndex(row, column, static_cast<quintptr>(list[static_cast<std::size_t>(row)].row()));
}

QModelIndex CallTreeItemModel::parent(const QModelIndex& index) const {
    if (!m_tree || !index.isValid()) return {};
    const auto above = m_tree->parent(node(index));
    if (!above) return {};
    return createIndex(rowAmongSiblings(above), 0, static_cast<quintptr>(above.row()));
}

int CallTreeItemModel::rowCount(const QModelIndex& parent) const {
    if (!m_tree || (parent.isValid() && parent.column() != 0)) return 0;
    return static_cast<int>(children(node(parent)).size());
}

int CallTreeItemModel::columnCount(const QModelIndex&) const {
    return weightColumns;
}

bool CallTreeItemModel::hasChildren(const QModelIndex& parent) const {
    if (!m_tree || (parent.isValid() && parent.column() != 0)) return false;
    return parent.isValid() ? m_tree->hasChildren(node(parent)) : !children({}).empty();
}

QVariant CallTreeItemModel::data(const QModelIndex& index, int role) const {
    if (!m_tree || !index.isValid()) return {};
    if (role == Qt::ToolTipRole) return callNodeToolTip(m_shown, *m_tree, node(index), {});
    const auto column = static_cast<WeightColumn>(index.column());
    auto cell = weightCell(m_shown, weights(node(index)), column, role);
    if (role == Qt::DisplayRole && column == WeightColumn::Name && isOwn(node(index)))
        return cell.toString() + " " + QObject::tr("(Candela)");
    return cell;
}

/// Whether the node is the root of processes of Candela itself.
bool CallTreeItemModel::isOwn(CallNodeIndex node) const {
    const auto group = m_tree->group(node);
    if (!m_shown.roots || !m_tree->groups().isRoot(group)) return false;
    using Kind = SampleKey::Kind;
    std::string_view name = m_tree->groups()[group].name;
    if (m_shown.roots->kind == Kind::Process)
        name = name.substr(0, name.rfind(" (")); // "candela (12)"
    else if (m_shown.roots->kind != Kind::ProcessName)
        return false;
    return isOwnProcessName(*m_shown.profile, name);
}

QVariant CallTreeItemModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= weightColumns) return {};
    const auto direction = m_tree ? m_tree->direction() : Direction::TopDown;
    return weightHeader(m_shown, static_cast<WeightColumn>(section), role, direction);
}

void CallTreeItemModel::sort(int column, Qt::SortOrder order) {
    if (column < 0 || column >= weightColumns) return;
    const auto sortColumn = static_cast<WeightColumn>(column);
    if (sortColumn == m_sortColumn && order == m_sortOrder) return;
    m_sortColumn = sortColumn;
    m_sortOrder = order;
    if (!m_tree) return;
    emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    m_children.clear();
    m_rows.clear();
    const auto before = persistentIndexList();
    QModelIndexList after;
    for (const auto& index : before)
        after << indexOf(node(index)).siblingAtColumn(index.column());
    changePersistentIndexList(before, after);
    emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

} // namespace candela

#include "moc_call_tree_item_model.cpp"
