/// A table whose rows are numbers of something that does not change, in an order that does.
#pragma once

#include <QAbstractTableModel>

#include <cstddef>
#include <functional>
#include <vector>

namespace candela {

class ReorderedTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

protected:
    /// Calls `order`, which changes the order of `rows` and nothing else. What is selected stays selected.
    void reorder(const std::vector<std::size_t>& rows, const std::function<void()>& order);
};

} // namespace candela
