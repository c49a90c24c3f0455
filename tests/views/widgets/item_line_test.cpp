/// The line about an item fits into its width: its name stays readable, and numbers are whole or left out.
#include "views/widgets/item_line.h"

#include <QTest>

using namespace candela;

namespace {

ItemWords side(const QString& title) {
    return {title,
            "__libc_start_call_main",
            "libc.so.6",
            {"self 0 ns (0.0 %)", "total 3.71 s (99.9 %)", "= same (total -0.2 ... +0.1 %, 95 %)"}};
}

} // namespace

class ItemLineTest : public QObject {
    Q_OBJECT
private slots:
    void twoItemsNeverMeet() {
        ItemLine line;
        line.setItems({side("Base:"), side("New:")});
        const auto metrics = line.fontMetrics();
        for (int width = 2000; width >= 40; width -= 20) {
            line.resize(width, 20);
            const auto texts = line.shownTexts();
            QCOMPARE(texts.size(), 2);
            for (const auto& text : texts)
                QVERIFY2(metrics.horizontalAdvance(text) <= width / 2,
                         qPrintable(QString("%1 in %2").arg(text).arg(width / 2)));
        }
    }
    void theNameStaysAndNumbersLeaveFromTheEnd() {
        ItemLine line;
        line.setItems({side({})});
        const auto all = line.fontMetrics().horizontalAdvance(side({}).text());
        line.resize(all, 20);
        QCOMPARE(line.shownTexts(), QStringList(side({}).text()));
        qsizetype numbers = 3;
        for (int width = all; width >= all / 3; width -= 5) {
            line.resize(width, 20);
            const auto text = line.shownTexts().front();
            const auto parts = text.split(" \u00b7 ");
            QVERIFY2(parts.front().startsWith("__libc"), qPrintable(text));
            // Each number is whole, and those that are left are the first.
            const auto shown = parts.mid(2);
            QVERIFY2(shown == side({}).numbers.mid(0, shown.size()), qPrintable(text));
            QVERIFY(shown.size() <= numbers);
            numbers = shown.size();
        }
        QVERIFY(numbers < 3);
        QCOMPARE(line.toolTip().contains("95 %"), true);
    }
};

QTEST_MAIN(ItemLineTest)
#include "item_line_test.moc"
