/// Sentences that contain names of any length, such as a template's: shortened, so that the sentence around
/// the name stays readable.
#pragma once

#include <QString>

namespace candela {

/// The beginning and the end of the text, with "…" between them, if it has more than `maximumLetters`; else
/// the text. What was left out should be in a tool tip.
QString shortText(const QString& text, qsizetype maximumLetters);

} // namespace candela
