#include "views/comparison/change_legend.h"

#include "views/comparison/change_colours.h"
#include "views/widgets/theme.h"

#include <QPainter>

#include <algorithm>

namespace candela {

namespace {
constexpr int gap = 6;
constexpr int swatchSize = 12;
} // namespace

ChangeLegend::ChangeLegend(QWidget* parent) : QWidget(parent), m_grey(tr("same or unknown")) {
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
}

void ChangeLegend::setEnds(const QString& less, const QString& more) {
    const auto isShown = !more.isEmpty();
    m_less = isShown ? verdictSign(Verdict::Faster) + " " + less : QString();
    m_more = isShown ? more + " " + verdictSign(Verdict::Slower) : QString();
    setAccessibleName(
        tr("Colours: blue is less, down to %1; orange is more, up to %2; grey is the same or unknown")
            .arg(less, more));
    setToolTip(
        tr("Boxes with ▼, blue, weigh less in new; those with ▲, orange, more. Only what is no chance "
           "has a colour: grey boxes weigh the same, or what was recorded can't tell; in grey boxes "
           "with ?, one side has broken stacks or lacks names, which may be the difference. Each box has the "
           "verdict of its function in all its call paths. The scale is the same on both sides."));
    updateGeometry();
    update();
}

void ChangeLegend::showCertainty() {
    setEnds(tr("less"), tr("more"));
    setAccessibleName(
        tr("Colours: blue is less, orange is more, the stronger the more certain; grey is the same "
           "or unknown"));
    setToolTip(
        tr("Boxes with ▼, blue, weigh less in new; those with ▲, orange, more. The stronger the colour, "
           "the more of the change is certain. ▲+ is in new alone, ▼− in base alone. Grey boxes weigh "
           "the same, or what was recorded can't tell; in grey boxes with ?, one side has broken stacks or "
           "lacks names, which may be the difference. Each box has the verdict of its function in all its "
           "call paths."));
}

QSize ChangeLegend::sizeWith(int scale) const {
    if (m_more.isEmpty()) return {0, fontMetrics().height() + 4};
    const auto metrics = fontMetrics();
    const int texts = metrics.horizontalAdvance(m_less) + metrics.horizontalAdvance(m_more) +
                      metrics.horizontalAdvance(m_grey);
    return {texts + scale + swatchSize + 5 * gap + 2, metrics.height() + 4};
}

void ChangeLegend::paintEvent(QPaintEvent*) {
    if (m_more.isEmpty()) return;
    QPainter painter(this);
    const auto& theme = Theme::of(this);
    const int top = (height() - swatchSize) / 2;
    int left = 0;
    painter.setPen(theme.mutedText);
    const auto add = [&](const QString& text) {
        painter.drawText(rect().adjusted(left, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
        left += fontMetrics().horizontalAdvance(text) + gap;
    };
    add(m_less);
    const int scale = std::max(minimumScaleWidth, scaleWidth - (sizeHint().width() - width()));
    for (int x = 0; x < scale; ++x) {
        const double share = 2.0 * x / (scale - 1) - 1;
        painter.fillRect(left + x, top, 1, swatchSize, changeColour(theme, share));
    }
    left += scale + gap;
    add(m_more);
    left += gap;
    painter.fillRect(left, top, swatchSize, swatchSize, theme.mutedText);
    painter.fillRect(left + 1, top + 1, swatchSize - 2, swatchSize - 2, theme.same);
    left += swatchSize + gap;
    add(m_grey);
}

} // namespace candela

#include "moc_change_legend.cpp"
