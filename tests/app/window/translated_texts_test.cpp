/// What the window shows in the user's language: texts of recordings, plural forms, and columns that have
/// room for the words.
#include <QTest>

#include "app/window/capture/capture_facts.h"
#include "app/window/compare/compare_page.h"
#include "tests/app/window/language_fixture.h"
#include "tests/views/settled.h"
#include "views/comparison/comparison_column.h"
#include "views/comparison/comparison_table.h"
#include "views/source/source_messages.h"

using namespace candela;

class TranslatedTextsTest : public QObject, private LanguageFixture {
    Q_OBJECT
private slots:
    void cleanup() { closeWindow(); }
    void aComparisonHasItsWordsAndChangesInSight_data() {
        QTest::addColumn<int>("choice");
        QTest::newRow("English") << static_cast<int>(Language::Choice::English);
        QTest::newRow("German") << static_cast<int>(Language::Choice::German);
    }
    void aComparisonHasItsWordsAndChangesInSight() {
        QFETCH(int, choice);
        openWindow(static_cast<Language::Choice>(choice));
        window().resize(1400, 900);
        // Without times, verdicts are the longest: how many samples would decide.
        window().compareFiles({m_fixture->write("a.folded", "main;draw 5000\nmain;load 30000\n")},
                              {m_fixture->write("b.folded", "main;draw 5010\nmain;load 30000\n")});
        QTRY_VERIFY(shownPage<ComparePage>(window()));
        settle();
        const auto* table = window().findChild<ComparisonTable*>();
        const auto* model = table->model();
        QVERIFY(model->rowCount() > 0);
        constexpr int padding = 12; // of a cell
        bool areLong = false;
        for (const auto shown : {ComparisonColumn::Verdict, ComparisonColumn::Match})
            for (int row = 0; row < model->rowCount(); ++row) {
                const auto text = model->index(row, static_cast<int>(shown)).data().toString();
                areLong = areLong || text.contains("Samples") || text.contains("samples");
                const int width = table->fontMetrics().horizontalAdvance(text) + padding;
                QVERIFY2(width <= table->columnWidth(static_cast<int>(shown)), qPrintable(text));
            }
        QVERIFY(areLong);
        for (const auto shown : {ComparisonColumn::SelfChange, ComparisonColumn::TotalChange}) {
            const int column = static_cast<int>(shown);
            QVERIFY(table->columnViewportPosition(column) + table->columnWidth(column) <=
                    table->viewport()->width());
        }
        QVERIFY(table->columnWidth(0) >= 160);
    }
    void theNoteAboutMissingSourcesCountsThem_data() {
        QTest::addColumn<int>("choice");
        QTest::addColumn<int>("files");
        QTest::addColumn<QString>("note");
        const auto english = static_cast<int>(Language::Choice::English);
        const auto german = static_cast<int>(Language::Choice::German);
        const QString first = "/a/0.c is gone: “Files” above names where it is now.";
        QTest::newRow("one") << english << 1 << first;
        QTest::newRow("two") << english << 2 << first + " 1 more file is missing.";
        QTest::newRow("three") << english << 3 << first + " 2 more files are missing.";
        const QString erste = "/a/0.c is gone: unter „Dateien“ oben angeben, wo die Datei jetzt ist.";
        QTest::newRow("eine") << german << 1 << erste;
        QTest::newRow("zwei") << german << 2 << erste + " 1 weitere Datei fehlt.";
        QTest::newRow("drei") << german << 3 << erste + " 2 weitere Dateien fehlen.";
    }
    void theNoteAboutMissingSourcesCountsThem() {
        QFETCH(int, choice);
        QFETCH(int, files);
        openWindow(static_cast<Language::Choice>(choice));
        ShownFunction shown;
        for (int file = 0; file < files; ++file) {
            shown.sources.push_back({.file = "/a/" + std::to_string(file) + ".c"});
            shown.problems.emplace_back("is gone");
        }
        QTEST(sourceNote(shown), "note");
    }
    /// The recorder writes its scope in English, and commands are in no language.
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
};

QTEST_MAIN(TranslatedTextsTest)
#include "translated_texts_test.moc"
