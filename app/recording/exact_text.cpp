#include "app/recording/exact_text.h"

#include "model/base/letters.h"

#include <algorithm>

namespace candela {

namespace {

constexpr char16_t surrogateBase = 0xdc00;

bool isByte(QChar letter) {
    return letter.unicode() >= surrogateBase + 0x80 && letter.unicode() <= surrogateBase + 0xff;
}

} // namespace

QString exactText(std::string_view bytes) {
    QString text;
    while (!bytes.empty()) {
        const auto length = letterLength(bytes);
        const auto letter = bytes.substr(0, std::max<std::size_t>(length, 1));
        bytes.remove_prefix(letter.size());
        if (length == 0)
            text += QChar(char16_t(surrogateBase + static_cast<unsigned char>(letter.front())));
        else
            text += QString::fromUtf8(letter.data(), static_cast<qsizetype>(letter.size()));
    }
    return text;
}

QByteArray exactBytes(const QString& text) {
    QByteArray bytes;
    for (qsizetype begin = 0; begin < text.size();) {
        // The second surrogate of a pair does not represent a byte.
        const bool isPair =
            begin + 1 < text.size() && text[begin].isHighSurrogate() && text[begin + 1].isLowSurrogate();
        if (!isPair && isByte(text[begin])) {
            bytes += static_cast<char>(text[begin].unicode() - surrogateBase);
            ++begin;
        } else {
            const qsizetype length = isPair ? 2 : 1;
            bytes += text.mid(begin, length).toUtf8();
            begin += length;
        }
    }
    return bytes;
}

} // namespace candela
