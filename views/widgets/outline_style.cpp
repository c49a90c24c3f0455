#include "views/widgets/outline_style.h"

#include "views/widgets/theme.h"

#include <QPainter>
#include <QStyleOption>

namespace candela {

void OutlineStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                 const QWidget* widget) const {
    QProxyStyle::drawPrimitive(element, option, painter, widget);
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
    const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option);
    const bool isChosen = element == CE_TabBarTabShape && tab && (tab->state & State_Selected);
    if (!isChosen || Theme::of(option->palette).scheme != ColourScheme::Dark)
        return QProxyStyle::drawControl(element, option, painter, widget);
    auto framed = *tab; // a tab with a frame has the colour of buttons, not of the window
    framed.features |= QStyleOptionTab::HasFrame;
    QProxyStyle::drawControl(element, &framed, painter, widget);
}

} // namespace candela
