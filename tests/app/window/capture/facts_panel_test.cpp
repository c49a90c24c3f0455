/// The panel of facts: its texts in the user's language, and what options of the command line call them.
#include <QTest>

#include "app/window/capture/capture_facts.h"
#include "app/window/capture/facts_panel.h"
#include "model/profile/profile_builder.h"
#include "tests/app/window/language_fixture.h"
#include "tests/profile_text.h"
#include "tests/views/example_profiles.h"
#include "tests/views/settled.h"

#include <QLabel>

using namespace candela;

class FactsPanelTest : public QObject, private LanguageFixture {
    Q_OBJECT
private slots:
    void cleanup() { closeWindow(); }

    void theScopeOfARecordingIsGerman_data() {
        QTest::addColumn<QByteArray>("recorded");
        QTest::addColumn<QString>("shown");
        QTest::newRow("machine") << QByteArray("whole machine") << "ganzer Rechner";
        QTest::newRow("process") << QByteArray("process 4711 and its children")
                                 << "Prozess 4711 und seine Kindprozesse";
        QTest::newRow("processes") << QByteArray("processes 47, 11 and their children")
                                   << "Prozesse 47, 11 und ihre Kindprozesse";
        for (const auto* command :
             {"make -j2", "process big.csv and its children", "process  and its children"})
            QTest::newRow(command) << QByteArray(command) << command;
    }
    void theScopeOfARecordingIsGerman() {
        QFETCH(QByteArray, recorded);
        openWindow(Language::Choice::German);
        Profile profile;
        profile.origin.command = recorded.toStdString();
        QStringList shown;
        for (const auto& part : captureFacts(profile, {}))
            for (const auto& fact : part.facts)
                if (fact.name == "Aufgezeichnet") shown << fact.value;
        QTEST(shown.join('\n'), "shown");
    }
    void keysOfLabelsAmongTheFactsAreGerman() {
        openWindow(Language::Choice::German);
        QStringList shown;
        for (const auto& part : captureFacts(*ExampleRecording().make(10), {}))
            for (const auto& fact : part.facts)
                if (part.title == "Labels") shown << fact.name + ": " + fact.value + " " + fact.key;
        QCOMPARE(shown,
                 (QStringList{"Befehlszeile: 4 Werte command_line", "Programmdatei: 4 Werte executable",
                              "Systemd-Unit: 3 Werte systemd.unit", "Benutzer: 3 Werte user"}));
    }
    void aTitleOfALabelHasItsKeyAsAToolTip() {
        openWindow(Language::Choice::German);
        FactsPanel panel;
        panel.setProfile(ExampleRecording().make(10));
        QTRY_VERIFY(panel.widget());
        QMap<QString, QString> toolTips;
        for (const auto* label : panel.findChildren<QLabel*>())
            toolTips.insert(label->text(), label->toolTip());
        QCOMPARE(toolTips.value("Befehlszeile"), QString("command_line"));
        QCOMPARE(toolTips.value("Benutzer"), QString("user"));
        QCOMPARE(toolTips.value("Prozesse", "none"), QString());
    }
    /// The panel shows another profile while the first one's facts are computed, or ends then.
    void aPanelMayChangeAndEndAtAnyTime() {
        openWindow(Language::Choice::English);
        const auto profile = ExampleRecording().make(10);
        auto panel = std::make_unique<FactsPanel>();
        panel->setProfile(profile);
        panel->setProfile(sharedProfile("main;draw 5\n"));
        QTRY_VERIFY(panel->widget());
        const auto titles = [&] {
            QStringList titles;
            for (const auto* label : panel->findChildren<QLabel*>())
                titles << label->text();
            return titles;
        };
        QVERIFY2(!titles().contains("Command line"), qPrintable(titles().join('|')));
        panel->setProfile(profile);
        QTRY_VERIFY(titles().contains("Command line"));
        panel->setProfile(profile);
        panel.reset();
        settle();
    }
    void aLongNameOfAFileIsShortened() {
        openWindow(Language::Choice::English);
        ProfileBuilder builder;
        const std::string name(2000, 'x');
        builder.valueType(name, "count");
        FactsPanel panel;
        panel.setProfile(std::make_shared<const Profile>(builder.build()));
        QTRY_VERIFY(panel.widget());
        QStringList found;
        for (const auto* label : panel.findChildren<QLabel*>())
            if (label->text().startsWith("xxx") && label->toolTip().size() >= 2000) found << label->text();
        QCOMPARE(found.size(), 1);
        QVERIFY2(found.front().size() < 40 && found.front().contains("…"), qPrintable(found.front()));
    }
    /// Options of the command line are no help in a window.
    void whatHelpsAgainstMissingNamesIsInTheWindow() {
        openWindow(Language::Choice::English);
        ProfileBuilder builder;
        Mapping library;
        library.path = builder.string("/usr/lib/libz.so");
        library.buildId = builder.string("0123456789");
        builder.mapping(library);
        Completeness completeness;
        completeness.unnamed = {{"/usr/lib/libz.so", 40}};
        completeness.total = 100;
        QStringList shown;
        for (const auto& part : captureFacts(builder.build(), completeness))
            for (const auto& fact : part.facts)
                if (fact.name == "What helps") shown << fact.value;
        QCOMPARE(shown.join('\n'), "install the debug symbols of the packages, or look the names up below");
    }
};

QTEST_MAIN(FactsPanelTest)
#include "facts_panel_test.moc"
