/// The texts of the tabs: whole where there is room, else what the files' names differ in.
#include "app/window/widgets/distinct_names.h"
#include "tests/app/window/window_fixture.h"
#include "views/widgets/layout_density.h"

#include <QTabBar>
#include <QTest>

using namespace candela;

class PageTabsTest : public QObject {
    Q_OBJECT
private slots:
    void namesLoseWhatTheyShare_data() {
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<QStringList>("expected");
        QTest::newRow("recordings") << QStringList{"Start", "candela-2026-11-26-212931.candela",
                                                   "candela-2026-11-26-213923.candela"}
                                    << QStringList{"Start", "\u20262931.candela", "\u20263923.candela"};
        QTest::newRow("words stay whole") << QStringList{"server_before.data", "server_behind.data"}
                                          << QStringList{"server_before.data", "server_behind.data"};
        QTest::newRow("long words") << QStringList{"long-server-before.data", "long-server-behind.data"}
                                    << QStringList{"\u2026before.data", "\u2026behind.data"};
        QTest::newRow("different starts") << QStringList{"base-recording.data", "new-recording.data"}
                                          << QStringList{"base-recording.data", "new-recording.data"};
        QTest::newRow("the same twice") << QStringList{"candela-11.candela", "candela-11.candela"}
                                        << QStringList{"candela-11.candela", "candela-11.candela"};
        QTest::newRow("one begins another")
            << QStringList{"candela-11", "candela-112"} << QStringList{"candela-11", "\u20262"};
    }
    void namesLoseWhatTheyShare() {
        QFETCH(QStringList, names);
        QTEST(distinctNames(names), "expected");
    }
    void manyTabsShowWhatTheirNamesDifferIn() {
        WindowFixture fixture;
        auto* tabs = fixture.window->pages();
        fixture.window->resize(1000, 600);
        QStringList paths;
        for (int number = 0; number < 8; ++number)
            paths << fixture.write(QString("candela-2026-11-26-21293%1.folded").arg(number), "main;draw 3\n");
        fixture.window->openFiles({paths.front()});
        QTRY_COMPARE(tabs->tabText(1), QString("candela-2026-11-26-212930.folded"));
        fixture.window->openFiles(paths);
        QTRY_COMPARE(tabs->count(), 9);
        QTRY_COMPARE(tabs->tabText(8), QString("\u20267.folded"));
        QCOMPARE(tabs->tabText(1), QString("\u20260.folded"));
        QVERIFY(tabs->tabToolTip(1).contains("candela-2026-11-26-212930.folded"));
        // Others leave, and there is room again.
        while (tabs->count() > 2)
            tabs->closePage(2);
        QCOMPARE(tabs->tabText(1), QString("candela-2026-11-26-212930.folded"));
    }
    /// Long names leave room for the short ones.
    void shortNamesStayWholeBesideLongOnes() {
        WindowFixture fixture;
        auto* tabs = fixture.window->pages();
        fixture.window->resize(800, 600);
        QStringList paths;
        for (const auto* name :
             {"a.folded", "one-long-name-of-a-file.folded", "some-other-name-of-a-file.folded",
              "this-also-is-a-long-name.folded", "wide-but-not-as-long.folded", "z.folded"})
            paths << fixture.write(name, "main;draw 3\n");
        fixture.window->openFiles(paths);
        QTRY_COMPARE(tabs->count(), 7);
        QCOMPARE(tabs->tabText(0), QString("Start"));
        QCOMPARE(tabs->tabText(1), QString("a.folded"));
        QCOMPARE(tabs->tabText(6), QString("z.folded"));
        for (int tab = 2; tab < 6; ++tab) {
            const auto text = tabs->tabText(tab);
            QVERIFY2(text.contains("\u2026") && text.size() > 6, qPrintable(text));
        }
        QVERIFY(tabs->tabBar()->sizeHint().width() <= tabs->width());
        // With more of them, they scroll: what is left of a name can be read.
        for (int number = 0; number < 8; ++number)
            paths << fixture.write(QString("%1-more-of-them.folded").arg(char16_t(u'b' + number)),
                                   "main;draw 3\n");
        fixture.window->openFiles(paths.mid(6));
        QTRY_COMPARE(tabs->count(), 15);
        QCOMPARE(tabs->tabText(0), QString("Start"));
        for (int tab = 1; tab < tabs->count(); ++tab)
            QVERIFY2(tabs->tabText(tab).size() >= 6, qPrintable(tabs->tabText(tab)));
    }
    void textsFollowTheFont() {
        WindowFixture fixture;
        auto* tabs = fixture.window->pages();
        fixture.window->resize(800, 600);
        QStringList paths;
        for (const auto* name : {"one-long-name-of-a-file.folded", "some-other-name-of-a-file.folded",
                                 "this-also-is-a-long-name.folded", "wide-but-not-as-long.folded"})
            paths << fixture.write(name, "main;draw 3\n");
        fixture.window->openFiles(paths);
        QTRY_COMPARE(tabs->count(), 5);
        const auto textsIn = [&](LayoutDensity density) {
            setLayoutDensity(density);
            QCoreApplication::sendPostedEvents();
            QCoreApplication::processEvents();
            QStringList texts;
            for (int tab = 0; tab < tabs->count(); ++tab)
                texts << tabs->tabText(tab);
            return texts;
        };
        const auto normal = textsIn(LayoutDensity::Normal);
        const auto comfortable = textsIn(LayoutDensity::Comfortable);
        QVERIFY2(tabs->tabBar()->sizeHint().width() <= tabs->width(), qPrintable(comfortable.join('|')));
        QVERIFY(comfortable.join("").size() < normal.join("").size());
        QCOMPARE(textsIn(LayoutDensity::Normal), normal);
    }
    void aComparisonNamesBothSidesHoweverLongTheyAre() {
        WindowFixture fixture;
        auto* tabs = fixture.window->pages();
        const auto compare = [&](const QString& base, const QString& newFile) {
            fixture.window->compareFiles({fixture.write(base, "main;draw 3\n")},
                                         {fixture.write(newFile, "main;draw 4\n")});
        };
        compare("candela-2026-11-26-212931.folded", "candela-2026-11-26-213923.folded");
        QTRY_COMPARE(tabs->tabText(1), QString("\u20262931.folded → \u20263923.folded"));
        QVERIFY(tabs->tabToolTip(1).contains("candela-2026-11-26-213923.folded"));
        compare("new.folded", "a_name_of_more_letters_than_a_tab_has_room_for.folded");
        QTRY_VERIFY(tabs->tabText(2).startsWith("new.folded → a_name"));
        QVERIFY2(tabs->tabText(2).endsWith(".folded"), qPrintable(tabs->tabText(2)));
        // Few letters may be wide.
        compare(QString(30, 'W') + ".folded", QString(30, 'M') + ".folded");
        QTRY_VERIFY(tabs->count() > 3 && tabs->tabText(3).contains(" → "));
        const auto sides = tabs->tabText(3).split(" → ");
        QCOMPARE(sides.size(), 2);
        QVERIFY2(sides[0].startsWith("WWW") && sides[0].endsWith("ed"), qPrintable(sides[0]));
        QVERIFY2(sides[1].startsWith("MMM") && sides[1].endsWith("ed"), qPrintable(sides[1]));
    }
};

QTEST_MAIN(PageTabsTest)
#include "page_tabs_test.moc"
