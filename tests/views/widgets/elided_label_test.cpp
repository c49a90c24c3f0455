/// Labels that are shortened where they have less room than their text.
#include "views/widgets/elided_label.h"

#include <QTest>

using namespace candela;

class ElidedLabelTest : public QObject {
    Q_OBJECT
private slots:
    void aTextOfPartsLosesWholePartsFromItsEnd() {
        ElidedLabel label("9.44 s · 9,056 samples · 2 CPUs · vm", nullptr, ElidedLabel::Shortening::Parts);
        const auto widthOf = [&](const QString& text) { return label.fontMetrics().horizontalAdvance(text); };
        label.resize(label.sizeHint());
        QCOMPARE(label.shownText(), label.text());
        label.resize(widthOf(label.text()) - 1, 20);
        QCOMPARE(label.shownText(), "9.44 s · 9,056 samples · 2 CPUs · …");
        label.resize(widthOf("9.44 s · 9,056 samples · …"), 20);
        QCOMPARE(label.shownText(), "9.44 s · 9,056 samples · …");
        label.resize(widthOf("9.44 s · …") - 1, 20);
        QCOMPARE(label.shownText(), ""); // an ellipsis alone would be no text
        label.resize(label.minimumSizeHint());
        QCOMPARE(label.shownText(), "");
        QCOMPARE(label.toolTip(), label.text());
    }
    void aTextOfOnePartIsElidedInItsMiddle() {
        ElidedLabel label("9,056 samples", nullptr, ElidedLabel::Shortening::Parts);
        label.resize(label.sizeHint());
        QCOMPARE(label.shownText(), label.text());
        label.resize(label.fontMetrics().horizontalAdvance(label.text()) - 1, 20);
        const auto shown = label.shownText();
        QVERIFY2(shown.startsWith("9") && shown.endsWith("s") && shown.contains("…"), qPrintable(shown));
        label.resize(label.fontMetrics().horizontalAdvance("…") + 1, 20);
        QCOMPARE(label.shownText(), "");
    }
    void aTextWithoutPartsIsElidedInItsMiddle() {
        ElidedLabel label("/usr/lib/debug/.build-id/0123456789abcdef.debug");
        label.resize(label.sizeHint().width() / 2, 20);
        const auto shown = label.shownText();
        QVERIFY2(shown.startsWith("/usr") && shown.endsWith(".debug") && shown.contains("…"),
                 qPrintable(shown));
    }
    /// Where names differ in their ends only, the middle of each is not enough.
    void aTextThatHasNoRoomIsReplacedByItsShorterForm() {
        ElidedLabel label;
        label.setText("candela-20261127-111301.candela", "…301.candela");
        label.resize(label.sizeHint());
        QCOMPARE(label.shownText(), label.text());
        label.resize(label.fontMetrics().horizontalAdvance("…301.candela") + 2, 20);
        QCOMPARE(label.shownText(), "…301.candela");
        QCOMPARE(label.toolTip(), label.text());
        label.setText("candela.candela-20261127-111301");
        QVERIFY(label.shownText().startsWith("c"));
    }
    /// The density changes the font of the application: also of labels that are hidden then.
    void itsSizeFollowsTheTextAndTheFont() {
        for (const auto shortening : {ElidedLabel::Shortening::Middle, ElidedLabel::Shortening::Parts}) {
            QWidget window;
            ElidedLabel label("9.44 s · vm", &window, shortening);
            const auto first = label.sizeHint();
            const auto narrowest = label.minimumSizeHint();
            label.setText("9.44 s · 9,056 samples · vm");
            const auto longer = label.sizeHint();
            QVERIFY(longer.width() > first.width());
            auto font = window.font();
            font.setPointSizeF(font.pointSizeF() * 2);
            window.setFont(font);
            QCOMPARE(label.sizeHint(), QSize(QFontMetrics(font).horizontalAdvance(label.text()) + 2,
                                             QFontMetrics(font).height() + 2));
            QVERIFY(label.sizeHint().width() > longer.width());
            const bool isWider = label.minimumSizeHint().width() > narrowest.width();
            QCOMPARE(isWider, shortening == ElidedLabel::Shortening::Middle);
            QVERIFY(label.minimumSizeHint().height() > narrowest.height());
        }
    }
};

QTEST_MAIN(ElidedLabelTest)
#include "elided_label_test.moc"
