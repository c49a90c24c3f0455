/// A line below a view: a text about the hovered item or the selected one, or a hint. Names are elided to
/// fit; numbers stay whole, or are left out from the end where the line is narrow.
#pragma once

#include "views/text/item_words.h"

#include <QWidget>

#include <vector>

namespace candela {

class ItemLine : public QWidget {
    Q_OBJECT
public:
    explicit ItemLine(QWidget* parent = nullptr);

    /// Several items share the width equally.
    void setItems(std::vector<ItemWords> items);
    void setHint(const QString& hint);
    /// The texts as drawn at the current width: of each item, or of the hint.
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
