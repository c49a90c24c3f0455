/// How much room rows, boxes and bars have in all windows. Widgets ask for it where they have a size of their
/// own; they learn of a change by QEvent::FontChange, because letters change with it.
#pragma once

class QWidget;

namespace candela {

enum class LayoutDensity { Compact, Normal, Comfortable };

LayoutDensity layoutDensity();
/// Changes the application's font, from the one that it had at first.
void setLayoutDensity(LayoutDensity density);

/// Pixels of a gap or of the room around a text that normally are so many.
int roomOf(int pixels);
/// Pixels of the height of a control that the widget draws itself, beside boxes and buttons.
int controlHeight(const QWidget& widget);
/// Pixels of the height of a drawing that normally is so high.
int heightOf(int pixels);

} // namespace candela
