/// Translations: files are complete and fit their sources, and a window in German has no English texts.
#include <QTest>

#include "app/window/capture/capture_page.h"
#include "app/window/compare/compare_page.h"
#include "app/window/record/probe_picker.h"
#include "app/window/settings_menu.h"
#include "app/window/widgets/appearance.h"
#include "app/window/widgets/message_bar.h"
#include "model/base/units.h"
#include "tests/app/window/language_fixture.h"
#include "tests/views/settled.h"
#include "tests/window_settings.h"
#include "views/view.h"

#include <QAccessible>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QLabel>
#include <QMenuBar>
#include <QProcess>
#include <QRegularExpression>
#include <QToolButton>
#include <QXmlStreamReader>

#include <map>
#include <set>

using namespace candela;

namespace {

const QString translations = SOURCE_DIR "/resources/translations/";

/// An entry of a file of translations.
struct Entry {
    QStringList forms; ///< one, or one for each plural form
    bool isFinished = true;
};
using Entries = std::map<std::pair<QString, QString>, Entry>; // by context and source

QStringList formsOf(QXmlStreamReader& reader) {
    QStringList forms;
    QString text;
    while (!(reader.readNext() == QXmlStreamReader::EndElement && reader.name() == u"translation")) {
        if (reader.atEnd()) break;
        if (reader.isStartElement() && reader.name() == u"numerusform") forms << reader.readElementText();
        if (reader.isCharacters()) text += reader.text();
    }
    return forms.isEmpty() ? QStringList(text) : forms;
}

Entries entriesOf(const QString& path) {
    QFile file(path);
    Entries entries;
    if (!file.open(QFile::ReadOnly)) return entries;
    QXmlStreamReader reader(&file);
    QString context, source;
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement) continue;
        if (reader.name() == u"name") context = reader.readElementText();
        if (reader.name() == u"message") source.clear();
        if (reader.name() == u"source") {
            if (!source.isEmpty())
                qFatal("%s: two texts in one message: %s", qPrintable(path), qPrintable(source));
            source = reader.readElementText();
        }
        if (reader.name() != u"translation") continue;
        const bool isFinished = !reader.attributes().hasAttribute("type");
        entries[{context, source}] = {formsOf(reader), isFinished};
    }
    return entries;
}

/// Placeholders and markup, in order of the alphabet.
QStringList partsOf(const QString& text) {
    static const QRegularExpression part("%[0-9]+|%L?n|\\{[^}]*\\}|</?[a-z0-9]+[^>]*>|&nbsp;");
    QStringList parts;
    auto found = part.globalMatch(text);
    while (found.hasNext())
        parts << found.next().captured();
    parts.sort();
    return parts;
}

int mnemonicsIn(QString text) {
    return static_cast<int>(text.remove("&&").remove("&nbsp;").count('&'));
}

/// "Menu: action and action" for each letter that two actions of a menu share.
QStringList sharedMnemonics(const QList<QAction*>& actions, const QString& menu) {
    QStringList found;
    std::map<QChar, QString> letters;
    for (auto* action : actions) {
        auto text = action->text();
        text.remove("&&");
        const auto at = text.indexOf('&');
        if (at >= 0 && at + 1 < text.size()) {
            auto& first = letters[text[at + 1].toLower()];
            if (!first.isEmpty()) found << menu + ": " + first + ", " + text;
            first = text;
        }
        if (action->menu()) found += sharedMnemonics(action->menu()->actions(), text);
    }
    return found;
}

void addTexts(QStringList& texts, const QList<QAction*>& actions) {
    for (auto* action : actions) {
        texts << action->text().remove('&') << action->toolTip().remove('&') << action->statusTip();
        if (action->menu()) addTexts(texts, action->menu()->actions());
    }
}

void addTexts(QStringList& texts, QAccessibleInterface* element, int depth = 0) {
    if (!element || depth > 12) return;
    for (const auto kind : {QAccessible::Name, QAccessible::Description, QAccessible::Help})
        texts << element->text(kind);
    for (int row = 0; row < std::min(element->childCount(), 200); ++row)
        addTexts(texts, element->child(row), depth + 1);
}

/// All that a window shows or reads out.
QStringList shownTexts(QWidget& window) {
    QStringList texts;
    addTexts(texts, QAccessible::queryAccessibleInterface(&window));
    for (const auto* widget : window.findChildren<QWidget*>()) {
        texts << widget->toolTip() << widget->accessibleName() << widget->accessibleDescription();
        if (const auto* label = qobject_cast<const QLabel*>(widget)) texts << label->text();
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
            texts << button->text().remove('&');
        if (const auto* box = qobject_cast<const QComboBox*>(widget))
            for (int row = 0; row < box->count(); ++row)
                texts << box->itemText(row) << box->itemData(row, Qt::ToolTipRole).toString();
        addTexts(texts, widget->actions());
        if (const auto* button = qobject_cast<const QToolButton*>(widget); button && button->menu())
            addTexts(texts, button->menu()->actions());
    }
    texts.removeDuplicates();
    texts.removeAll(QString());
    return texts;
}

/// Words that English sentences have, and German ones do not.
bool seemsEnglish(const QString& text) {
    static const QRegularExpression words(
        "\\b(the|of|and|is|are|not|with|from|to|for|by|has|have|this|that|no|or|show|select|open|close|copy|"
        "samples of|callers|callees|weight|file|line|function|search|filter by|group|unknown|self)\\b",
        QRegularExpression::CaseInsensitiveOption);
    return words.match(text).hasMatch();
}

} // namespace

class TranslationTest : public QObject, private LanguageFixture {
    Q_OBJECT
private:
    std::unique_ptr<Appearance> m_appearance;

    void openWindow(Language::Choice choice) {
        LanguageFixture::openWindow(choice);
        m_appearance = std::make_unique<Appearance>(QDBusConnection(QString()));
        addSettingsMenu(window(), *m_appearance, *m_language);
    }
    template<typename Wanted>
    Wanted* waitForPage() {
        const bool isThere = QTest::qWaitFor([this] { return shownPage<Wanted>(window()); });
        settle();
        return isThere ? shownPage<Wanted>(window()) : nullptr;
    }
    /// Of these texts, those that are English: sources that have another translation, or sentences.
    static QStringList english(const QStringList& texts) {
        std::set<QString> sources;
        for (const auto& [key, entry] : entriesOf(translations + "candela_de.ts"))
            if (!entry.forms.contains(key.second)) sources.insert(QString(key.second).remove('&'));
        std::set<QString> germanTexts;
        for (const auto& [key, entry] : entriesOf(translations + "candela_de.ts"))
            for (const auto& form : entry.forms)
                germanTexts.insert(QString(form).remove('&'));
        QStringList found;
        for (const auto& text : texts)
            if (!germanTexts.contains(text) && (sources.contains(text) || seemsEnglish(text))) found << text;
        return found;
    }

private slots:
    void cleanup() {
        m_appearance.reset();
        closeWindow();
    }

    void everyTextOfTheSourcesHasAnEntry_data() {
        QTest::addColumn<QString>("file");
        for (const auto& file : QDir(translations).entryList({"*.ts"}))
            QTest::newRow(qPrintable(file)) << file;
        QVERIFY(QFile::exists(translations + "candela_de.ts"));
    }
    void everyTextOfTheSourcesHasAnEntry() {
        QFETCH(QString, file);
        QTemporaryDir folder;
        const auto copy = folder.filePath(file);
        QVERIFY(QFile::copy(translations + file, copy));
        QCOMPARE(QProcess::execute(translations + "update", {copy}), 0);
        const auto known = entriesOf(translations + file), wanted = entriesOf(copy);
        QVERIFY(!wanted.empty());
        QStringList problems;
        for (const auto& [key, entry] : wanted)
            if (!known.contains(key)) problems << "missing: " + key.first + ": " + key.second;
        for (const auto& [key, entry] : known)
            if (!wanted.contains(key)) problems << "in no source: " + key.first + ": " + key.second;
        QVERIFY2(problems.isEmpty(),
                 qPrintable(problems.join('\n') + "\n./dev translations updates " + file));
    }
    void everyEntryIsTranslated() {
        QStringList problems;
        for (const auto& file : QDir(translations).entryList({"*.ts"}))
            for (const auto& [key, entry] : entriesOf(translations + file))
                if (!entry.isFinished || entry.forms.contains(QString()))
                    problems << file + ": " + key.first + ": " + key.second;
        QVERIFY2(problems.isEmpty(), qPrintable(problems.join('\n')));
    }
    void placeholdersSpacesAndMnemonicsAreThoseOfTheSource() {
        QStringList problems;
        for (const auto& [key, entry] : entriesOf(translations + "candela_de.ts")) {
            const auto& source = key.second;
            for (const auto& form : entry.forms) {
                const bool isSame = partsOf(source) == partsOf(form) &&
                                    mnemonicsIn(source) == mnemonicsIn(form) &&
                                    source.startsWith(' ') == form.startsWith(' ') &&
                                    source.endsWith(' ') == form.endsWith(' ') &&
                                    source.endsWith("…") == form.endsWith("…") &&
                                    source.startsWith('\n') == form.startsWith('\n');
                if (!isSame) problems << source + " → " + form;
            }
        }
        QVERIFY2(problems.isEmpty(), qPrintable(problems.join('\n')));
    }
    void noTwoActionsOfAMenuHaveTheSameMnemonic_data() {
        QTest::addColumn<int>("choice");
        QTest::newRow("English") << static_cast<int>(Language::Choice::English);
        QTest::newRow("German") << static_cast<int>(Language::Choice::German);
    }
    void noTwoActionsOfAMenuHaveTheSameMnemonic() {
        QFETCH(int, choice);
        openWindow(static_cast<Language::Choice>(choice));
        const auto shared = sharedMnemonics(window().menuBar()->actions(), "menus");
        QVERIFY2(shared.isEmpty(), qPrintable(shared.join('\n')));
    }
    void aGermanWindowHasNoEnglishTexts() {
        openWindow(Language::Choice::German);
        QStringList texts = shownTexts(window());
        addTexts(texts, window().menuBar()->actions());
        QVERIFY(texts.contains("Öffnen …"));
        window().openFiles({FIXTURES "/formats/probes.candela"});
        auto* page = waitForPage<CapturePage>();
        QVERIFY(page);
        for (const auto& view : allViews()) {
            page->showView(QString::fromUtf8(view.name.data(), static_cast<qsizetype>(view.name.size())));
            settle();
            texts += shownTexts(window());
        }
        window().compareFiles({m_fixture->write("a.folded", "main;draw 500\nmain;load 300\n")},
                              {m_fixture->write("b.folded", "main;draw 900\nmain;load 300\n")});
        QVERIFY(waitForPage<ComparePage>());
        texts += shownTexts(window());
        window().showRecordPage(RecordingPlan::Scope::Machine);
        // The recorder announces its probes in texts that the window knows.
        const auto* probes = window().findChild<ProbePicker*>();
        QTRY_VERIFY(probes->findChildren<QCheckBox*>().size() >= 3);
        settle();
        texts += shownTexts(window());
        texts.removeDuplicates();
        for (const auto* data : {"waited-for", "samples"}) // names of values in the files
            texts.removeAll(data);
        QVERIFY(texts.contains("Flame-Graph"));
        QVERIFY(texts.contains("Seitenfehler"));
        const auto found = english(texts);
        QVERIFY2(found.isEmpty(), qPrintable(found.join("\n---\n")));
    }
    /// The reasons are sentences whose ends are the model's.
    void theSourceViewGivesItsReasonsInGerman() {
        openWindow(Language::Choice::German);
        window().openFiles({m_fixture->write("reasons.txt", "tool 7 1.0: 1000000 cpu-clock:\n"
                                                            "\tffffffff81000123 do_work ([kernel.kallsyms])\n"
                                                            "\t401234 main (/nowhere/tool)\n\n")});
        auto* page = waitForPage<CapturePage>();
        QVERIFY(page);
        for (const auto* function : {"do_work", "main"}) {
            page->session().showIn("source", {function, {}});
            settle();
            const auto texts = shownTexts(window());
            QVERIFY2(!texts.filter("Sie ist ").isEmpty(), qPrintable(texts.join('\n')));
            const auto found = english(texts);
            QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
        }
    }
    void errorsOfReadersAreGerman() {
        openWindow(Language::Choice::German);
        const auto reported = [this](const QString& path) {
            window().messageBar()->clear();
            window().openFiles({path});
            const auto* bar = window().messageBar();
            const bool isReported = QTest::qWaitFor([bar] { return !bar->sentence().isEmpty(); });
            return isReported ? bar->sentence() + '\n' + bar->hint() : QString();
        };
        const auto path = m_fixture->write("notes.txt", "There were 12 of them.\n");
        QVERIFY(reported(path).startsWith(path + ": das ist kein Profil, das Candela kennt.\n"));
        for (const auto& text : {reported(path), reported(m_fixture->write("a.zip", "PK\x03\x04")),
                                 reported(m_fixture->write("empty.txt", "")), reported("/nirgends.txt")}) {
            QVERIFY(!text.isEmpty());
            QVERIFY2(!seemsEnglish(text), qPrintable(text));
        }
    }
    void aChoiceIsKeptForTheNextStart() {
        openWindow(Language::Choice::English);
        window().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window()));
        QTest::keyClick(window().windowHandle(), Qt::Key_S, Qt::AltModifier);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        QTest::keyClick(menu, Qt::Key_L);
        auto* languages = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(languages && languages != menu);
        QTest::keyClick(languages, Qt::Key_D);
        QVERIFY(window().messageBar()->sentence().contains("next start"));
        QCOMPARE(QSettings().value("window/language").toInt(), static_cast<int>(Language::Choice::German));
        QCOMPARE(window().menuBar()->actions().first()->text(), QString("&File"));
        m_fixture->window.reset();
        restartLanguage();
        QCOMPARE(MainWindow::tr("&File"), QString("&Datei"));
        QCOMPARE(QDialogButtonBox(QDialogButtonBox::Cancel).buttons().front()->text().remove('&'),
                 QString("Abbrechen")); // Qt's own
    }
    void numbersFollowTheLanguage() {
        openWindow(Language::Choice::German);
        QCOMPARE(formatShare(1, 8), std::string("12,5 %"));
        QCOMPARE(formatSamples(12345), std::string("12.345 Samples"));
        QCOMPARE(formatDuration(1'240'000'000), std::string("1,24 s"));
        cleanup();
        QCOMPARE(formatShare(1, 8), std::string("12.5 %"));
        QCOMPARE(formatSamples(12345), std::string("12,345 samples"));
    }
    void pluralsHaveTheirForms() {
        openWindow(Language::Choice::English);
        QCOMPARE(QObject::tr("%1 with %2 threads", "", 1).arg("1", "1"), QString("1 with 1 thread"));
        cleanup();
        openWindow(Language::Choice::German);
        QCOMPARE(QObject::tr("%1 with %2 threads", "", 1).arg("1", "1"), QString("1 mit 1 Thread"));
        QCOMPARE(QObject::tr("%1 with %2 threads", "", 2).arg("1", "2"), QString("1 mit 2 Threads"));
    }
};

QTEST_MAIN(TranslationTest)
#include "translation_test.moc"
