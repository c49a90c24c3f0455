/// Joined buttons: clicked, and as high as the boxes beside them.
#include "views/widgets/choice_strip.h"
#include "views/widgets/flow_row.h"
#include "views/widgets/layout_density.h"
#include "views/widgets/strip.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QSignalSpy>
#include <QTest>

using namespace candela;

class ChoiceStripTest : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { setLayoutDensity(LayoutDensity::Normal); }
    void aClickChooses() {
        ChoiceStrip strip({"Base", "New"});
        strip.show();
        const QSignalSpy chosen(&strip, &ChoiceStrip::chosen);
        QTest::mouseClick(strip.findChildren<QAbstractButton*>()[1], Qt::LeftButton);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(strip.choice(), 1);
        strip.setChoice(0);
        QCOMPARE(chosen.count(), 1);
    }
    void stripsWithAndWithoutABoxHaveOneHeight_data() {
        QTest::addColumn<int>("density");
        QTest::newRow("compact") << static_cast<int>(LayoutDensity::Compact);
        QTest::newRow("normal") << static_cast<int>(LayoutDensity::Normal);
        QTest::newRow("comfortable") << static_cast<int>(LayoutDensity::Comfortable);
    }
    void stripsWithAndWithoutABoxHaveOneHeight() {
        QFETCH(int, density);
        setLayoutDensity(static_cast<LayoutDensity>(density));
        Strip with(Strip::Line::Below), without(Strip::Line::Below);
        for (auto* strip : {&with, &without})
            strip->row()->addWidget(new ChoiceStrip({"Base", "New"}, strip));
        auto* box = new QComboBox(&with);
        box->addItem("One tree");
        with.row()->addWidget(box);
        for (auto* strip : {&with, &without})
            strip->show();
        QCOMPARE(without.row()->heightForWidth(400), with.row()->heightForWidth(400));
    }
};

QTEST_MAIN(ChoiceStripTest)
#include "choice_strip_test.moc"
