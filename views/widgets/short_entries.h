/// Entries of choices, menus and tabs for names from files, which may be longer than the window is wide.
#pragma once

#include <QString>

class QComboBox;
class QWidget;

namespace candela {

/// The text as it is shown in an entry, shortened in its middle if it is long. Menus need `&` doubled besides.
QString shortEntry(const QWidget& widget, const QString& text);

/// Adds an entry whose data is the whole text, which the tooltip has if the entry is shortened.
void addEntry(QComboBox& box, const QString& text);

} // namespace candela
