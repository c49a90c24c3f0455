/// `candela diff` of two ranges of one capture.
#include "tests/app/commands/command_outcome.h"
#include "tests/app/commands/compared_captures.h"

#include <QTest>

class ComparedTimesTest : public QObject, ComparedCaptures {
    Q_OBJECT

    /// Ten seconds: "draw" alone in the first four, then mostly "load".
    QString capture() {
        std::vector<QStringList> seconds(4, {"draw"});
        seconds.resize(10, {"draw", "load", "load"});
        return timed("itself.cpuprofile", seconds);
    }
    static Outcome diff(const QString& file, const QString& base, const QString& newSide,
                        const QStringList& more = {}) {
        return runCandela(QStringList{"diff", file, file, "--base-time", base, "--new-time", newSide,
                                      "--format", "json", "--limit", "0"} +
                          more);
    }
    static QJsonObject report(const QString& file, const QString& time) {
        return runCandela({"report", file, "--time", time, "--format", "json", "--limit", "0"}).json();
    }

    /// Two captures that began at different times, and of different lengths: "draw" for two seconds, then
    /// "load".
    QStringList captures() {
        std::vector<QStringList> seconds(2, {"draw"});
        seconds.resize(4, {"load"});
        const auto shorter = timed("shorter.cpuprofile", seconds, 1, 3'000'000);
        seconds.resize(7, {"load"});
        return {shorter, timed("longer.cpuprofile", seconds, 2, 900'000'000)};
    }

private slots:
    void eachSideHasTheNumbersOfAReportOfItsTime() {
        const auto file = capture();
        const auto outcome = diff(file, "0.5..3.25", "5..8.125s");
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.errors, QByteArray());
        int rows = 0;
        for (const auto& [side, time] : {std::pair("base", "0.5..3.25"), {"new", "5..8.125s"}}) {
            const auto expected = report(file, time);
            QCOMPARE(outcome.json()[side].toObject()["total"], expected["total"]);
            for (const auto& value : expected["rows"].toArray()) {
                const auto row = value.toObject();
                const auto found = rowNamed(outcome.json(), row["name"].toString());
                QCOMPARE(found[QString(side) + "_self"].toInteger(), row["self"].toInteger());
                QCOMPARE(found[QString(side) + "_total"].toInteger(), row["total"].toInteger());
                ++rows;
            }
        }
        QCOMPARE(rows, 3);
        QCOMPARE(outcome.json()["base"].toObject()["time"].toString(), "0.5s..3.25s");
        QCOMPARE(rowNamed(outcome.json(), "load")["verdict"].toString(), "slower");
        QCOMPARE(rowNamed(outcome.json(), "draw")["match"].toObject()["step"].toString(), "name");
    }
    void aTimeOfTwoCapturesIsThatOfEach() {
        const auto files = captures();
        const QStringList options{"--time",  "1..3.5", "--format",    "json",
                                  "--limit", "0",      "--normalize", "none"};
        const auto diff = runCandela(QStringList{"diff"} + files + options);
        const auto series = runCandela(QStringList{"series"} + files + options);
        QVERIFY2(diff.status == 0 && diff.errors.isEmpty(), diff.errors);
        QVERIFY2(series.status == 0 && series.errors.isEmpty(), series.errors);
        int rows = 0;
        for (const auto& [side, number] : {std::pair(QString("base"), 0), {"new", 1}}) {
            const auto expected = report(files[number], "1..3.5");
            QVERIFY(expected["total"].toInteger() > 2'400'000'000);
            QCOMPARE(diff.json()[side].toObject()["total"], expected["total"]);
            QCOMPARE(series.json()["whole"].toObject()["weights"].toArray()[number], expected["total"]);
            for (const auto& value : expected["rows"].toArray()) {
                const auto row = value.toObject();
                const auto name = row["name"].toString();
                const auto found = rowNamed(diff.json(), name), points = rowNamed(series.json(), name);
                for (const QString weight : {"self", "total"}) {
                    QCOMPARE(found[side + "_" + weight], row[weight]);
                    QCOMPARE(points[weight].toObject()["weights"].toArray()[number], row[weight]);
                }
                ++rows;
            }
        }
        QCOMPARE(rows, 4); // draw and load of each
    }
    void aTimeOutsideOfACaptureIsOneSentenceAboutIt() {
        const auto files = captures();
        for (const QString command : {"diff", "series"}) {
            const auto outcome = runCandela(QStringList{command} + files + QStringList{"--time", "5..6"});
            QCOMPARE(outcome.status, 0);
            QCOMPARE(outcome.errorLines().size(), 1);
            QVERIFY2(outcome.errors.contains("shorter.cpuprofile: no sample is in that time: they go from"),
                     outcome.errors);
            const auto none = runCandela(QStringList{command} + files + QStringList{"--time", "50.."});
            QCOMPARE(none.errorLines().size(), 2);
            QVERIFY2(none.errors.contains("longer.cpuprofile: no sample is in that time"), none.errors);
            if (command != "diff") continue;
            QVERIFY2(outcome.output.contains("Nothing of the base was recorded in that time"),
                     outcome.output);
            QVERIFY2(!outcome.output.contains("without times"), outcome.output);
            QVERIFY2(none.output.contains("Nothing of either side was recorded in that time"), none.output);
            QVERIFY2(!none.output.contains("no times"), none.output);
        }
    }
    void aSideWithoutSamplesIsNamedWhateverItsUnits() {
        const auto files = captures();
        const auto drawn = timed("drawn.cpuprofile", std::vector<QStringList>(4, {"draw"}), 3);
        const auto hasNothing = [](const QStringList& sides, const QStringList& options) {
            return runCandela(QStringList{"diff"} + sides + options)
                .output.contains("Nothing of the base was recorded");
        };
        QVERIFY(hasNothing({drawn, files[1]}, {"--focus", "load"}));
        QVERIFY(!hasNothing({drawn, files[1]}, {"--focus", "draw"}));
        const auto second = timed("second.cpuprofile", std::vector<QStringList>(4, {"draw"}), 4);
        QVERIFY(hasNothing({drawn + "," + second, files[1]}, {"--time", "5..6"}));
    }
    void weightsPerSecondAreThoseOfTheRange() {
        // All of the time is used, so that both have about a second of time a second.
        const auto json = diff(capture(), "0..1", "4..9", {"--normalize", "duration"}).json();
        QVERIFY(json["new"].toObject()["total"].toInteger() >
                4 * json["base"].toObject()["total"].toInteger());
        QVERIFY(std::abs(json["total_change"].toObject()["value"].toDouble(1)) < 0.01);
    }
    void exchangingTheRangesMirrorsTheNumbers() {
        const auto file = capture();
        const auto forth = diff(file, "0..4", "4..10").json(), back = diff(file, "4..10", "0..4").json();
        QVERIFY(!forth["rows"].toArray().isEmpty());
        for (const auto& value : forth["rows"].toArray()) {
            const auto row = value.toObject(), other = rowNamed(back, row["name"].toString());
            QCOMPARE(row["base_self"], other["new_self"]);
            QCOMPARE(row["new_total"], other["base_total"]);
            const auto verdict = row["verdict"].toString();
            QCOMPARE(other["verdict"].toString(), verdict == "slower"   ? "faster"
                                                  : verdict == "faster" ? "slower"
                                                                        : verdict);
        }
    }
    void aRangeIsComparedWithTheRest() {
        const auto file = capture();
        const auto json = diff(file, "..4s,8..", "4..8").json();
        const auto sum = report(file, "0..4")["total"].toInteger() + report(file, "8..")["total"].toInteger();
        QCOMPARE(json["base"].toObject()["total"].toInteger(), sum);
        QCOMPARE(json["base"].toObject()["time"].toString(), "0s..4s,8s..");
    }
    void rangesOfTwoFilesMayOverlap() {
        const auto file = capture();
        const auto other = timed("other.cpuprofile", std::vector<QStringList>(4, {"draw", "load"}), 2);
        const auto outcome = runCandela(
            {"diff", file, other, "--base-time", "1..3", "--new-time", "1..3", "--format", "json"});
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.json()["base"].toObject()["total"], report(file, "1..3")["total"]);
        QCOMPARE(outcome.json()["new"].toObject()["total"], report(other, "1..3")["total"]);
        // One side alone may be a part.
        const auto one = runCandela({"diff", file, other, "--base-time", "1..3", "--format", "json"});
        QCOMPARE(one.json()["new"].toObject()["total"],
                 runCandela({"report", other, "--format", "json"}).json()["total"]);
    }
    void whatCannotBeComparedIsRefusedInOneLine() {
        const auto file = capture();
        const auto refused = [&](const QStringList& more, int status, const char* sentence) {
            const auto outcome = runCandela(QStringList{"diff", file, file} + more);
            QCOMPARE(outcome.status, status);
            QVERIFY2(outcome.errors.contains(sentence), outcome.errors);
        };
        refused({"--base-time", "1..5", "--new-time", "4..6"}, 2,
                "both sides have the time from 4 s to 5 s: its samples would count on both");
        refused({"--new-time", "4..6"}, 2, "both sides have the time from 4 s to 6 s");
        refused({"--base-time", "1..2", "--new-time", "4..6", "--time", "1..5"}, 2,
                "--time is of both sides");
        refused({"--base-time", "1..3,2..4", "--new-time", "5.."}, 2, "overlap");
        refused({"--base-time", "1..2", "--new-time", "60.."}, 3, "no sample is in that time");
        const auto timeless = base();
        const auto outcome = runCandela({"diff", timeless, newFile(), "--base-time", "1..2"});
        QCOMPARE(outcome.status, 3);
        QVERIFY2(outcome.errors.contains("its samples have no times"), outcome.errors);
    }
};

QTEST_GUILESS_MAIN(ComparedTimesTest)
#include "compared_times_test.moc"
