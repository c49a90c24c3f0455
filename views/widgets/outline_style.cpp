#include "views/widgets/outline_style.h"

#include "views/widgets/layout_density.h"
#include "views/widgets/theme.h"

#include <QPainter>
#include <QStyleOption>

#include <algorithm>

namespace candela {

namespace {

constexpr int buttonPadding = 8; // on each side of a button's text; Fusion leaves three pixels

bool isSeparator(QStyle::ControlElement element, const QStyleOption* option) {
    const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
    return element == QStyle::CE_MenuItem && item && item->menuItemType == QStyleOptionMenuItem::Separator &&
           item->text.isEmpty();
}

/// Controls with a text that stand beside each other.
bool isInARow(QStyle::ContentsType type, const QStyleOption* option) {
    if (!option) return false;
    if (type == QStyle::CT_ToolButton) {
        const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
        return button && !button->text.isEmpty() && button->toolButtonStyle != Qt::ToolButtonIconOnly;
    }
    return type == QStyle::CT_ComboBox || type == QStyle::CT_LineEdit || type == QStyle::CT_PushButton ||
           type == QStyle::CT_SpinBox;
}

QColor lineColour(const Theme& theme) {
    return Theme::mix(theme.line, theme.text, 0.15);
}

} // namespace

QSize OutlineStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                                     const QWidget* widget) const {
    auto size = QProxyStyle::sizeFromContents(type, option, contents, widget);
    if (isInARow(type, option)) {
        // Fusion leaves more room around icons than these buttons need.
        const auto* tool = qstyleoption_cast<const QStyleOptionToolButton*>(option);
        const int needed = tool ? tool->iconSize.height() + 4 : size.height();
        size.setHeight(std::max(needed, controlHeight(*option, widget)));
    }
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
    if (type != CT_PushButton || !button || button->text.isEmpty()) return size;
    return size.expandedTo({contents.width() + 2 * buttonPadding, size.height()});
}

int OutlineStyle::controlHeight(const QStyleOption& option, const QWidget* widget) const {
    QStyleOptionComboBox box;
    QStyleOptionFrame edit;
    edit.lineWidth = pixelMetric(PM_DefaultFrameWidth, nullptr, widget);
    for (QStyleOption* each : std::initializer_list<QStyleOption*>{&box, &edit}) {
        each->fontMetrics = option.fontMetrics;
        each->styleObject = option.styleObject;
    }
    constexpr int minimumText = 14; // as QComboBox and QLineEdit measure their contents
    const QSize content(0, std::max(option.fontMetrics.height(), minimumText) + 2);
    return std::max({QProxyStyle::sizeFromContents(CT_ComboBox, &box, content, widget).height(),
                     QProxyStyle::sizeFromContents(CT_LineEdit, &edit, content, widget).height(),
                     option.fontMetrics.height() + roomOf(8)});
}

void OutlineStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                 const QWidget* widget) const {
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (element == PE_PanelMenu && Theme::of(option->palette).scheme == ColourScheme::Dark) {
        painter->setPen(lineColour(Theme::of(option->palette)));
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        return;
    }
    const bool isBox = element == PE_IndicatorCheckBox, isEdit = element == PE_FrameLineEdit;
    const auto& theme = Theme::of(option->palette);
    if (theme.scheme != ColourScheme::Dark || !(isBox || isEdit)) return;
    if (isEdit && (option->state & State_HasFocus)) return; // has the accent's colour
    const bool isEnabled = option->state & State_Enabled;
    const double brightness = isEdit ? 0.15 : isEnabled ? 0.45 : 0.2;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Theme::mix(theme.line, theme.text, brightness));
    painter->setBrush(Qt::NoBrush);
    const int radius = isEdit ? 2 : 0; // as Fusion's
    painter->drawRoundedRect(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter->restore();
}

void OutlineStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const {
    if (isSeparator(element, option) && Theme::of(option->palette).scheme == ColourScheme::Dark) {
        const auto& line = option->rect;
        painter->fillRect(QRect(line.left() + 5, line.center().y(), line.width() - 10, 1),
                          lineColour(Theme::of(option->palette)));
        return;
    }
    const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option);
    const bool isChosen = element == CE_TabBarTabShape && tab && (tab->state & State_Selected);
    if (!isChosen || Theme::of(option->palette).scheme != ColourScheme::Dark)
        return QProxyStyle::drawControl(element, option, painter, widget);
    auto framed = *tab; // a tab with a frame has the colour of buttons, not of the window
    framed.features |= QStyleOptionTab::HasFrame;
    QProxyStyle::drawControl(element, &framed, painter, widget);
}

} // namespace candela

#include "moc_outline_style.cpp"
