/// Bytes of the operating system (arguments, file names) as QStrings that lose nothing: bytes that are not
/// UTF-8 become lone surrogates, U+DC80 to U+DCFF, as Python has it (PEP 383).
#pragma once

#include <QByteArray>
#include <QString>

#include <string>
#include <string_view>

namespace candela {

QString exactText(std::string_view bytes);

/// The inverse: the bytes; text without such surrogates as UTF-8.
QByteArray exactBytes(const QString& text);
/// The same, for the file functions of the model.
inline std::string exactPath(const QString& text) {
    return exactBytes(text).toStdString();
}

} // namespace candela
