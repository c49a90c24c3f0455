/// The story of a comparison: an optimization is lost when a function gets inlined. Both builds are recorded,
/// and their binaries and sources are deleted; the function, what it calls and inlines, both codes and the
/// source lines are still shown.
#include "tests/app/commands/command_outcome.h"
#include "tests/recorder/recorder_program.h"
#include "tests/test_folder.h"

#include <QFile>
#include <QTest>

using namespace candela;

namespace {

/// Without INLINED, the loop of add_row() uses vectors. Inlined, it is compiled with the options of
/// add_rows(), which forbid them. Both builds use four seconds of CPU time, however busy the machine is.
const QByteArray source = R"(#include <ctime>
#include <cstdio>
#ifdef INLINED
#define ADD_ROW inline __attribute__((always_inline))
#else
#define ADD_ROW __attribute__((noinline))
#endif
constexpr int columns = 1024, rows = 64;
int table[rows * columns], sums[columns];
ADD_ROW void add_row(int* sum, const int* row, int count) {
    for (int at = 0; at < count; ++at) sum[at] += row[at];
}
extern "C" __attribute__((noinline, optimize("no-tree-vectorize"))) void add_rows(int* sum, const int* all, int count) {
    for (int row = 0; row < rows; ++row) add_row(sum, all + row * count, count);
}
int main() {
    long rounds = 0;
    while (std::clock() < 4 * CLOCKS_PER_SEC) {
        for (int i = 0; i < 64; ++i) add_rows(sums, table, columns);
        ++rounds;
    }
    std::printf("%ld\n", rounds);
}
)";

} // namespace

class LostOptimizationTest : public QObject {
    Q_OBJECT

    struct Recorded {
        QString file;
        QByteArray rounds; ///< the work that was done
    };
    /// Compiles, records and deletes a build.
    void record(const QString& name, const QStringList& options, Recorded& recorded) const {
        const auto program = m_folder.filePath(name);
        QProcess compiler;
        compiler.start("g++",
                       QStringList{m_folder.filePath("add.cpp"), "-O3", "-g", "-o", program} + options);
        QVERIFY2(compiler.waitForFinished() && compiler.exitCode() == 0,
                 compiler.readAllStandardError().constData());
        recorded.file = m_folder.filePath(name + ".candela");
        const auto outcome = runCandela(
            QStringList{"record", "--keep-source", "-F", "499", "-o", recorded.file, "--"} + m_first
            << program);
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.errors.contains("keeps "), outcome.errors.constData());
        recorded.rounds = outcome.output.split('\n').front().trimmed();
        QVERIFY2(recorded.rounds.toLong() > 0, outcome.output.constData());
        QVERIFY(QFile::remove(program));
    }

    TestFolder m_folder;
    QStringList m_first; ///< runs a program before all others

private slots:
    void initTestCase() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why.constData());
        m_folder.write("add.cpp", source);
        // How much a program works in each second varies on a busy machine. Only the work of a whole
        // recording is known, so its interval was too wide for a verdict in four of five recordings beside
        // twelve other programs.
        const QStringList first{"chrt", "--fifo", "1"};
        if (QProcess::execute(first.front(), first.mid(1) << "true") == 0) m_first = first;
    }
    void theFunctionItsCalleeAndBothCodesAreShown() {
        Recorded base, newSide;
        record("vectors", {}, base);
        record("inlined", {"-DINLINED"}, newSide);
        QVERIFY(QFile::remove(m_folder.filePath("add.cpp")));
        // By work done, add_rows() is slower, together with what one build calls and the other inlines.
        const auto diff = runCandela({"diff", base.file, newSide.file, "--format", "json", "--work",
                                      base.rounds + "," + newSide.rounds})
                              .json();
        const auto row = rowNamed(diff, "add_rows");
        QVERIFY2(row["verdict"] == "slower", QJsonDocument(row).toJson().constData());
        QVERIFY(row["total_change"].toObject()["low"].toDouble() > 0.2);

        const QStringList annotate{"annotate", base.file, "add_rows", "--against", newSide.file};
        const auto code = runCandela(annotate + QStringList{"--format", "json"}).json();
        for (const auto* side : {"base", "new"})
            QCOMPARE(code[side].toObject()["source"].toString(), QString("the capture"));
        bool isFound = false;
        for (const auto& value : code["used"].toArray()) {
            const auto used = value.toObject();
            if (!used["name"].toString().startsWith("add_row(")) continue;
            isFound = true;
            QCOMPARE(used["base"].toObject()["calls"].toInt(), 1);
            QCOMPARE(used["base"].toObject()["instructions"].toInt(), 0);
            QCOMPARE(used["new"].toObject()["calls"].toInt(), 0);
            QVERIFY(used["new"].toObject()["instructions"].toInt() > 3);
            // Nearly all time is spent in the code that was inlined.
            QVERIFY(used["new"].toObject()["self"].toDouble() >
                    0.8 * code["new"].toObject()["total_of_all"].toDouble());
        }
        QVERIFY(isFound);
        const auto text = runCandela(annotate).output;
        QVERIFY2(text.contains(": 1 call in base, "), text.constData());
        QVERIFY2(text.contains("call ") && text.contains("  >  "), text.constData());
        // Both builds have one source: the line that was inlined has the weight, next to its text.
        const auto lines = runCandela(annotate + QStringList{"--source"}).output;
        QVERIFY2(lines.contains("add.cpp (from the capture)"), lines.constData());
        QVERIFY2(lines.contains("sum[at] += row[at];"), lines.constData());
        QVERIFY2(lines.contains("add_row(sum, all + row * count, count);"), lines.constData());
        int sameLines = 0;
        for (const auto& file : code["sources"].toArray()) {
            QCOMPARE(file.toObject()["evidence"].toString(), QString("text"));
            for (const auto& line : file.toObject()["rows"].toArray())
                sameLines += line.toObject()["alignment"] == "same";
        }
        QVERIFY(sameLines >= 3);
        const auto other = runCandela({"annotate", base.file, "nowhere", "--against", newSide.file});
        QCOMPARE(other.status, 2);
    }
};

QTEST_GUILESS_MAIN(LostOptimizationTest)
#include "lost_optimization_test.moc"
