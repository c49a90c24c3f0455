#include "views/text/short_text.h"

#include <QTextBoundaryFinder>

#include <algorithm>

namespace candela {

QString shortText(const QString& text, qsizetype maximumLetters) {
    if (text.size() <= maximumLetters) return text;
    // An accent stays with its letter, and both halves of a surrogate pair stay together.
    QTextBoundaryFinder letters(QTextBoundaryFinder::Grapheme, text);
    const auto kept = std::max<qsizetype>(maximumLetters - 1, 0);
    letters.setPosition(kept - kept / 2);
    if (!letters.isAtBoundary()) letters.toPreviousBoundary();
    const auto begin = letters.position();
    letters.setPosition(text.size() - kept / 2);
    if (!letters.isAtBoundary()) letters.toNextBoundary();
    return text.first(begin) + "…" + text.sliced(letters.position());
}

} // namespace candela
