#include "app/window/widgets/section.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace candela {

QFont pageTitleFont(QFont font) {
    font.setPointSizeF(font.pointSizeF() * 1.6);
    font.setWeight(QFont::DemiBold);
    return font;
}

QLabel* pageTitle(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setFont(pageTitleFont(label->font()));
    return label;
}

QLabel* partTitle(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    auto font = label->font();
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    return label;
}

QLabel* mutedLabel(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setWordWrap(true);
    return label;
}

QWidget* section(const QString& title, QWidget* content, QWidget* parent) {
    auto* row = new QWidget(parent);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(16);
    auto* label = partTitle(title, row);
    label->setFixedWidth(label->fontMetrics().averageCharWidth() * 13);
    label->setContentsMargins(0, 5, 0, 0);
    layout->addWidget(label, 0, Qt::AlignTop);
    layout->addWidget(content, 1);
    return row;
}

} // namespace candela
