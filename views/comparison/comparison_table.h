/// The table of differences. The changes stay in sight before intervals and modules.
#pragma once

#include <QTableView>

namespace candela {

class ComparisonItemModel;
struct FittedColumns;

class ComparisonTable : public QTableView {
    Q_OBJECT
public:
    explicit ComparisonTable(ComparisonItemModel* model, QWidget* parent = nullptr);

    /// Copies all listed rows to the clipboard, as TableActions does.
    void copyRows() const;

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void setUpColumns();
    FittedColumns fittedColumns() const;
};

} // namespace candela
