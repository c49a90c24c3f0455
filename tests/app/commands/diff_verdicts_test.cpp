/// The intervals and verdicts of `candela diff`: no change where there is none, and runs that stay apart.
#include "model/recording/recording_writer.h"
#include "tests/app/commands/command_outcome.h"
#include "tests/app/commands/compared_captures.h"
#include "tests/model/comparison/recorded_stacks.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <vector>

class DiffVerdictsTest : public QObject, ComparedCaptures {
    Q_OBJECT

    static bool isChanged(const QJsonValue& verdict) { return verdict == "slower" || verdict == "faster"; }

private slots:
    void noiseMeetsNoRule() {
        // 12 samples after 8 are 50 % more, which happens by chance in every third comparison.
        const auto few = file("few.folded", "main;draw 8\nmain;load 100\n");
        const auto more = file("more.folded", "main;draw 12\nmain;load 100\n");
        QCOMPARE(runCandela({"diff", few, more, "--fail-if", "function draw slower 5%"}).status, 0);
        const auto draw = rowNamed(runCandela({"diff", few, more, "--format", "json"}).json(), "draw");
        QCOMPARE(draw["verdict"].toString(), "unknown");
        QVERIFY(draw["self_change"].toObject()["low"].toDouble() < 0);
        QVERIFY(draw["self_change"].toObject()["high"].toDouble() > 0.5);
    }
    void howMuchMoreIsNeededIsGroupedAsOtherNumbersAre() {
        const auto one = file("rare.folded", "main;rare 3\nmain;load 100000\n");
        const auto text = QString::fromUtf8(runCandela({"diff", one, one}).output);
        static const QRegularExpression grouped("unknown, [1-9],\\d{3} × as many samples");
        QVERIFY2(grouped.match(text).hasMatch(), qPrintable(text));
    }
    void whatBrokenStacksMayExplainMeetsNoRule() {
        using namespace candela;
        const auto capture = [&](const QString& name, const std::vector<RecordedStack>& stacks) {
            QByteArray bytes;
            Task task;
            const auto written = writeRecording(
                *recordedStacks(stacks),
                [&](std::span<const std::byte> piece) {
                    bytes.append(reinterpret_cast<const char*>(piece.data()), qsizetype(piece.size()));
                },
                task);
            return written ? file(name, bytes) : QString();
        };
        const auto rule = QStringLiteral("function main slower 5%");
        const auto whole = capture("whole.candela", {{"main leaf", 100}});
        const auto broken =
            capture("broken.candela", {{"main leaf", 70}, {"leaf", 30, StackEnd::Unreadable}});
        const auto other = capture("other.candela", {{"main leaf", 70}, {"leaf", 30}});
        QCOMPARE(runCandela({"diff", other, whole, "--fail-if", rule}).status, 1);
        QCOMPARE(runCandela({"diff", broken, whole, "--fail-if", rule}).status, 0);
        QCOMPARE(runCandela({"diff", broken, whole, "--fail-if", "new-function share 1%"}).status, 0);
        const auto main = rowNamed(runCandela({"diff", broken, whole, "--format", "json"}).json(), "main");
        QCOMPARE(main["verdict"].toString(), "unknown");
        QCOMPARE(main["gap"].toString(), "broken stacks");
    }
    void swappedSidesMirrorEveryNumber() {
        const auto forth = runCandela({"diff", base(), newFile(), "--format", "json"}).json();
        const auto back = runCandela({"diff", newFile(), base(), "--format", "json"}).json();
        const auto rows = forth["rows"].toArray();
        QCOMPARE(rows.size(), back["rows"].toArray().size());
        for (const auto& value : rows) {
            const auto row = value.toObject(), mirrored = rowNamed(back, row["name"].toString());
            for (const auto* weight : {"self", "total"}) {
                const QString name(weight);
                QCOMPARE(row["base_" + name], mirrored["new_" + name]);
                QCOMPARE(row["new_" + name], mirrored["base_" + name]);
                const auto change = row[name + "_change"].toObject(),
                           other = mirrored[name + "_change"].toObject();
                if (change.isEmpty() || other.isEmpty() || change["value"].toDouble() == -1) continue;
                const auto isInverse = [](double ratio, double inverse) {
                    return std::abs((1 + ratio) * (1 + inverse) - 1) < 1e-6;
                };
                QVERIFY(isInverse(change["value"].toDouble(), other["value"].toDouble()));
                QVERIFY(isInverse(change["low"].toDouble(), other["high"].toDouble()));
                QVERIFY(isInverse(change["high"].toDouble(), other["low"].toDouble()));
            }
            for (const auto* parts : {"self_parts", "total_parts"}) {
                const auto own = row[parts].toObject(), other = mirrored[parts].toObject();
                QCOMPARE(own.size(), other.size());
                for (auto part = own.begin(); part != own.end(); ++part)
                    QCOMPARE(part->toInteger(), -other[part.key()].toInteger());
            }
            QVERIFY(std::abs(row["no_change_beyond"].toDouble(-1) -
                             mirrored["no_change_beyond"].toDouble(-1)) < 1e-6);
            const auto verdict = row["verdict"].toString();
            QCOMPARE(mirrored["verdict"].toString(), verdict == "slower"   ? "faster"
                                                     : verdict == "faster" ? "slower"
                                                                           : verdict);
        }
    }
    void aCaptureComparedWithItselfShowsNoChange() {
        const auto capture = timed("itself.cpuprofile", std::vector<QStringList>(3, {"draw", "load"}));
        for (const auto& path : {base(), capture}) {
            for (const auto* by : {"function", "module", "stack"}) {
                const auto json = runCandela({"diff", path, path, "--by", by, "--format", "json"}).json();
                QVERIFY(!json["rows"].toArray().isEmpty());
                for (const auto& value : json["rows"].toArray()) {
                    const auto row = value.toObject();
                    QVERIFY(row["verdict"] == "same" || row["verdict"] == "unknown");
                    for (const QString weight : {"self", "total"})
                        if (row["base_" + weight].toInteger() > 0)
                            QCOMPARE(row[weight + "_change"].toObject()["value"].toDouble(1), 0.0);
                }
            }
        }
    }
    void timePerSecondOfTimeNeverChanges() {
        const auto one = timed("one.cpuprofile", std::vector<QStringList>(3, {"draw", "load"}), 1);
        const auto two = timed("two.cpuprofile", std::vector<QStringList>(4, {"draw", "load"}), 2);
        const QStringList diff{"diff", one, two, "--normalize", "cpu"};
        for (const auto* rule : {"total faster 0%", "total slower 0%"})
            QCOMPARE(runCandela(diff + QStringList{"--fail-if", rule}).status, 0);
        const auto json = runCandela(diff + QStringList{"--format", "json"}).json();
        QCOMPARE(json["verdict"].toString(), "same");
        for (const auto* end : {"value", "low", "high"})
            QCOMPARE(json["total_change"].toObject()[end].toDouble(1), 0.0);
    }
    void perSecondTheIntervalHoldsTheChange() {
        // The program draws for ten seconds; in the new one it stops after five.
        std::vector<QStringList> half(10, QStringList{"draw"});
        const auto full = timed("full.cpuprofile", half);
        std::fill(half.begin() + 5, half.end(), QStringList());
        const auto stops = timed("stops.cpuprofile", half);
        const auto json =
            runCandela({"diff", full, stops, "--normalize", "duration", "--format", "json"}).json();
        for (const auto& found :
             {json["total_change"].toObject(), rowNamed(json, "draw")["total_change"].toObject()}) {
            const double change = found["value"].toDouble(1);
            QVERIFY(std::abs(change + 0.5) < 0.01);
            QVERIFY2(found["low"].toDouble(1) < change && found["high"].toDouble(0) > change,
                     QJsonDocument(found).toJson());
        }
        QVERIFY(json["verdict"] != "slower" && rowNamed(json, "draw")["verdict"] != "slower");
        // In its first seconds, the program has not changed.
        const auto begin = runCandela({"diff", full, stops, "--normalize", "duration", "--time", "0..4s",
                                       "--format", "json"})
                               .json();
        QVERIFY(!isChanged(begin["verdict"]));
        QVERIFY(std::abs(begin["total_change"].toObject()["value"].toDouble(1)) < 0.01);
    }
    void aTimeRangeAppliesToEachRun() {
        // Each run draws for two seconds and loads for two.
        const std::vector<QStringList> seconds{{"draw"}, {"draw"}, {"load"}, {"load"}};
        QStringList runs[2];
        qint64 expected[2]{};
        for (int run = 0; run < 6; ++run) {
            const auto path = timed(QStringLiteral("part%1.cpuprofile").arg(run), seconds, unsigned(run));
            runs[run / 3] << path;
            const auto report = runCandela({"report", path, "--time", "0..3s", "--format", "json"}).json();
            expected[run / 3] += rowNamed(report, "load")["self"].toInteger();
        }
        const QStringList diff{"diff", runs[0].join(','), runs[1].join(','), "--time", "0..3s", "--format",
                               "json"};
        for (const auto* normalize : {"share", "none", "duration"}) {
            const auto json = runCandela(diff + QStringList{"--normalize", normalize}).json();
            const auto load = rowNamed(json, "load");
            QVERIFY(expected[0] > 2'900'000'000 && load["base_self"].toInteger() == expected[0]);
            QCOMPARE(load["new_self"].toInteger(), expected[1]);
            QVERIFY(json["evidence"].toString().contains("base 3 runs, new 3 runs"));
            QVERIFY(!isChanged(load["verdict"]));
            if (json["normalize"] == "share") continue;
            QVERIFY(load["self_change"].toObject()["low"].toDouble(0) <
                    load["self_change"].toObject()["high"].toDouble(0));
        }
        // No samples are left in the range: each file is named.
        const auto none = runCandela({"diff", runs[0].join(','), runs[1].join(','), "--time", "9s.."});
        QVERIFY2(none.errors.contains("part0.cpuprofile") && none.errors.contains("part5.cpuprofile"),
                 none.errors);
    }
    void runsThatAgreeByChanceAreNotExact() {
        const auto runs = [&](const QString& name, int arena) {
            return heap(name + "1.heapprofile", arena) + "," + heap(name + "2.heapprofile", arena);
        };
        const auto json =
            runCandela({"diff", runs("few", 1000), runs("more", 2000), "--format", "json"}).json();
        const auto arena = rowNamed(json, "arena");
        QCOMPARE(arena["self_change"].toObject()["value"].toDouble(), 1.0);
        QCOMPARE(arena["verdict"].toString(), "unknown");
        QVERIFY(arena["self_change"].toObject()["low"].toDouble(1) < 0);
    }
    void equalSumsOfUnequallyManyRunsAreNotTheSame() {
        QStringList five;
        for (int run = 0; run < 5; ++run)
            five << heap(QStringLiteral("fifth%1.heapprofile").arg(run), 200);
        const auto one = heap("all.heapprofile", 1000);
        const auto outcome = runCandela({"diff", one, five.join(','), "--format", "json"});
        const auto arena = rowNamed(outcome.json(), "arena");
        QCOMPARE(arena["base_self"], arena["new_self"]);
        QVERIFY(std::abs(arena["self_change"].toObject()["value"].toDouble() + 0.8) < 1e-9);
        QCOMPARE(arena["verdict"].toString(), "unknown");
        QVERIFY2(
            outcome.json()["evidence"].toString().contains("5 runs of the new side, but the base is one sum"),
            qPrintable(outcome.json()["evidence"].toString()));
    }
    void theWorkOfOneRunIsTakenForEven() {
        const auto run = [&](const QString& name) {
            QByteArray text;
            for (int number = 0; number < 200; ++number)
                text += "app 1/1 [000] " + QByteArray::number(1000 + number / 100.0, 'f', 6) +
                        ": 1000000 cpu-clock: \n\t 1000 draw (/bin/app)\n\n";
            return file(name, text);
        };
        const auto base = run("b.perf.txt"), newSide = run("n.perf.txt");
        const auto evidence = [&](const QStringList& options) {
            const auto json =
                runCandela(QStringList{"diff", base, newSide, "--format", "json"} + options).json();
            return json["evidence"].toString();
        };
        const QString stated = "The work of a run is taken for the same in each block of its time";
        QVERIFY2(evidence({"--work", "50,50"}).contains(stated), qPrintable(evidence({"--work", "50,50"})));
        QVERIFY(evidence({}).contains("blocks of time"));
        QVERIFY(!evidence({}).contains(stated));
    }
    void severalRunsStayApart() {
        // draw takes 100 to 140 in the runs of both sides: no change, although the sums differ.
        const auto run = [&](const QString& name, int draw) {
            return file(name, "main;draw " + QByteArray::number(draw) + "\nmain;load 1000\n");
        };
        const auto old = QStringList{run("b1.folded", 100), run("b2.folded", 140), run("b3.folded", 105)};
        const auto recent = QStringList{run("n1.folded", 139), run("n2.folded", 110), run("n3.folded", 141)};
        const auto apart = runCandela({"diff", old.join(','), recent.join(','), "--format", "json"}).json();
        QCOMPARE(apart["base"].toObject()["files"].toArray().size(), 3);
        QVERIFY2(apart["evidence"].toString().contains("differences between runs: base 3 runs, new 3 runs"),
                 qPrintable(apart["evidence"].toString()));
        const auto draw = rowNamed(apart, "draw");
        QCOMPARE(draw["verdict"].toString(), "unknown");
        QCOMPARE(draw["base_self"].toInteger(), 345);
        QVERIFY(draw["self_change"].toObject()["low"].toDouble() < 0);
        // A folder is a side with all of its files.
        QTemporaryDir folder;
        for (int index = 0; index < 3; ++index)
            QVERIFY(QFile::copy(old[index], folder.filePath(QString::number(index) + ".folded")));
        const auto ofFolder =
            runCandela({"diff", folder.path(), recent.join(','), "--format", "json"}).json();
        QCOMPARE(ofFolder["rows"], apart["rows"]);
    }
};

QTEST_GUILESS_MAIN(DiffVerdictsTest)
#include "diff_verdicts_test.moc"
