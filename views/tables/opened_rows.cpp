#include "views/tables/opened_rows.h"

#include "views/tables/call_tree_item_model.h"

#include <QTreeView>

#include <algorithm>

namespace candela {

namespace {

const std::string& nameAt(const QModelIndex& index, const CallTreeItemModel& model) {
    const auto& tree = *model.tree();
    return tree.groups()[tree.group(model.node(index))].name;
}

} // namespace

OpenedRows::OpenedRows(const QTreeView& view, const CallTreeItemModel& model)
    : m_rows(rowsBelow({}, view, model)) {}

std::vector<OpenedRows::Row> OpenedRows::rowsBelow(const QModelIndex& parent, const QTreeView& view,
                                                   const CallTreeItemModel& model) {
    std::vector<Row> opened;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const auto index = model.index(row, 0, parent);
        if (view.isExpanded(index)) opened.push_back({nameAt(index, model), rowsBelow(index, view, model)});
    }
    return opened;
}

void OpenedRows::open(QTreeView& view, const CallTreeItemModel& model) const {
    open(m_rows, {}, view, model);
}

void OpenedRows::open(const std::vector<Row>& rows, const QModelIndex& parent, QTreeView& view,
                      const CallTreeItemModel& model) {
    if (rows.empty()) return;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const auto index = model.index(row, 0, parent);
        const auto found = std::ranges::find(rows, nameAt(index, model), &Row::name);
        if (found == rows.end()) continue;
        view.expand(index);
        open(found->children, index, view, model);
    }
}

} // namespace candela
