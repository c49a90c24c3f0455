#include "views/legend.h"

#include <QPainter>

namespace candela {

namespace {
constexpr int swatch = 12;
constexpr int swatchGap = 5;
constexpr int entryGap = 14;
} // namespace

Legend::Legend(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void Legend::setEntries(std::vector<LegendEntry> entries) {
    m_entries = std::move(entries);
    QStringList words;
    for (const auto& entry : m_entries)
        words << entry.text;
    setAccessibleName(tr("Legend: %1").arg(words.join(", ")));
    updateGeometry();
    update();
}

int Legend::entryWidth(const LegendEntry& entry) const {
    return swatch + swatchGap + fontMetrics().horizontalAdvance(entry.text);
}

QSize Legend::sizeHint() const {
    int width = 0;
    for (const auto& entry : m_entries)
        width += entryWidth(entry) + entryGap;
    return {std::max(0, width - entryGap), fontMetrics().height() + 4};
}

void Legend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const auto& theme = Theme::of(this);
    std::size_t fitting = 0;
    int needed = -entryGap;
    for (; fitting < m_entries.size(); ++fitting) {
        const int wider = needed + entryGap + entryWidth(m_entries[fitting]);
        if (wider > width()) break;
        needed = wider;
    }
    int left = width() - needed;
    const int top = (height() - swatch) / 2;
    for (std::size_t row = 0; row < fitting; ++row) {
        const auto& entry = m_entries[row];
        painter.fillRect(left, top, swatch, swatch, entry.colour);
        if (entry.mark == LegendEntry::Mark::InlinedEdge) {
            auto edge = theme.boxText;
            edge.setAlphaF(0.5F);
            painter.fillRect(left, top, 2, swatch, edge);
        }
        painter.setPen(theme.mutedText);
        painter.drawText(QRect(left + swatch + swatchGap, 0, width(), height()), Qt::AlignVCenter,
                         entry.text);
        left += entryWidth(entry) + entryGap;
    }
}

} // namespace candela
