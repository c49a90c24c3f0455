/// Reads the tree and fails on words that CONTRIBUTING.md, Words, replaces by others.
#include <QTest>

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>

#include <set>

namespace {

/// A word that is not used, and the ones that are.
struct Rule {
    QString word; ///< a regular expression, in lower case
    QString use;
};

/// Words that must not be a part of an identifier: "place" is one of codePlace and code_place, not of
/// replacePart or Placeholder.
const std::vector<Rule> inIdentifiers{
    {"places?|placed", "position, index, offset, slot, address or location"},
    {"amounts?|measurements?|observations?", "sample, weight or value"},
    {"said|says?|saying|told|untold|tells?|telling", "reported, stated or printed"},
    {"news", "events"},
    {"came|went|gone|born", "added, removed, loaded, started or exited"},
    {"misshapen|distrust(ed)?|spoilt|spoil", "malformed, invalid, untrusted or incomplete"},
    {"patience|afterlife|goodbye", "timeout, retention or shutdown"},
    {"nobody|whoever", "what or who it is"},
    {"nursery|nurseries", "fork server"},
    {"complains?|surroundings", "print or report; environment"},
};

/// Words that must not be in comments, texts or documents either.
const std::vector<Rule> anywhere{
    {"misshapen|distrusted|spoilt", "malformed, invalid, untrusted or incomplete"},
    {"afterlife|goodbye|patience", "retention, shutdown or timeout"},
    {"nursery|nurseries", "fork server"},
    {"said|told|untold", "reported, stated or printed"},
    {"nobody|whoever", "the passive voice, or who it is"},
    {"for who", "for callers that"},
    {"is no key", "unknown key"},
};

/// Beginnings of constants: limits are maximum… and minimum…, defaults default….
const QString beginsOfConstants =
    "most|least|largest|smallest|longest|shortest|highest|lowest|fewest|deepest|usual";

/// A use that stays, with its reason. The path may be a folder.
struct Allowed {
    QString path;
    QString word;
    const char* reason;
};

const std::vector<Allowed> allowed{
    {"SECURITY.md", "nobody", "the user of that name"},
    {"resources/man/candela-recorder.1", "nobody", "the user of that name"},
    {"tests/app/commands/commands_test.cpp", "nobody", "the user of that name"},
    {"tests/model/analysis/filter_test.cpp", "nobody", "the user of that name"},
    {"tests/model/formats/input_test.cpp", "nobody", "the user of that name"},
    {"tests/packages/recordings.sh", "nobody", "the user of that name"},
    {"model/profile/losses.cpp", "news", "a reason of losses in recordings that exist"},
};

/// Text without its comments and quoted texts, and these alone; both keep the ends of lines.
struct Parts {
    QString code;
    QString texts;
};

Parts partsOf(const QString& text, bool isC) {
    if (!isC) return {QString(), text};
    // \x22 is a quote: moc of Qt 6.4 does not get through raw strings that hold one.
    static const QRegularExpression quoted(
        R"(//[^\n]*|/\*.*?\*/|R\x22([a-zA-Z]*)\(.*?\)\1\x22|\x22(?:[^\x22\\\n]|\\.)*\x22|'(?:[^'\\\n]|\\.)+')",
        QRegularExpression::DotMatchesEverythingOption);
    Parts parts;
    qsizetype end = 0;
    for (const auto& match : quoted.globalMatch(text)) {
        const auto before = text.mid(end, match.capturedStart() - end);
        parts.code += before + QString(match.captured().count('\n'), '\n');
        parts.texts += QString(before.count('\n'), '\n') + " " + match.captured();
        end = match.capturedEnd();
    }
    parts.code += text.mid(end);
    return parts;
}

/// "code place" of codePlace, code_place, m_codePlace and CodePlace.
QString wordsOf(const QString& identifier) {
    static const QRegularExpression humps("([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])");
    return QString(identifier).replace(humps, "\\1\\3 \\2\\4").replace('_', ' ').toLower();
}

/// A use of a word, as "path:line".
struct Use {
    QString where;
    QString path;
    QString word;
    QString use;
};

void addUses(const QString& path, const QString& text, qsizetype offset, const QString& words,
             const std::vector<Rule>& rules, std::vector<Use>& uses) {
    for (const auto& rule : rules) {
        const QRegularExpression expression("\\b(?:" + rule.word + ")\\b",
                                            QRegularExpression::CaseInsensitiveOption);
        for (const auto& match : expression.globalMatch(words)) {
            const auto end = offset < 0 ? match.capturedStart() : offset;
            uses.push_back({QString("%1:%2").arg(path).arg(text.left(end).count('\n') + 1), path,
                            match.captured().toLower(), rule.use});
        }
    }
}

std::vector<Use> usesIn(const QString& path, const QString& text) {
    static const QRegularExpression identifier(R"([A-Za-z_]\w*)");
    static const QRegularExpression constant("\\bconstexpr\\b[^;={}()]*\\b((?:" + beginsOfConstants +
                                             ")[A-Z]\\w*)\\s*[={\\[]");
    static const QRegularExpression isC(R"(\.(h|c|cpp)$)");
    std::vector<Use> uses;
    const auto parts = partsOf(text, isC.match(path).hasMatch());
    for (const auto& match : identifier.globalMatch(parts.code))
        addUses(path, parts.code, match.capturedStart(), wordsOf(match.captured()), inIdentifiers, uses);
    for (const auto& match : constant.globalMatch(parts.code)) {
        const auto line = parts.code.left(match.capturedStart(1)).count('\n') + 1;
        uses.push_back({QString("%1:%2").arg(path).arg(line), path, match.captured(1),
                        "maximum…, minimum… or default…"});
    }
    addUses(path, parts.texts, -1, parts.texts, anywhere, uses);
    return uses;
}

const Allowed* allowanceOf(const Use& use) {
    for (const auto& one : allowed) {
        if (use.path.startsWith(one.path) && use.word == one.word) return &one;
    }
    return nullptr;
}

bool isRead(const QString& path) {
    static const QRegularExpression kinds(R"(\.(h|c|cpp|proto|py|sh|md|1|in)$|^dev$)");
    // Files of others; and these two have the words to name them.
    static const QRegularExpression others(
        "^tests/(fixtures|fuzz/corpus)/|^CONTRIBUTING.md$|^tests/glossary_test.cpp$");
    return kinds.match(path).hasMatch() && !others.match(path).hasMatch();
}

std::vector<Use> usesInTree(int& files) {
    std::vector<Use> uses;
    const QDir root(SOURCE_DIR);
    const auto read = [&](const QString& name) {
        const auto path = root.relativeFilePath(name);
        QFile file(name);
        if (!isRead(path) || !file.open(QFile::ReadOnly)) return;
        const auto found = usesIn(path, QString::fromUtf8(file.readAll()));
        uses.insert(uses.end(), found.begin(), found.end());
        ++files;
    };
    for (const QString folder : {"app", "bpf", "model", "recorder", "resources", "tests", "views"}) {
        QDirIterator walk(root.filePath(folder), QDir::Files, QDirIterator::Subdirectories);
        while (walk.hasNext())
            read(walk.next());
    }
    for (const auto& file : root.entryInfoList(QDir::Files))
        read(file.filePath());
    return uses;
}

} // namespace

class GlossaryTest : public QObject {
    Q_OBJECT
private slots:
    void theTreeUsesTheWordsOfTheGlossary() {
        int files = 0;
        QStringList found;
        std::set<const Allowed*> met;
        for (const auto& use : usesInTree(files)) {
            if (const auto* one = allowanceOf(use)) {
                met.insert(one);
                qInfo("%s: %s (%s)", qPrintable(use.where), qPrintable(use.word), one->reason);
            } else {
                found << QString("%1: \"%2\", use %3").arg(use.where, use.word, use.use);
            }
        }
        QVERIFY(files > 500);
        QVERIFY2(found.isEmpty(), qPrintable(found.join("\n")));
        for (const auto& one : allowed) {
            QVERIFY2(met.contains(&one),
                     qPrintable(
                         QString("%1 has no \"%2\" any more: take it off the list").arg(one.path, one.word)));
        }
    }
    void aWordInAnIdentifierIsSeen_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("uses");
        QTest::newRow("hump") << "struct CodePlace {};\n" << 1;
        QTest::newRow("member") << "int m_told;\n" << 1;
        QTest::newRow("underscore") << "int area_place;\n" << 1;
        QTest::newRow("by itself") << "const auto place = text.begin();\n" << 1;
        QTest::newRow("capitals") << "#define PLACE 1\n" << 1;
        QTest::newRow("a constant") << "constexpr int mostRows = 1;\n" << 1;
        QTest::newRow("an array") << "static constexpr int usualSizes[] = {1};\n" << 1;
        QTest::newRow("no constant") << "const auto largestFirst = sorted(rows);\n" << 0;
        QTest::newRow("other words") << "replacePart(Placeholder(), emplaced, try_emplace(1));\n" << 0;
        QTest::newRow("parts of words") << "int newsletter, cameras, intoldest;\n" << 0;
    }
    void aWordInAnIdentifierIsSeen() {
        QFETCH(QString, text);
        QTEST(static_cast<int>(usesIn("app/a.cpp", text).size()), "uses");
    }
    void aWordInATextIsSeen_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("where");
        QTest::newRow("comment") << "app/a.cpp"
                                 << "int a;\n/// As nobody knows.\n"
                                 << "app/a.cpp:2";
        QTest::newRow("message") << "app/a.h"
                                 << "\n\nf(\"was told so\");\n"
                                 << "app/a.h:3";
        QTest::newRow("long comment") << "bpf/a.c"
                                      << "/* one\n two: misshapen */\n"
                                      << "bpf/a.c:2";
        QTest::newRow("document") << "README.md"
                                  << "# A\n\nFor whoever\n"
                                  << "README.md:3";
        QTest::newRow("ordinary English") << "app/a.cpp"
                                          << "/// In the first place, see the other one.\n"
                                          << "";
        QTest::newRow("a quote in a letter") << "app/a.cpp"
                                             << "char a = '\"'; // ok\n"
                                             << "";
    }
    void aWordInATextIsSeen() {
        QFETCH(QString, path);
        QFETCH(QString, text);
        const auto uses = usesIn(path, text);
        QTEST(uses.empty() ? QString("") : uses.front().where, "where");
        QVERIFY(uses.size() <= 1);
    }
};

QTEST_GUILESS_MAIN(GlossaryTest)
#include "glossary_test.moc"
