/// The table of differences: columns as wide as their numbers, the name takes the rest of the width, or,
/// where nothing is left, has a width of its own and the table scrolls.
#pragma once

#include <QTableView>

namespace candela {

class ComparisonItemModel;

class ComparisonTable : public QTableView {
    Q_OBJECT
public:
    explicit ComparisonTable(ComparisonItemModel* model, QWidget* parent = nullptr);

    /// All listed rows to the clipboard.
    void copyRows() const;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void setUpColumns();
    void fitName();

    const ComparisonItemModel* m_rows;
};

} // namespace candela
