/// Sentences with names of any length: the beginning and the end stay, and letters stay whole.
#include "views/text/short_text.h"

#include <QTest>

using namespace candela;

class ShortTextTest : public QObject {
    Q_OBJECT
private slots:
    void aTextThatFitsStays() {
        QCOMPARE(shortText({}, 10), QString());
        QCOMPARE(shortText("0123456789", 10), QString("0123456789"));
    }
    void theBeginningAndTheEndOfALongTextStay() {
        const auto text = "The file " + QString(2000, 'x') + " can't be read.";
        const auto shown = shortText(text, 60);
        QCOMPARE(shown.size(), 60);
        QVERIFY(shown.startsWith("The file xxx"));
        QVERIFY(shown.endsWith("xxx can't be read."));
        QCOMPARE(shown.count("…"), 1);
    }
    void lettersOfSeveralUnitsStayWhole() {
        const QString face = QString::fromUcs4(U"\U0001F600"), accent = QString::fromUtf16(u"e\u0301");
        for (const auto& letter : {face, accent}) {
            QCOMPARE(letter.size(), 2);
            const auto text = letter.repeated(100);
            for (int length = 1; length < 30; ++length) {
                const auto shown = shortText(text, length);
                QVERIFY(shown.size() <= length);
                QCOMPARE(QString(shown).remove(letter), QString("…"));
            }
        }
    }
};

QTEST_MAIN(ShortTextTest)
#include "short_text_test.moc"
