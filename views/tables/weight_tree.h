/// A QTreeView whose selected row is tinted only by its delegate, because the style would fill the
/// indentation in another colour. The names of deep rows stay readable: their column grows with the rows that
/// are opened.
#pragma once

#include <QTreeView>

namespace candela {

class NameColumn;

class WeightTree : public QTreeView {
    Q_OBJECT
public:
    explicit WeightTree(QWidget* parent = nullptr);

    /// The model is set already.
    void setNames(NameColumn* names);
    /// Sideways, scrolls no farther than the beginning of the row's name needs, so that numbers stay in
    /// sight.
    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;

protected:
    void drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override;

private:
    void makeRoomBelow(const QModelIndex& index);

    NameColumn* m_names = nullptr;
};

} // namespace candela
