/// The legend of a flame graph: swatches with texts in one line. Entries that do not fit are left out.
#pragma once

#include "views/flame/flame_colours.h"

#include <QFontMetrics>
#include <QWidget>

#include <span>
#include <vector>

class QPainter;

namespace candela {

/// The width of all entries in one line, in pixels.
int legendWidth(std::span<const LegendEntry> entries, const QFontMetrics& metrics);
/// Draws as many entries as fit into `area`, in the painter's font, aligned to `side`: Qt::AlignLeft or
/// Qt::AlignRight.
void paintLegend(QPainter& painter, const QRect& area, std::span<const LegendEntry> entries,
                 const Theme& theme, Qt::Alignment side);

class Legend : public QWidget {
    Q_OBJECT
public:
    explicit Legend(QWidget* parent = nullptr);

    /// `meaning` says what the colours stand for: the tooltip has it, and the entries without room.
    void setEntries(std::vector<LegendEntry> entries, const QString& meaning);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {minimumWidth, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void measure();

    static constexpr int minimumWidth = 150; // pixels: an entry or two

    std::vector<LegendEntry> m_entries;
    int m_width = 0; ///< of the entries, in pixels
};

} // namespace candela
