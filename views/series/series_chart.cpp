#include "views/series/series_chart.h"

#include "model/comparison/change_text.h"
#include "model/comparison/series/series_text.h"
#include "views/text/plain_text.h"
#include "views/widgets/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace candela {

namespace {

constexpr double normalInterval = 1.96; ///< standard errors on each side of 95 %
constexpr int margin = 10;              ///< pixels

/// The names without the beginning and end that all have in common, which would be all that fits below a
/// point: "…272", "…275" for "1644509272.pb.gz" and "1644509275.pb.gz".
QStringList distinctNames(const std::vector<std::string>& captures) {
    constexpr qsizetype worthwhile = 4;
    QStringList names;
    for (const auto& capture : captures)
        names << plainText(capture);
    if (names.size() < 2) return names;
    const auto common = [&](auto letterOf) {
        qsizetype length = 0;
        const auto isCommon = [&] {
            return std::ranges::all_of(names, [&](const auto& name) {
                return length + 1 < name.size() && letterOf(name, length) == letterOf(names.front(), length);
            });
        };
        while (isCommon())
            ++length;
        return length < worthwhile ? 0 : length;
    };
    const auto head = common([](const QString& name, qsizetype at) { return name[at]; });
    const auto tail = common([](const QString& name, qsizetype at) { return name[name.size() - 1 - at]; });
    for (auto& name : names)
        if (head + tail < name.size())
            name = (head > 0 ? "…" : "") + name.mid(head, name.size() - head - tail);
    return names;
}

} // namespace

SeriesChart::SeriesChart(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Course of the selected row"));
    setMinimumHeight(120);
}

QSize SeriesChart::sizeHint() const {
    return {600, 220};
}

void SeriesChart::setRow(std::shared_ptr<const Series> series, std::vector<SeriesPoint> points,
                         const FoundTrend& trend) {
    m_series = std::move(series);
    m_points = std::move(points);
    m_trend = trend;
    m_top = 0;
    for (const auto& point : m_points)
        m_top =
            std::max(m_top, point.value + (point.isErrorKnown ? normalInterval * point.standardError : 0));
    if (m_chosen && *m_chosen >= m_points.size()) m_chosen.reset();
    setAccessibleDescription(m_series ? QString::fromStdString(trendText(trend, *m_series)) : QString());
    update();
}

QRectF SeriesChart::plot() const {
    const int names = fontMetrics().height() + margin;
    const int numbers = m_series ? fontMetrics().horizontalAdvance(QString::fromStdString(
                                       normalizedText(m_top, m_series->normalize, m_series->valueUnit)))
                                 : 0;
    return QRectF(rect()).adjusted(numbers + 2 * margin, margin + fontMetrics().height(), -2 * margin,
                                   -names);
}

double SeriesChart::yOf(double value) const {
    const auto area = plot();
    return area.bottom() - (m_top > 0 ? value / m_top * area.height() : 0);
}

QPointF SeriesChart::positionOf(std::size_t capture) const {
    const auto area = plot();
    const double share = (static_cast<double>(capture) + 0.5) / static_cast<double>(m_points.size());
    return {area.left() + share * area.width(), yOf(m_points[capture].value)};
}

std::size_t SeriesChart::captureAt(QPointF position) const {
    const auto area = plot();
    const double share = (position.x() - area.left()) / std::max(area.width(), 1.0);
    const auto count = static_cast<double>(m_points.size());
    return static_cast<std::size_t>(std::clamp(std::floor(share * count), 0.0, count - 1));
}

QString SeriesChart::textOf(std::size_t capture) const {
    const auto& point = m_points[capture];
    const auto text = [&](double value) {
        return QString::fromStdString(normalizedText(value, m_series->normalize, m_series->valueUnit));
    };
    const auto name = plainText(m_series->captures[capture]);
    if (!point.isErrorKnown) return tr("%1: %2").arg(name, text(point.value));
    return tr("%1: %2 ± %3").arg(name, text(point.value), text(normalInterval * point.standardError));
}

void SeriesChart::choose(std::size_t capture) {
    m_chosen = capture;
    setAccessibleDescription(textOf(capture));
    update();
}

bool SeriesChart::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || m_points.empty()) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), plainToolTip(textOf(captureAt(help->pos()))), this);
    return true;
}

void SeriesChart::mousePressEvent(QMouseEvent* event) {
    if (!m_points.empty() && event->button() == Qt::LeftButton) choose(captureAt(event->position()));
}

void SeriesChart::mouseDoubleClickEvent(QMouseEvent* event) {
    if (m_points.empty() || event->button() != Qt::LeftButton) return;
    choose(captureAt(event->position()));
    if (*m_chosen > 0) emit comparisonWanted(*m_chosen);
}

void SeriesChart::keyPressEvent(QKeyEvent* event) {
    if (m_points.empty()) return QWidget::keyPressEvent(event);
    const auto last = m_points.size() - 1;
    const auto at = m_chosen.value_or(m_trend.at);
    switch (event->key()) {
    case Qt::Key_Left:
        return choose(m_chosen && at > 0 ? at - 1 : at);
    case Qt::Key_Right:
        return choose(m_chosen ? std::min(at + 1, last) : at);
    case Qt::Key_Home:
        return choose(0);
    case Qt::Key_End:
        return choose(last);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (at > 0) emit comparisonWanted(at);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void SeriesChart::paintAxis(QPainter& painter) const {
    const auto& theme = Theme::of(this);
    const auto area = plot();
    painter.setPen(theme.line);
    for (const double share : {0.0, 0.5, 1.0})
        painter.drawLine(QPointF(area.left(), yOf(share * m_top)), QPointF(area.right(), yOf(share * m_top)));
    painter.setPen(theme.mutedText);
    for (const double share : {0.0, 1.0}) {
        const auto text =
            share == 0
                ? QString("0")
                : QString::fromStdString(normalizedText(m_top, m_series->normalize, m_series->valueUnit));
        const QRectF box(0, yOf(share * m_top) - fontMetrics().height() / 2.0, area.left() - margin,
                         fontMetrics().height());
        painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter, text);
    }
}

void SeriesChart::paintTrend(QPainter& painter) const {
    if (m_trend.trend == Trend::None) return;
    const auto& theme = Theme::of(this);
    const auto area = plot();
    const double width = area.width() / static_cast<double>(m_points.size());
    const double begin = positionOf(m_trend.at).x() - width / 2;
    const double end = m_trend.trend == Trend::Spike ? begin + width : area.right();
    painter.fillRect(QRectF(begin, area.top(), end - begin, area.height()),
                     Theme::mix(theme.base, theme.accent, 0.12));
    painter.setPen(theme.text);
    const QRectF line(margin, 2, rect().width() - 2 * margin, fontMetrics().height());
    const auto text = QString::fromStdString(trendText(m_trend, *m_series));
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(line.width())));
}

void SeriesChart::paintPoints(QPainter& painter) const {
    const auto& theme = Theme::of(this);
    constexpr double radius = 3.5, chosenRadius = 6;
    QPolygonF line;
    for (std::size_t at = 0; at < m_points.size(); ++at)
        line << positionOf(at);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.mutedText, 1));
    for (std::size_t at = 0; at < m_points.size(); ++at) {
        const auto& point = m_points[at];
        if (!point.isErrorKnown) continue;
        const double half = normalInterval * point.standardError;
        const double x = line[static_cast<qsizetype>(at)].x();
        painter.drawLine(QPointF(x, yOf(std::max(point.value - half, 0.0))),
                         QPointF(x, yOf(point.value + half)));
    }
    painter.setPen(QPen(theme.accent, 1.5));
    painter.drawPolyline(line);
    painter.setBrush(theme.accent);
    for (std::size_t at = 0; at < m_points.size(); ++at) {
        const double size = m_chosen == at ? chosenRadius : radius;
        painter.drawEllipse(line[static_cast<qsizetype>(at)], size, size);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

/// All names if they have room; else those of the first, the last, the chosen capture and the trend's.
void SeriesChart::paintNames(QPainter& painter) const {
    const auto& theme = Theme::of(this);
    constexpr int minimumWidth = 70;
    const auto area = plot();
    const double width = area.width() / static_cast<double>(m_points.size());
    const auto step = static_cast<std::size_t>(std::ceil(minimumWidth / std::max(width, 1.0)));
    const auto names = distinctNames(m_series->captures);
    const auto own = static_cast<int>(width * static_cast<double>(std::max<std::size_t>(step, 1))) - 6;
    for (std::size_t at = 0; at < m_points.size(); at += std::max<std::size_t>(step, 1)) {
        painter.setPen(m_chosen == at || (m_trend.trend != Trend::None && m_trend.at == at)
                           ? theme.text
                           : theme.mutedText);
        const auto name = fontMetrics().elidedText(names[static_cast<qsizetype>(at)], Qt::ElideMiddle, own);
        const QRectF box(positionOf(at).x() - own / 2.0, area.bottom() + 4, own, fontMetrics().height());
        painter.drawText(box, Qt::AlignHCenter | Qt::AlignTop, name);
    }
}

void SeriesChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const auto& theme = Theme::of(this);
    painter.fillRect(rect(), theme.base);
    if (m_points.empty()) {
        painter.setPen(theme.mutedText);
        painter.drawText(rect(), Qt::AlignCenter, tr("Select a row to see its course"));
        return;
    }
    paintTrend(painter);
    paintAxis(painter);
    paintPoints(painter);
    paintNames(painter);
    if (hasFocus()) {
        painter.setPen(theme.accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

} // namespace candela

#include "moc_series_chart.cpp"
