#include "views/comparison/change_legend.h"

#include "views/comparison/change_colours.h"
#include "views/widgets/theme.h"

#include <QPainter>

namespace candela {

namespace {
constexpr int scaleWidth = 120;
constexpr int gap = 6;
} // namespace

ChangeLegend::ChangeLegend(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void ChangeLegend::setEnds(const QString& less, const QString& more) {
    m_less = less;
    m_more = more;
    setAccessibleName(tr("Colours: blue is less, down to %1; orange is more, up to %2").arg(less, more));
    setToolTip(tr(
        "Blue boxes weigh less in new, orange ones more; grey ones weigh the same. The scale is the same on "
        "both sides."));
    updateGeometry();
    update();
}

QSize ChangeLegend::sizeHint() const {
    if (m_more.isEmpty()) return {0, fontMetrics().height() + 4};
    const auto metrics = fontMetrics();
    return {metrics.horizontalAdvance(m_less) + metrics.horizontalAdvance(m_more) + scaleWidth + 2 * gap + 2,
            metrics.height() + 4};
}

void ChangeLegend::paintEvent(QPaintEvent*) {
    if (m_more.isEmpty()) return;
    QPainter painter(this);
    const auto& theme = Theme::of(this);
    painter.setPen(theme.mutedText);
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, m_less);
    painter.drawText(rect(), Qt::AlignRight | Qt::AlignVCenter, m_more);
    const int left = fontMetrics().horizontalAdvance(m_less) + gap;
    for (int x = 0; x < scaleWidth; ++x) {
        const double share = 2.0 * x / (scaleWidth - 1) - 1;
        painter.fillRect(left + x, (height() - 12) / 2, 1, 12, changeColour(theme, share));
    }
}

} // namespace candela
