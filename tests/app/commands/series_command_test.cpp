/// `candela series`: rows through several captures, their trends, and what can't be compared.
#include "tests/app/commands/command_outcome.h"
#include "tests/app/commands/compared_captures.h"
#include "tests/corpus.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

class SeriesCommandTest : public QObject, ComparedCaptures {
    Q_OBJECT

    /// Heap profiles whose function "arena" has so many bytes.
    QStringList heaps(const QList<int>& bytes) {
        QStringList files;
        for (const int number : bytes)
            files << heap(QString("%1.heapprofile").arg(char('a' + files.size())), number);
        return files;
    }
    static QJsonObject run(const QStringList& words) {
        return runCandela(QStringList{"series", "--format", "json"} + words).json();
    }

private slots:
    void memoryThatGrowsIsFound() {
        const auto files = heaps({1000, 20'000, 40'000, 61'000, 79'000, 100'000, 121'000, 140'000});
        const auto arena = rowNamed(run(files), "arena");
        const auto self = arena["self"].toObject();
        QCOMPARE(self["trend"].toString(), "growth");
        QCOMPARE(self["from"].toString(), "b.heapprofile");
        QVERIFY(std::abs(self["size"].toDouble() - 20'000) < 1000);
        QCOMPARE(self["weights"].toArray().at(3).toInt(), 61'000);
        const auto cache = rowNamed(run(files), "cache");
        QCOMPARE(cache["self"].toObject()["trend"].toString(), "none");
        const auto text = runCandela(QStringList{"series"} + files).output;
        QVERIFY2(text.contains("a capture from b.heapprofile on"), text);
        QVERIFY2(text.contains("1 row grows steadily"), text);
        const auto shares = runCandela(QStringList{"series", "--normalize", "share"} + files).output;
        QVERIFY2(shares.simplified().contains("each weight as a part of its own capture's total."), shares);
        QVERIFY(text.indexOf("arena") < text.indexOf("cache"));
    }
    void everyNumberIsThatOfDiff() {
        const auto rows = run({base(), newFile(), "--normalize", "none"})["rows"].toArray();
        const auto diff =
            runCandela({"diff", base(), newFile(), "--format", "json", "--normalize", "none"}).json();
        QCOMPARE(rows.size(), diff["rows"].toArray().size());
        for (const auto& value : rows) {
            const auto row = value.toObject();
            const auto other = rowNamed(diff, row["name"].toString());
            for (const QString weight : {"self", "total"}) {
                const auto weights = row[weight].toObject()["weights"].toArray();
                QCOMPARE(weights.at(0), other["base_" + weight]);
                QCOMPARE(weights.at(1), other["new_" + weight]);
            }
        }
    }
    /// A function that a capture lacks keeps its row.
    void aMissingFunctionIsZero() {
        const auto with = file("a.folded", "main;draw 10\nmain;load 10\n");
        const auto without = file("b.folded", "main;load 10\n");
        const auto rows = run({with, without, with, "--normalize", "none"});
        const auto weights = rowNamed(rows, "draw")["total"].toObject()["weights"].toArray();
        QCOMPARE(weights, (QJsonArray{10, 0, 10}));
        QCOMPARE(rows["rows"].toArray().size(), 3);
    }
    void aFolderIsASeriesInTheOrderOfNames() {
        const QTemporaryDir folder;
        for (const auto& [name, weight] : {std::pair("10", 1), std::pair("2", 2), std::pair("1", 3)}) {
            QFile written(folder.filePath(name));
            QVERIFY(written.open(QFile::WriteOnly));
            written.write(QByteArray("main ") + QByteArray::number(weight) + "\n");
        }
        const auto series = run({folder.path()});
        QCOMPARE(series["captures"].toArray(), (QJsonArray{"1", "10", "2"}));
    }
    void rulesAreMetWhereATrendIsLargeEnough_data() {
        QTest::addColumn<QString>("rule");
        QTest::addColumn<int>("status");
        QTest::newRow("growth") << "function ^arena$ slower 50%" << 1;
        QTest::newRow("less than that") << "function ^arena$ slower 20000%" << 0;
        QTest::newRow("the other direction") << "function ^arena$ faster 5%" << 0;
        QTest::newRow("no trend") << "function ^cache$ slower 0%" << 0;
        QTest::newRow("the total") << "total slower 50%" << 1;
        QTest::newRow("no such rule") << "new-function share 1%" << 2;
        QTest::newRow("not a rule") << "arena slower" << 2;
    }
    void rulesAreMetWhereATrendIsLargeEnough() {
        QFETCH(QString, rule);
        const auto files = heaps({1000, 20'000, 40'000, 61'000, 79'000, 100'000, 121'000, 140'000});
        const auto outcome = runCandela(QStringList{"series", "--fail-if", rule} + files);
        QTEST(outcome.status, "status");
        QCOMPARE(outcome.errors.contains("a capture from b.heapprofile on"), outcome.status == 1);
    }
    void aRuleThatMatchesNoRowIsAWarning() {
        const auto outcome = runCandela(QStringList{"series", "--fail-if", "function ^blot$ slower 5%"} +
                                        heaps({1000, 2000, 3000}));
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.errors.contains("no row of any capture matches"), outcome.errors);
    }
    void totalsOfSharesHaveNoRule() {
        const auto outcome =
            runCandela(QStringList{"series", "--normalize", "share", "--fail-if", "total slower 5%"} +
                       heaps({1000, 2000, 3000}));
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.errors.contains("by shares"), outcome.errors);
    }
    void otherFormatsHaveTheSameRows() {
        const auto files = heaps({1000, 2000, 3000});
        const auto csv = runCandela(QStringList{"series", "--format", "csv"} + files).output;
        QVERIFY2(csv.contains("arena") && csv.contains("first self"), csv);
        const auto markdown = runCandela(QStringList{"series", "--format", "markdown"} + files).output;
        QVERIFY2(markdown.contains("`arena`"), markdown);
    }
    void capturesThatMakeNoSeriesAreRefused() {
        const auto one = runCandela({"series", base()});
        QCOMPARE(one.status, 2);
        QVERIFY2(one.errors.contains("several captures"), one.errors);
        const auto units = runCandela({"series", base(), heap("a.heapprofile", 10)});
        QCOMPARE(units.status, 2);
        QVERIFY2(units.errors.contains("can't be compared"), units.errors);
        const auto missing = runCandela({"series", base(), "/nowhere.folded"});
        QVERIFY(missing.status != 0);
        QVERIFY2(missing.errors.contains("/nowhere.folded"), missing.errors);
        const auto work = runCandela({"series", base(), newFile(), "--normalize", "work"});
        QVERIFY2(work.errors.contains("units of work"), work.errors);
    }
    /// Ten heap profiles of one server. The sums were checked with `go tool pprof -top`.
    void theCorpusShowsWhereTheHeapGrew() {
        const QDir folder(corpusFolder() + "/pprof/parca/many");
        QVERIFY(folder.exists());
        const auto series = run({folder.path()});
        QCOMPARE(series["captures"].toArray().size(), 10);
        const auto arena = rowNamed(series, "github.com/dgraph-io/badger/v3/skl.newArena")["self"].toObject();
        QCOMPARE(arena["trend"].toString(), "step");
        QCOMPARE(arena["from_index"].toInt(), 8);
        QCOMPARE(arena["weights"].toArray().at(7).toInt(), 0);
        QCOMPARE(arena["weights"].toArray().at(8).toInt(), 87'244'800);
        QCOMPARE(series["whole"].toObject()["trend"].toString(), "step");
    }
};

QTEST_GUILESS_MAIN(SeriesCommandTest)
#include "series_command_test.moc"
