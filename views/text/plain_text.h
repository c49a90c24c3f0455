/// Text from profiles and files for widgets. Names are shown literally and never as markup: in tooltips and
/// labels, Qt treats text that looks like HTML as rich text.
#pragma once

#include <QString>

#include <string_view>

namespace candela {

/// The text as shownText() returns it: one line, without invisible characters and without characters that
/// change the direction.
QString plainText(std::string_view text);
QString plainText(const QString& text);

/// A text of the model in the user's language.
QString modelText(std::string_view text);

/// The same as a tooltip, for which Qt guesses whether the text is rich.
QString plainToolTip(const QString& text);

} // namespace candela
