/// Candela's function table of pprof files, compared with that of pprof's own tool: the same names with the
/// same weights. Needs Go (`go tool pprof`).
#include "model/analysis/call_tree/function_list.h"
#include "model/formats/format.h"
#include "tests/corpus.h"

#include <QDirIterator>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <map>

using namespace candela;

namespace {

struct Weights {
    std::int64_t self = 0;
    std::int64_t total = 0;
    auto operator<=>(const Weights&) const = default;
};
/// Weights by the name in views; rows with equal names are adjacent.
using FunctionTable = std::multimap<std::string, Weights>;

/// Removes source files, which would distinguish functions of equal names, unlike in pprof's table.
FunctionTable ourTable(const std::shared_ptr<const Profile>& original, ValueTypeIndex value) {
    Task task;
    auto bare = *original;
    for (auto& function : bare.functions)
        function.file = {};
    const auto profile = std::make_shared<const Profile>(std::move(bare));
    SampleSelector selector(profile);
    const auto groups = groupFrames(profile, Grouping::Function);
    const auto weights = selector.stackWeights(value, {}, task);
    FunctionTable table;
    for (const auto& row : groupWeights(*groups, *weights))
        table.emplace((*groups)[row.group].name, Weights{row.self, row.total});
    return table;
}

/// "120ns" in the requested unit: the number before the unit.
std::int64_t weightOf(const QString& text) {
    qsizetype end = text.startsWith('-') ? 1 : 0;
    while (end < text.size() && text[end].isDigit())
        ++end;
    return text.left(end).toLongLong();
}

/// The table of pprof's tool, or why it printed none.
struct TheirTable {
    FunctionTable rows;
    QString problem;
};

TheirTable theirTable(const QString& file, const Profile& profile, std::size_t value) {
    const auto unit = profile.text(profile.samples[value].type.unit);
    QProcess process;
    process.start("go", {"tool", "pprof", "-top", "-nodecount=0", "-nodefraction=0", "-edgefraction=0",
                         "-unit=" + QString::fromUtf8(unit.data(), qsizetype(unit.size())),
                         "-sample_index=" + QString::number(value), file});
    if (!process.waitForFinished(-1) || process.exitStatus() != QProcess::NormalExit ||
        process.exitCode() != 0)
        return {{},
                QString("go tool pprof, value %1: %2, exit code %3\n%4")
                    .arg(value)
                    .arg(process.errorString())
                    .arg(process.exitCode())
                    .arg(QString::fromUtf8(process.readAllStandardError()))};
    FunctionTable table;
    bool isTable = false;
    for (const auto& line : QString::fromUtf8(process.readAllStandardOutput()).split('\n')) {
        if (isTable && !line.isEmpty()) {
            const auto words = line.simplified().split(' ');
            auto name = line;
            for (int column = 0; column < 5; ++column)
                name = name.trimmed().mid(name.trimmed().indexOf(' '));
            name = name.trimmed();
            for (const auto* suffix : {" (inline)", " (partial-inline)"})
                if (name.endsWith(suffix)) name.chop(qsizetype(strlen(suffix)));
            table.emplace(name.toStdString(), Weights{weightOf(words[0]), weightOf(words[3])});
        }
        isTable |= line.contains("flat%") && line.contains("cum%");
    }
    return {table, {}};
}

QString difference(const FunctionTable& ours, const FunctionTable& theirs) {
    QString text;
    const auto add = [&](const char* side, const FunctionTable& table, const FunctionTable& other) {
        for (const auto& [name, weights] : table) {
            const auto [begin, end] = other.equal_range(name);
            if (std::any_of(begin, end, [&](const auto& row) { return row.second == weights; })) continue;
            text += QString("%1: %2 self %3 total %4\n")
                        .arg(side, QString::fromStdString(name))
                        .arg(weights.self)
                        .arg(weights.total);
        }
    };
    add("ours", ours, theirs);
    add("theirs", theirs, ours);
    if (text.isEmpty() && ours.size() != theirs.size()) text = "the tables differ in length";
    return text;
}

QString corpus() {
    return corpusFolder() + "/pprof";
}

} // namespace

class PprofTopTest : public QObject {
    Q_OBJECT

    void addFiles() {
        QTest::addColumn<QString>("file");
        for (const auto& folder : {corpus(), QString(FIXTURES) + "/formats"}) {
            QDirIterator files(folder, QDir::Files, QDirIterator::Subdirectories);
            while (files.hasNext()) {
                const auto file = files.next();
                Task task;
                const auto profile = readProfile(file.toStdString(), task);
                if (profile && profile->origin.format == "pprof")
                    QTest::newRow(qPrintable(file.section('/', -3))) << file;
            }
        }
    }
    static bool hasGo() { return !QStandardPaths::findExecutable("go").isEmpty(); }

private slots:
    void functionsHaveTheWeightsThatPprofGives_data() { addFiles(); }
    void functionsHaveTheWeightsThatPprofGives() {
        if (!hasGo()) QSKIP("go is not installed: nothing to compare with");
        QFETCH(QString, file);
        Task task;
        auto read = readProfile(file.toStdString(), task);
        QVERIFY(read);
        const auto profile = std::make_shared<const Profile>(std::move(*read));
        QCOMPARE(check(*profile), std::string());
        for (std::size_t value = 0; value < profile->samples.size(); ++value) {
            const auto theirs = theirTable(file, *profile, value);
            const auto ours = ourTable(profile, ValueTypeIndex(value));
            QVERIFY2(theirs.problem.isEmpty(), qPrintable(theirs.problem));
            QCOMPARE(theirs.rows.empty(), profile->samples[value].size() == 0);
            const auto differs = difference(ours, theirs.rows);
            QVERIFY2(differs.isEmpty(), qPrintable(differs));
        }
    }

    void aWrittenFileHasTheSameTables_data() { addFiles(); }
    void aWrittenFileHasTheSameTables() {
        QFETCH(QString, file);
        Task task;
        auto read = readProfile(file.toStdString(), task);
        QVERIFY(read);
        const auto profile = std::make_shared<const Profile>(std::move(*read));
        Output output;
        QVERIFY(findFormat("pprof")->write(*profile, output, task));
        QTemporaryDir folder;
        const auto copy = folder.filePath("copy.pb.gz");
        QVERIFY(output.store(copy.toStdString()));
        auto again = readProfile(copy.toStdString(), task);
        QVERIFY(again);
        const auto second = std::make_shared<const Profile>(std::move(*again));
        QCOMPARE(second->samples.size(), profile->samples.size());
        QCOMPARE(second->shownValue(), profile->shownValue());
        for (std::size_t value = 0; value < profile->samples.size(); ++value) {
            const auto expected = ourTable(profile, ValueTypeIndex(value));
            QCOMPARE(difference(ourTable(second, ValueTypeIndex(value)), expected), QString());
            if (!hasGo()) continue;
            const auto theirs = theirTable(copy, *profile, value);
            QVERIFY2(theirs.problem.isEmpty(), qPrintable(theirs.problem));
            QCOMPARE(difference(expected, theirs.rows), QString());
        }
    }
};

QTEST_APPLESS_MAIN(PprofTopTest)
#include "pprof_top_test.moc"
