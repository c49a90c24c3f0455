/// Titles of pages and their parts, and explanations: one look and spacing for all.
#pragma once

#include <QFont>
#include <QString>

class QLabel;
class QWidget;

namespace candela {

/// The font of page titles beside texts in that font.
QFont pageTitleFont(QFont font);
/// A page's name, large.
QLabel* pageTitle(const QString& text, QWidget* parent);
/// A part's name, small and bold.
QLabel* partTitle(const QString& text, QWidget* parent);
/// An explanation: muted, wrapped if it is long.
QLabel* mutedLabel(const QString& text, QWidget* parent);

/// A row of a form: the title in its own column, the content beside it. Without a title, the title's column
/// stays empty.
QWidget* section(const QString& title, QWidget* content, QWidget* parent);

} // namespace candela
