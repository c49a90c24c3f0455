#include "views/tables/function_list_item_model.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>

namespace candela {

FunctionListItemModel::FunctionListItemModel(QObject* parent) : QAbstractTableModel(parent) {}

void FunctionListItemModel::setShown(const Shown& shown) {
    beginResetModel();
    m_shown = shown;
    m_rows.clear();
    if (!shown.isEmpty()) {
        const bool isFiltered = shown.matches && shown.matches->isActive();
        for (const auto& row : *shown.functions)
            if (!isFiltered || shown.matches->contains(row.group)) m_rows.push_back(row);
        sortRows();
    }
    endResetModel();
}

int FunctionListItemModel::rowOf(std::string_view name) const {
    const auto found = std::ranges::find_if(
        m_rows, [&](const GroupWeight& row) { return m_shown.groups()[row.group].name == name; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int FunctionListItemModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int FunctionListItemModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : weightColumns;
}

QVariant FunctionListItemModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    return weightCell(m_shown, row(index.row()), static_cast<WeightColumn>(index.column()), role);
}

QVariant FunctionListItemModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= weightColumns) return {};
    return weightHeader(m_shown, static_cast<WeightColumn>(section), role);
}

void FunctionListItemModel::sort(int column, Qt::SortOrder order) {
    if (column < 0 || column >= weightColumns) return;
    m_sortColumn = static_cast<WeightColumn>(column);
    m_sortOrder = order;
    if (m_rows.empty()) return;
    emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const auto before = persistentIndexList();
    std::vector<FrameGroupIndex> groups;
    for (const auto& index : before)
        groups.push_back(row(index.row()).group);
    sortRows();
    if (!before.isEmpty()) {
        absl::flat_hash_map<FrameGroupIndex, int> rows;
        for (std::size_t position = 0; position < m_rows.size(); ++position)
            rows[m_rows[position].group] = static_cast<int>(position);
        QModelIndexList after;
        for (qsizetype i = 0; i < before.size(); ++i)
            after << index(rows.at(groups[static_cast<std::size_t>(i)]), before[i].column());
        changePersistentIndexList(before, after);
    }
    emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

void FunctionListItemModel::sortRows() {
    std::ranges::stable_sort(m_rows, [this](const GroupWeight& left, const GroupWeight& right) {
        if (m_sortOrder == Qt::DescendingOrder) return isBefore(m_shown, right, left, m_sortColumn);
        return isBefore(m_shown, left, right, m_sortColumn);
    });
}

} // namespace candela

#include "moc_function_list_item_model.cpp"
