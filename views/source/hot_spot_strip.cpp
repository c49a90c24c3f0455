#include "views/source/hot_spot_strip.h"

#include "views/source/annotation_delegate.h"
#include "views/widgets/theme.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <ranges>

namespace candela {

namespace {

constexpr int stripWidth = 12;
constexpr int markHeight = 3;
constexpr int reach = 4; ///< pixels

} // namespace

HotSpotStrip::HotSpotStrip(const AnnotationItemModel* model, const QString& name, QWidget* parent)
    : QWidget(parent), m_model(model) {
    setFixedWidth(stripWidth);
    setAccessibleName(name);
    setCursor(Qt::PointingHandCursor);
    connect(model, &QAbstractItemModel::modelReset, this, qOverload<>(&QWidget::update));
}

QSize HotSpotStrip::sizeHint() const {
    return {stripWidth, 40};
}

int HotSpotStrip::topOf(int row) const {
    const int rows = std::max(1, m_model->rowCount());
    return static_cast<int>(qint64(std::max(0, height() - markHeight)) * row / std::max(1, rows - 1));
}

int HotSpotStrip::rowAt(int y) const {
    const auto& hottest = m_model->hottestRows();
    const auto found = std::ranges::find_if(
        hottest, [&](int row) { return y >= topOf(row) - reach && y < topOf(row) + markHeight + reach; });
    if (found != hottest.end()) return *found;
    const int rows = m_model->rowCount();
    if (rows == 0 || height() == 0) return -1;
    return std::clamp(static_cast<int>(qint64(y) * rows / height()), 0, rows - 1);
}

void HotSpotStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const auto& theme = Theme::of(this);
    painter.fillRect(rect(), theme.window);
    painter.fillRect(0, 0, 1, height(), theme.line);
    // The hottest rows are drawn last, so that no other mark covers them.
    for (const int row : std::views::reverse(m_model->hottestRows()))
        painter.fillRect(2, topOf(row), width() - 3, markHeight,
                         AnnotationDelegate::heatColour(theme, m_model->heatOf(row)));
}

void HotSpotStrip::mousePressEvent(QMouseEvent* event) {
    const int row = rowAt(qRound(event->position().y()));
    if (event->button() == Qt::LeftButton && row >= 0) emit rowWanted(row);
}

bool HotSpotStrip::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* wanted = static_cast<QHelpEvent*>(event);
    const int row = rowAt(wanted->pos().y());
    if (row >= 0)
        QToolTip::showText(wanted->globalPos(), m_model->index(row, 0).data(Qt::ToolTipRole).toString(),
                           this);
    return true;
}

} // namespace candela

#include "moc_hot_spot_strip.cpp"
