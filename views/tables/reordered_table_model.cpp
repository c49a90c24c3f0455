#include "views/tables/reordered_table_model.h"

#include <absl/container/flat_hash_map.h>

namespace candela {

void ReorderedTableModel::reorder(const std::vector<std::size_t>& rows, const std::function<void()>& order) {
    emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const auto before = persistentIndexList();
    absl::flat_hash_map<std::size_t, int> positions; // of the rows that have such an index
    std::vector<std::size_t> kept;
    for (const auto& index : before) {
        kept.push_back(rows[static_cast<std::size_t>(index.row())]);
        positions[kept.back()] = 0;
    }
    order();
    if (!before.isEmpty()) {
        for (std::size_t row = 0; row < rows.size(); ++row)
            if (const auto found = positions.find(rows[row]); found != positions.end())
                found->second = static_cast<int>(row);
    }
    QModelIndexList after;
    for (qsizetype number = 0; number < before.size(); ++number)
        after << index(positions[kept[static_cast<std::size_t>(number)]], before[number].column());
    changePersistentIndexList(before, after);
    emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

} // namespace candela

#include "moc_reordered_table_model.cpp"
