/// A QTreeView whose selected row is tinted only by its delegate, because the style would fill the
/// indentation in another colour.
#pragma once

#include <QTreeView>

namespace candela {

class WeightTree : public QTreeView {
    Q_OBJECT
public:
    explicit WeightTree(QWidget* parent = nullptr);

protected:
    void drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override;
};

} // namespace candela
