/// A list of source lines or instructions: rows of one height in a monospaced font, of which only the visible
/// ones are drawn.
#pragma once

#include "views/source/annotation_item_model.h"

#include <QTableView>

namespace candela {

/// To the next hotter or cooler row, or through the functions that were shown.
enum class AnnotationStep { Hotter, Cooler, Back, Forward };

class AnnotationTable : public QTableView {
    Q_OBJECT
public:
    AnnotationTable(AnnotationItemModel* model, const QString& name, QWidget* parent = nullptr);

    /// Shows another function, or the same with other weights: then the rows stay where they are. No row is
    /// chosen.
    void setShown(std::shared_ptr<const ShownFunction> shown);
    /// Makes it the current row, which is seen then. -1: none.
    void chooseRow(int row);
    int chosenRow() const { return currentIndex().row(); }
    /// Scrolls if the row is not seen.
    void showRow(int row);
    /// The selected rows in ascending order, a line each.
    QString selectedText() const;
    /// Copies that to the clipboard.
    void copy() const;

signals:
    /// By mouse, keys or chooseRow().
    void rowChosen(int row);
    void stepWanted(candela::AnnotationStep step);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void setUpFont();
    void joinHeadings();
    void fitColumns();

    AnnotationItemModel* m_model;
    int m_numberLetters = 0; // of the longest number
    int m_textLetters = 0;
};

} // namespace candela
