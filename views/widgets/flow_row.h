/// A row of widgets that wraps into further lines if the width is too small, like words. Widgets whose
/// horizontal policy is Maximum become narrower before the row wraps.
#pragma once

#include <QLayout>

#include <vector>

namespace candela {

class FlowRow : public QLayout {
public:
    explicit FlowRow(QWidget* parent);
    ~FlowRow() override;

    /// Widgets with a stretch share the free width of their line.
    void addWidget(QWidget* widget, int stretch = 0);
    void insertWidget(int position, QWidget* widget, int stretch = 0);
    /// Takes the free width of its line; nothing at a line's end.
    void addStretch(int stretch = 1);
    void addSpacing(int pixels);

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
    struct Item {
        QLayoutItem* item;
        int stretch;

        bool isSpace() const { return item->spacerItem(); }
        int width() const;
        int narrowest() const; ///< before its line wraps
    };
    struct Line {
        std::vector<Item> items;
        int width = 0;     ///< width of the items and the gaps between them
        int narrowest = 0; ///< the same with all items at their narrowest
        int height = 0;
    };
    void insert(int position, Item item);
    int gap(const Line& line, const Item& next) const;
    void add(Line& line, const Item& item) const;
    std::vector<Line> lines(int width) const;
    void setLineGeometry(const Line& line, const QRect& area) const;

    std::vector<Item> m_items;
};

} // namespace candela
