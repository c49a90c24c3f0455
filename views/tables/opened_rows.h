/// Which rows of a call tree are open, by name, so that they can be opened in another tree.
#pragma once

#include <string>
#include <vector>

class QModelIndex;
class QTreeView;

namespace candela {

class CallTreeItemModel;

class OpenedRows {
public:
    OpenedRows() = default;
    /// Remembers the rows that are open now. The view must show the model.
    OpenedRows(const QTreeView& view, const CallTreeItemModel& model);

    bool isEmpty() const { return m_rows.empty(); }
    /// Opens those of the rows that the model has, and changes no other row.
    void open(QTreeView& view, const CallTreeItemModel& model) const;

private:
    struct Row {
        std::string name;
        std::vector<Row> children;
    };
    static std::vector<Row> rowsBelow(const QModelIndex& parent, const QTreeView& view,
                                      const CallTreeItemModel& model);
    static void open(const std::vector<Row>& rows, const QModelIndex& parent, QTreeView& view,
                     const CallTreeItemModel& model);

    std::vector<Row> m_rows;
};

} // namespace candela
