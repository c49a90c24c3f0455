/// A list of source lines or instructions: rows of one height in a monospaced font. Only the visible ones are
/// drawn.
#pragma once

#include "views/source/annotation_item_model.h"

#include <QTableView>

namespace candela {

/// Steps to the next hotter or cooler row, or back and forward through the functions that were shown.
enum class AnnotationStep { Hotter, Cooler, Back, Forward };

class AnnotationTable : public QTableView {
    Q_OBJECT
public:
    AnnotationTable(AnnotationItemModel* model, const QString& name, QWidget* parent = nullptr);

    /// Shows another function, or the same one with other weights; the rows then keep their positions. No row
    /// is chosen.
    void setShown(std::shared_ptr<const ShownFunction> shown);
    /// Makes the row current and scrolls to it. -1: none.
    void chooseRow(int row);
    int chosenRow() const { return currentIndex().row(); }
    /// Scrolls if the row is not visible.
    void showRow(int row);
    /// The selected rows in ascending order, one per line.
    QString selectedText() const;
    /// Copies selectedText() to the clipboard.
    void copy() const;

signals:
    /// Emitted for a choice by mouse, by keys or by chooseRow().
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
    int m_numberLetters = 0; // letters of the longest number
    int m_textLetters = 0, m_originLetters = 0;
};

} // namespace candela
