#include "views/flame/legend.h"

#include "views/flame/flame_textures.h"
#include "views/text/plain_text.h"
#include "views/text/short_text.h"

#include <QEvent>
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
    FlameTextures textures;
    FlameTextures::setOrigin(painter, QPointF(left, top));
    painter.fillRect(left, top, swatch, swatch,
                     textures.brush(entry.kind, entry.colour, FlameTextures::ink(theme),
                                    painter.device()->devicePixelRatioF()));
    if (entry.kind == CodeClass::Inlined) {
        auto edge = theme.boxText;
        edge.setAlphaF(0.5F);
        painter.fillRect(left, top, 2, swatch, edge);
    }
    painter.setPen(theme.mutedText);
    painter.drawText(QRect(left + swatch + swatchGap, area.top(), area.width(), area.height()),
                     Qt::AlignVCenter, entry.text);
}

/// Without the last modules, if there is no room, and then without the last textures: a module's name is also
/// in tooltips.
std::vector<LegendEntry> fittingEntries(std::vector<LegendEntry> entries, const QFontMetrics& metrics,
                                        int width) {
    // Texts are measured once each: a capture may have hundreds of modules.
    std::vector<int> widths;
    int all = -entryGap;
    for (const auto& entry : entries) {
        widths.push_back(entryWidth(entry, metrics) + entryGap);
        all += widths.back();
    }
    while (!entries.empty() && all > width) {
        const auto isPlain = [](const LegendEntry& entry) { return entry.kind == CodeClass::User; };
        const auto lastPlain = std::find_if(entries.rbegin(), entries.rend(), isPlain);
        const auto unfitting = lastPlain == entries.rend() ? entries.end() - 1 : lastPlain.base() - 1;
        const auto itsWidth = widths.begin() + (unfitting - entries.begin());
        all -= *itsWidth;
        widths.erase(itsWidth);
        entries.erase(unfitting);
    }
    return entries;
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
    const auto fitting = fittingEntries({entries.begin(), entries.end()}, metrics, area.width());
    int left = area.left();
    if (side & Qt::AlignRight) left += area.width() - legendWidth(fitting, metrics);
    for (const auto& entry : fitting) {
        paintEntry(painter, area, left, entry, theme);
        left += entryWidth(entry, metrics) + entryGap;
    }
}

Legend::Legend(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void Legend::setEntries(std::vector<LegendEntry> entries, const QString& meaning) {
    m_entries = std::move(entries);
    constexpr qsizetype maximumLetters = 80; // of an entry: names may have thousands
    QStringList words, lines{meaning};
    for (const auto& entry : m_entries) {
        words << entry.text;
        lines << shortText(entry.text, maximumLetters);
    }
    setToolTip(plainToolTip(lines.join('\n')));
    setAccessibleName(tr("Legend: %1").arg(words.join(", ")));
    measure();
    update();
}

/// Layouts ask for the width often, and names may have thousands of letters.
void Legend::measure() {
    constexpr std::size_t maximumMeasured = 16; // no window has room for more
    const std::span first(m_entries.data(), std::min(m_entries.size(), maximumMeasured));
    m_width = legendWidth(first, fontMetrics());
    updateGeometry();
}

QSize Legend::sizeHint() const {
    return {m_width, fontMetrics().height() + 4};
}

void Legend::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) measure();
}

void Legend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintLegend(painter, rect(), m_entries, Theme::of(this), Qt::AlignRight);
}

} // namespace candela

#include "moc_legend.cpp"
