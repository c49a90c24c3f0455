/// Fails on words in the tree that CONTRIBUTING.md, section Words, replaces by others.
#include <QTest>

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>

#include <set>
#include <vector>

namespace {

/// Forbidden words, and the words to use.
struct Rule {
    QRegularExpression expression;
    QString use;
};

Rule rule(const QString& words, const QString& use) {
    return {QRegularExpression("\\b(?:" + words + ")\\b", QRegularExpression::CaseInsensitiveOption), use};
}

/// Words that must not be a part of an identifier: "place" is one of codePlace and code_place, not of
/// replacePart or Placeholder.
const std::vector<Rule> inIdentifiers{
    rule("places?|placed", "position, index, offset, slot, address or location"),
    rule("amounts?|measurements?|observations?", "sample, weight or value"),
    rule("said|says?|saying|told|untold|tells?|telling", "reported, stated or printed"),
    rule("news", "events"),
    rule("came|went|gone|born", "added, removed, loaded, started or exited"),
    rule("misshapen|distrust(ed)?|spoilt|spoil", "malformed, invalid, untrusted or incomplete"),
    rule("patience|afterlife|goodbye", "timeout, retention or shutdown"),
    rule("nobody|whoever", "what or who it is"),
    rule("nursery|nurseries", "fork server"),
    rule("complains?|surroundings", "print or report; environment"),
};

/// Words that must not be in comments, texts or documents either.
const std::vector<Rule> anywhere{
    rule("misshapen|distrusted|spoilt", "malformed, invalid, untrusted or incomplete"),
    rule("afterlife|goodbye|patience", "retention, shutdown or timeout"),
    rule("nursery|nurseries", "fork server"),
    rule("said|told|untold", "reported, stated or printed"),
    rule("nobody|whoever", "the passive voice, or who it is"),
    rule("for who", "for callers that"),
    rule("is no key", "unknown key"),
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
    {"recorder/rights/own_user.cpp", "nobody", "the user of that name"},
    {"recorder/rights/own_user.h", "nobody", "the user of that name"},
    {"recorder/sandbox_report.h", "nobody", "the user of that name"},
    {"resources/man/candela-recorder.1", "nobody", "the user of that name"},
    {"tests/app/commands/commands_test.cpp", "nobody", "the user of that name"},
    {"tests/model/analysis/filter_test.cpp", "nobody", "the user of that name"},
    {"tests/model/formats/input_test.cpp", "nobody", "the user of that name"},
    {"tests/packages/recordings.sh", "nobody", "the user of that name"},
    {"tests/recorder/recordings/labels_recording_test.cpp", "nobody", "the user of that name"},
    {"tests/recorder/rights_test.cpp", "nobody", "the user of that name"},
};

/// The text without its comments and string literals, and these alone; both keep line ends.
struct Parts {
    QString code;
    QString texts;
};

Parts partsOf(const QString& text, bool isC) {
    if (!isC) return {QString(), text};
    // \x22 is a quote: moc of Qt 6.4 can't parse raw strings that contain one.
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

struct Use {
    QString where; ///< "path:line"
    QString path;
    QString word;
    QString use;
};

int lineAt(const QString& text, qsizetype offset) {
    return static_cast<int>(QStringView(text).left(offset).count('\n')) + 1;
}

std::vector<Use> usesIn(const QString& path, const QString& text) {
    static const QRegularExpression isC(R"(\.(h|c|cpp)$)");
    // Any identifier that contains the letters of a word; it is split into words afterwards.
    static const QRegularExpression suspect(
        "\\b\\w*(?:place|amount|measure|observ|sa[iy]|t[eo]l[dl]|news|came|went|gone|born|isshapen|istrust|"
        "spoil|patience|afterlife|goodbye|nobody|whoever|nurser|complain|surround)\\w*",
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression constant("\\bconstexpr\\b[^;={}()]*\\b((?:" + beginsOfConstants +
                                             ")[A-Z]\\w*)\\s*[={\\[]");
    std::vector<Use> uses;
    const auto add = [&](const QString& whole, qsizetype offset, const QString& word, const QString& use) {
        uses.push_back({QString("%1:%2").arg(path).arg(lineAt(whole, offset)), path, word, use});
    };
    const auto parts = partsOf(text, isC.match(path).hasMatch());
    for (const auto& match : suspect.globalMatch(parts.code)) {
        const auto words = wordsOf(match.captured());
        for (const auto& one : inIdentifiers) {
            if (const auto found = one.expression.match(words); found.hasMatch())
                add(parts.code, match.capturedStart(), found.captured(), one.use);
        }
    }
    for (const auto& match : constant.globalMatch(parts.code))
        add(parts.code, match.capturedStart(1), match.captured(1), "maximum…, minimum… or default…");
    for (const auto& one : anywhere) {
        for (const auto& match : one.expression.globalMatch(parts.texts))
            add(parts.texts, match.capturedStart(), match.captured().toLower(), one.use);
    }
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
    // Files of other projects, and two files that must contain the words.
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
        int uses = 0;
        std::set<const Allowed*> met;
        for (const auto& use : usesInTree(files)) {
            if (const auto* one = allowanceOf(use)) {
                met.insert(one);
                qInfo("%s: %s (%s)", qPrintable(use.where), qPrintable(use.word), one->reason);
            } else {
                qWarning("%s: \"%s\", use %s", qPrintable(use.where), qPrintable(use.word),
                         qPrintable(use.use));
                ++uses;
            }
        }
        QVERIFY(files > 500);
        QVERIFY2(uses == 0, "the uses that are listed above");
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
