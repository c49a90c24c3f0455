/// `candela annotate` against `go tool pprof`.
#include "tests/app/commands/annotation_json.h"
#include "tests/app/commands/command_outcome.h"
#include "tests/corpus.h"
#include "tests/model/symbols/reference_tools.h"
#include "tests/test_folder.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <map>

using namespace candela;

class AnnotatePprofTest : public QObject {
    Q_OBJECT

    TestFolder m_folder;
    QString m_profiles = corpusFolder() + "/pprof/google-pprof";

    QString pprof(const QStringList& options) const {
        // Otherwise pprof takes the names from any symbolizer that is installed.
        const QStringList fixed{"tool", "pprof", "-unit=ms", "-symbolize=none"};
        return run("go",
                   fixed + options + QStringList{m_profiles + "/sample.bin", m_profiles + "/sample.cpu"});
    }
    /// "." stands for no weight.
    static qlonglong milliseconds(const QString& text) {
        return text == "." ? 0 : text.chopped(2).toLongLong();
    }

private slots:
    void init() {
        if (!isThere("go")) QSKIP("go is not installed");
        if (!QFile::exists(m_profiles + "/sample.bin"))
            QSKIP("sample.bin of the corpus is too large for the repository");
    }
    void pprofDisassemblesTheSame() {
        for (const QString function :
             {"main.busyLoop", "main.main", "runtime.mapiternext", "runtime.evacuate"}) {
            std::map<std::uint64_t, LineWeights> theirs;
            static const QRegularExpression row(R"(^\s*(\S+)\s+(\S+)\s+([0-9a-f]+): )");
            QString routine;
            for (const auto& line : pprof({"-disasm=" + function}).split('\n')) {
                if (line.startsWith("ROUTINE ")) routine = line.section(' ', -1);
                const auto match = row.match(line);
                if (!match.hasMatch() || routine != function) continue;
                theirs[match.captured(3).toULongLong(nullptr, 16)] = {milliseconds(match.captured(1)),
                                                                      milliseconds(match.captured(2))};
            }
            QVERIFY2(theirs.size() > 20, qPrintable(function));
            const auto outcome = runCandela({"annotate", m_profiles + "/sample.cpu", function, "--assembly",
                                             "--value", "cpu", "--symbols", m_profiles, "--format", "json"});
            QVERIFY2(outcome.status == 0, outcome.errors);
            std::map<std::uint64_t, LineWeights> ours;
            std::int64_t sum = 0;
            for (const auto& value : instructionsOf(outcome.json())) {
                const auto instruction = value.toObject();
                ours[addressOf(instruction)] = {instruction["self"].toInteger() / 1'000'000,
                                                instruction["total"].toInteger() / 1'000'000};
                sum += instruction["total"].toInteger();
            }
            QVERIFY(sum > 0);
            // The two tools leave out different parts of the padding at the end.
            const auto last = std::min(ours.rbegin()->first, theirs.rbegin()->first);
            for (auto* side : {&ours, &theirs})
                std::erase_if(*side, [&](const auto& entry) {
                    return entry.first > last && entry.second == LineWeights();
                });
            QVERIFY2(ours == theirs, qPrintable(function));
        }
    }
    void pprofListsTheSame() {
        // Lists need a source file: each line of this one is its number.
        QByteArray text;
        for (int line = 1; line <= 3000; ++line)
            text += "line " + QByteArray::number(line) + "\n";
        const QString sample = "/usr/local/google/home/sanjay/go/src/github.com/google/pprof/internal/report/"
                               "testdata/sample/sample.go";
        const QString maps = "/usr/lib/google-golang/src/runtime/hashmap.go";
        const QString abs = "/usr/lib/google-golang/src/math/abs.go";
        for (const auto& path : {sample, maps, abs})
            m_folder.write("sources" + path, text);
        const auto sources = m_folder.filePath("sources");
        for (const QString function :
             {"main.busyLoop", "main.main", "runtime.mapiternext", "runtime.evacuate"}) {
            std::map<QString, LineWeights> theirs;
            static const QRegularExpression routine(R"(^ROUTINE =+ \S+ in (\S+))");
            static const QRegularExpression row(R"(^\s*(\S+)\s+(\S+)\s+(\d+):line \d+)");
            QString file;
            for (const auto& line :
                 pprof({"-list=^" + function + "$", "-source_path=" + sources, "-trim_path=/"}).split('\n')) {
                if (const auto match = routine.match(line); match.hasMatch()) file = match.captured(1);
                const auto match = row.match(line);
                if (!match.hasMatch()) continue;
                const LineWeights weights{milliseconds(match.captured(1)), milliseconds(match.captured(2))};
                if (weights != LineWeights())
                    theirs[lineName(file, match.captured(3).toLongLong())] = weights;
            }
            QVERIFY2(!theirs.empty(), qPrintable(function));
            const auto outcome =
                runCandela({"annotate", m_profiles + "/sample.cpu", function, "--source", "--value", "cpu",
                            "--inlined", "call", "--symbols", m_profiles, "--source-path",
                            "/usr=" + sources + "/usr", "--format", "json"});
            QVERIFY2(outcome.status == 0, outcome.errors);
            auto ours = linesOf(outcome.json());
            for (auto& [line, weights] : ours)
                weights = {weights.self / 1'000'000, weights.total / 1'000'000};
            // pprof's lines have only the self weight of the function itself, without that of inlined code.
            for (auto* side : {&ours, &theirs})
                for (auto& [line, weights] : *side)
                    weights.self = 0;
            QVERIFY2(ours == theirs,
                     qPrintable(function + "\n" + textOf(ours) + "pprof:\n" + textOf(theirs)));
            for (const auto& value : outcome.json()["lines"].toArray()) {
                const auto line = value.toObject();
                QCOMPARE(line["text"].toString(), QString("line %1").arg(line["line"].toInteger()));
            }
        }
    }
};

QTEST_GUILESS_MAIN(AnnotatePprofTest)
#include "annotate_pprof_test.moc"
