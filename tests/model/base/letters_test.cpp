/// UTF-8 letter by letter.
#include "model/base/letters.h"

#include <QTest>

using namespace candela;

class LettersTest : public QObject {
    Q_OBJECT
private slots:
    /// The first and the last letter of each length, and what Qt makes of them.
    void appendedLettersAreUtf8() {
        for (const char32_t letter : {U'\0', U'~', U'\x7f', U'\x80', U'\x7ff', U'\x800', U'\xd7ff', U'\xe000',
                                      U'\xffff', U'\x10000', U'\x10ffff'}) {
            std::string text;
            appendUtf8(text, letter);
            QCOMPARE(QByteArray::fromStdString(text), QString::fromUcs4(&letter, 1).toUtf8());
            QCOMPARE(letterLength(text), text.size());
            QCOMPARE(codePointOf(text), static_cast<std::uint32_t>(letter));
        }
    }
    void digitsAreThoseOfAscii() {
        for (int byte = 0; byte < 256; ++byte)
            QCOMPARE(isDigit(static_cast<char>(byte)), byte >= '0' && byte <= '9');
    }
};

QTEST_GUILESS_MAIN(LettersTest)
#include "letters_test.moc"
