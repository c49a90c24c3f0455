/// Cards of one width in rows of nearly equal length: as many in a row as fit, and none stretched to fill the
/// last one.
#pragma once

#include <QLayout>

#include <vector>

namespace candela {

class CardGrid : public QLayout {
public:
    explicit CardGrid(QWidget* parent);
    ~CardGrid() override;

    void addItem(QLayoutItem* item) override;
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem* itemAt(int position) const override;
    QLayoutItem* takeAt(int position) override;
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    Qt::Orientations expandingDirections() const override { return {}; }
    void setGeometry(const QRect& area) override;

private:
    QSize cardSize() const; ///< the preferred size of the largest card
    int columns(int width) const;

    std::vector<QLayoutItem*> m_items;
};

} // namespace candela
