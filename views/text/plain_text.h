/// Text of profiles and files for widgets. Names are shown as they are and are never markup: Qt takes what
/// looks like HTML in tooltips and labels for rich text.
#pragma once

#include <QString>

#include <string_view>

namespace candela {

/// By shownText(): one line, nothing that is invisible or turns text around.
QString plainText(std::string_view text);
QString plainText(const QString& text);

/// The same as a tooltip, where Qt guesses whether it is rich text.
QString plainToolTip(const QString& text);

} // namespace candela
