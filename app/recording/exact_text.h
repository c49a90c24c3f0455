/// Bytes of the operating system (arguments, file names) as QStrings without loss: bytes that are not UTF-8
/// become lone surrogates, U+DC80 to U+DCFF, as in Python (PEP 383).
#pragma once

#include <QByteArray>
#include <QString>

#include <string>
#include <string_view>

namespace candela {

QString exactText(std::string_view bytes);

/// The inverse: surrogates become bytes again, the rest UTF-8.
QByteArray exactBytes(const QString& text);
/// The same, for the file functions of the model.
inline std::string exactPath(const QString& text) {
    return exactBytes(text).toStdString();
}

} // namespace candela
