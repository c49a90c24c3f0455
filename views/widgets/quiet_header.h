/// A flat table header whose texts are aligned exactly with those of the cells.
#pragma once

#include <QHeaderView>

namespace candela {

class QuietHeader : public QHeaderView {
    Q_OBJECT
public:
    explicit QuietHeader(QWidget* parent = nullptr);

    QSize sizeHint() const override;

protected:
    /// What a title takes, with the sign of the order where the table is sorted by it.
    QSize sectionSizeFromContents(int section) const override;
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;
};

} // namespace candela
