/// A strip next to a list's scroll bar with a mark for each row with self weight, coloured by that weight. A
/// click scrolls to the row.
#pragma once

#include "views/source/annotation_item_model.h"

#include <QWidget>

namespace candela {

class HotSpotStrip : public QWidget {
    Q_OBJECT
public:
    /// The model must outlive this object.
    HotSpotStrip(const AnnotationItemModel* model, const QString& name, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    /// The hottest row whose mark is within a few pixels, else the row at that height; -1 if there are no
    /// rows.
    int rowAt(int y) const;
    /// The top of a row's mark.
    int topOf(int row) const;

signals:
    void rowWanted(int row);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    const AnnotationItemModel* m_model;
};

} // namespace candela
