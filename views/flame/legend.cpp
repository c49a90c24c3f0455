#include "views/flame/legend.h"

#include <QPainter>

#include <algorithm>

namespace candela {

namespace {

constexpr int swatch = 12;
constexpr int swatchGap = 5;
constexpr int entryGap = 14;

int entryWidth(const LegendEntry& entry, const QFontMetrics& metrics) {
    return swatch + swatchGap + metrics.horizontalAdvance(entry.text);
}

void paintEntry(QPainter& painter, const QRect& area, int left, const LegendEntry& entry,
                const Theme& theme) {
    const int top = area.top() + (area.height() - swatch) / 2;
    painter.fillRect(left, top, swatch, swatch, entry.colour);
    if (entry.mark == LegendEntry::Mark::InlinedEdge) {
        auto edge = theme.boxText;
        edge.setAlphaF(0.5F);
        painter.fillRect(left, top, 2, swatch, edge);
    }
    painter.setPen(theme.mutedText);
    painter.drawText(QRect(left + swatch + swatchGap, area.top(), area.width(), area.height()),
                     Qt::AlignVCenter, entry.text);
}

} // namespace

int legendWidth(std::span<const LegendEntry> entries, const QFontMetrics& metrics) {
    int width = 0;
    for (const auto& entry : entries)
        width += entryWidth(entry, metrics) + entryGap;
    return std::max(0, width - entryGap);
}

void paintLegend(QPainter& painter, const QRect& area, std::span<const LegendEntry> entries,
                 const Theme& theme, Qt::Alignment side) {
    const auto metrics = painter.fontMetrics();
    while (legendWidth(entries, metrics) > area.width())
        entries = entries.first(entries.size() - 1);
    int left = area.left();
    if (side & Qt::AlignRight) left += area.width() - legendWidth(entries, metrics);
    for (const auto& entry : entries) {
        paintEntry(painter, area, left, entry, theme);
        left += entryWidth(entry, metrics) + entryGap;
    }
}

Legend::Legend(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
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

QSize Legend::sizeHint() const {
    return {legendWidth(m_entries, fontMetrics()), fontMetrics().height() + 4};
}

void Legend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintLegend(painter, rect(), m_entries, Theme::of(this), Qt::AlignRight);
}

} // namespace candela
