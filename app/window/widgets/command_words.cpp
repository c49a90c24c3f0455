#include "app/window/widgets/command_words.h"

#include <QRegularExpression>

namespace candela {

Result<QStringList> commandWords(const QString& text) {
    QStringList words;
    QString word;
    bool isInWord = false;
    QChar quote;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar letter = text[i];
        const bool isEscape = letter == '\\' && quote != '\'' && i + 1 < text.size();
        if (isEscape && (quote.isNull() || text[i + 1] == '"' || text[i + 1] == '\\')) {
            word += text[++i];
            isInWord = true;
        } else if (!quote.isNull()) {
            if (letter == quote)
                quote = QChar();
            else
                word += letter;
        } else if (letter == '"' || letter == '\'') {
            quote = letter;
            isInWord = true;
        } else if (letter.isSpace()) {
            if (isInWord) words << word;
            word.clear();
            isInWord = false;
        } else {
            word += letter;
            isInWord = true;
        }
    }
    if (!quote.isNull()) return failure("a quote in the command is not closed", ErrorCode::Usage);
    if (isInWord) words << word;
    return words;
}

QString commandText(const QStringList& words) {
    static const QRegularExpression plain("^[A-Za-z0-9_@%+=:,./-]+$");
    QStringList quoted;
    for (const auto& word : words) {
        auto inner = word;
        quoted << (plain.match(word).hasMatch() ? word : "'" + inner.replace("'", "'\\''") + "'");
    }
    return quoted.join(' ');
}

} // namespace candela
