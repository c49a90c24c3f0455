/// The menu of seldom changed choices: clicked, kept in the settings, and with settings that make no sense.
#include "tests/window_settings.h"
#include "views/widgets/choice_menu.h"

#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace candela;

class ChoiceMenuTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_settings;
    std::vector<int> m_chosen;

    void fill(ChoiceMenu& menu) {
        m_chosen.clear();
        menu.addGroup("Root", "test/root", {{"Top"}, {"Bottom", "Callees grow upwards"}},
                      [this](int choice) { m_chosen.push_back(choice); });
    }

private slots:
    void initTestCase() { keepSettingsIn(m_settings.path()); }
    void init() { QSettings().clear(); }

    void withoutSettingsTheFirstChoiceIsSet() {
        ChoiceMenu menu("Look");
        fill(menu);
        QVERIFY(m_chosen.empty());
        QVERIFY(menu.action("Root", 0)->isChecked());
        QVERIFY(!menu.action("Root", 1)->isChecked());
        QVERIFY(!menu.action("Root", 2));
        QVERIFY(!menu.action("Order", 0));
    }
    void aClickOpensTheMenuAndAChoiceIsKept() {
        ChoiceMenu menu("Look");
        fill(menu);
        menu.show();
        QTest::mouseClick(&menu, Qt::LeftButton);
        auto* popup = menu.findChild<QMenu*>();
        QVERIFY(popup->isVisible());
        auto* bottom = menu.action("Root", 1);
        QTest::mouseClick(popup, Qt::LeftButton, {}, popup->actionGeometry(bottom).center());
        QCOMPARE(m_chosen, std::vector{1});
        QVERIFY(bottom->isChecked());
        QVERIFY(!menu.action("Root", 0)->isChecked());

        ChoiceMenu next("Look");
        fill(next);
        QCOMPARE(m_chosen, std::vector{1});
        QVERIFY(next.action("Root", 1)->isChecked());
    }
    void settingsThatMakeNoSenseAreTheFirstChoice_data() {
        QTest::addColumn<QVariant>("kept");
        QTest::newRow("too large") << QVariant(2);
        QTest::newRow("negative") << QVariant(-1);
        QTest::newRow("a word") << QVariant("bottom");
    }
    void settingsThatMakeNoSenseAreTheFirstChoice() {
        QFETCH(QVariant, kept);
        QSettings().setValue("test/root", kept);
        ChoiceMenu menu("Look");
        fill(menu);
        QVERIFY(m_chosen.empty());
        QVERIFY(menu.action("Root", 0)->isChecked());
    }
};

QTEST_MAIN(ChoiceMenuTest)
#include "choice_menu_test.moc"
