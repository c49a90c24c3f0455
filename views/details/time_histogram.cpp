#include "views/details/time_histogram.h"

#include "model/base/units.h"
#include "model/base/wrapping.h"
#include "views/text/plain_text.h"
#include "views/widgets/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <limits>

namespace candela {

namespace {

constexpr int plotHeight = 56;

QString timeText(std::int64_t time) {
    if (time == 0) return QStringLiteral("0 s"); // as on the other axes
    return QString::fromStdString(formatDuration(time));
}

/// Nanoseconds between two times. The ends of a malicious range may be further apart than a signed number can
/// express.
std::uint64_t lengthBetween(std::int64_t begin, std::int64_t end) {
    return static_cast<std::uint64_t>(end) - static_cast<std::uint64_t>(begin);
}

std::int64_t asDuration(std::uint64_t length) {
    constexpr std::uint64_t longest = std::numeric_limits<std::int64_t>::max();
    return static_cast<std::int64_t>(std::min(length, longest));
}

} // namespace

TimeHistogram::TimeHistogram(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setFocusPolicy(Qt::TabFocus); // the keyboard scrolls the panel to the widget that has the focus
}

void TimeHistogram::setContent(Content content) {
    m_content = std::move(content);
    const auto& slices = m_content.slices;
    const auto peak = std::ranges::max_element(slices, {}, magnitudeOf);
    setAccessibleName(peak == slices.end()
                          ? QString()
                          : tr("Histogram in time, highest at %1")
                                .arg(sliceText(static_cast<std::size_t>(peak - slices.begin()))));
    update();
}

QSize TimeHistogram::sizeHint() const {
    return {fontMetrics().averageCharWidth() * 34, plotHeight + fontMetrics().height() + 2};
}

QString TimeHistogram::sliceText(std::size_t slice) const {
    const auto length = static_cast<std::uint64_t>(m_content.sliceLength);
    // The last slices may extend beyond the range.
    const auto whole = lengthBetween(m_content.range.begin, m_content.range.end);
    const auto begin = std::min(length * slice, whole);
    const auto end = begin + std::min(length, whole - begin);
    const auto density =
        densityText(m_content.density, m_content.slices[slice], m_content.sliceLength, m_content.unit);
    return tr("%1 to %2: %3")
        .arg(timeText(asDuration(begin)), timeText(asDuration(end)), QString::fromStdString(density));
}

bool TimeHistogram::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || m_content.slices.empty()) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto count = m_content.slices.size();
    const auto slice = static_cast<std::size_t>(std::max(0, help->pos().x())) * count /
                       static_cast<std::size_t>(std::max(1, width()));
    QToolTip::showText(help->globalPos(), plainToolTip(sliceText(std::min(slice, count - 1))), this);
    return true;
}

std::int64_t TimeHistogram::largest() const {
    std::int64_t found = 0;
    for (const auto weight : m_content.slices)
        found = std::max(found, magnitudeOf(weight));
    return found;
}

void TimeHistogram::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const auto& theme = Theme::of(this);
    const QRect plot(0, 0, width(), plotHeight);
    painter.fillRect(plot, theme.base);
    const auto& range = m_content.range;
    if (range.begin >= range.end || m_content.slices.empty()) return;
    const auto wholeLength = lengthBetween(range.begin, range.end);
    if (const auto& selected = m_content.selected) {
        const auto xOf = [&](std::int64_t time) {
            const auto length = lengthBetween(range.begin, std::clamp(time, range.begin, range.end));
            return qRound(static_cast<double>(length) / static_cast<double>(wholeLength) * width());
        };
        const int left = xOf(selected->begin);
        painter.fillRect(left, 0, std::max(1, xOf(selected->end) - left), plotHeight, theme.accentSoft);
    }
    const auto count = static_cast<int>(m_content.slices.size());
    const auto scale = static_cast<double>(std::max<std::int64_t>(largest(), 1));
    for (int slice = 0; slice < count; ++slice) {
        const auto weight = magnitudeOf(m_content.slices[static_cast<std::size_t>(slice)]);
        if (weight == 0) continue;
        const int left = slice * width() / count;
        const int right = std::max(left + 1, (slice + 1) * width() / count);
        const int high = std::max(1, qRound(static_cast<double>(weight) / scale * (plotHeight - 2)));
        painter.fillRect(left, plotHeight - high, right - left, high, theme.density);
    }
    painter.fillRect(0, plotHeight - 1, width(), 1, theme.line);
    painter.setPen(theme.mutedText);
    const QRect axis(0, plotHeight + 2, width(), fontMetrics().height());
    painter.drawText(axis, Qt::AlignLeft, timeText(0));
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(theme.accent);
        painter.drawRect(plot.adjusted(0, 0, -1, -1));
        painter.setPen(theme.mutedText);
    }
    painter.drawText(axis, Qt::AlignRight, timeText(asDuration(wholeLength)));
}

} // namespace candela

#include "moc_time_histogram.cpp"
