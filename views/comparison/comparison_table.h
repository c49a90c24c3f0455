/// The table of differences: columns as wide as their numbers, the name takes the rest of the width. If
/// nothing is left, the name has a minimum width and the table scrolls.
#pragma once

#include <QTableView>

namespace candela {

class ComparisonItemModel;

class ComparisonTable : public QTableView {
    Q_OBJECT
public:
    explicit ComparisonTable(ComparisonItemModel* model, QWidget* parent = nullptr);

    /// Copies all listed rows to the clipboard, as TableActions does.
    void copyRows() const;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void setUpColumns();
    void fitName();
};

} // namespace candela
