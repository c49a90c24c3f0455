#include "views/widgets/short_entries.h"

#include "views/text/plain_text.h"

#include <QComboBox>

namespace candela {

QString shortEntry(const QWidget& widget, const QString& text) {
    constexpr int maximumLetters = 40;
    const auto metrics = widget.fontMetrics();
    return metrics.elidedText(text, Qt::ElideMiddle, metrics.averageCharWidth() * maximumLetters);
}

void addEntry(QComboBox& box, const QString& text) {
    const auto shown = shortEntry(box, text);
    box.addItem(shown, text);
    if (shown != text) box.setItemData(box.count() - 1, plainToolTip(text), Qt::ToolTipRole);
}

} // namespace candela
