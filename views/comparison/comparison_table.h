/// The table of differences: columns as wide as their numbers and words, the name takes the rest of the
/// width. If nothing is left, the name has a minimum width and the table scrolls; the changes are first.
#pragma once

#include <QTableView>

#include <set>

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
    void fitTexts();
    int widthOfChanges() const;
    void fitName();

    std::set<int> m_chosen; ///< columns whose width is the user's
    bool m_isFitting = false;
};

} // namespace candela
