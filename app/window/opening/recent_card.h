/// Draws a recent file as a card: its flame graph, below it the name and two lines of facts.
#pragma once

#include <QStyledItemDelegate>

namespace candela {

/// The roles of a card's item; its text is the name.
enum RecentRole {
    PathRole = Qt::UserRole,
    FactsRole,   ///< "candela · 10.0 s · host"
    WrittenRole, ///< "today 14:05 · 1.2 MB"
    TimeRole,    ///< QDateTime of the last change
    LightRole,   ///< the picture in the light theme
    DarkRole,
};

class RecentCard : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    /// The distance between cards, in pixels.
    static constexpr int gap = 12;
    /// The size of a card with the gap to the next one, if cards and gaps share `width` pixels.
    static QSize cellSize(const QFont& font, int width);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace candela
