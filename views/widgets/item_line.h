/// Below a view: what the item under the pointer or the selected one is, or a hint. Names are elided to the
/// width; numbers are not.
#pragma once

#include "views/text/item_words.h"

#include <QWidget>

#include <vector>

namespace candela {

class ItemLine : public QWidget {
    Q_OBJECT
public:
    explicit ItemLine(QWidget* parent = nullptr);

    /// Several share the width equally.
    void setItems(std::vector<ItemWords> items);
    void setHint(const QString& hint);
    /// As it is drawn in the present width: of each item, or of the hint.
    QStringList shownTexts() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void setWords(const QString& all);

    std::vector<ItemWords> m_items;
    QString m_hint;
};

} // namespace candela
