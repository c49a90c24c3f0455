/// `candela diff` as scripts see it.
#include "tests/app/commands/command_outcome.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <vector>

class DiffCommandTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString file(const QString& name, const QByteArray& contents) {
        const auto path = m_folder.filePath(name);
        QFile target(path);
        if (!target.open(QFile::WriteOnly)) return {};
        target.write(contents);
        return path;
    }
    QString base() { return file("base.folded", "main;draw;blit 30\nmain;draw 10\nmain;load 60\n"); }
    QString newFile() {
        return file("new.folded", "main;draw;blit 90\nmain;draw 10\nmain;load 60\nmain;save 40\n");
    }

    static QJsonObject heapNode(const char* name, int bytes, const QJsonArray& children) {
        const QJsonObject frame{{"functionName", name},
                                {"scriptId", "1"},
                                {"url", "a.js"},
                                {"lineNumber", 1},
                                {"columnNumber", 1}};
        return {{"callFrame", frame}, {"selfSize", bytes}, {"id", 1}, {"children", children}};
    }

    /// One function's bytes in a file of two; the other one's are 1,000.
    QString heap(const QString& name, int arena) {
        QJsonArray children;
        for (const auto& [function, bytes] : {std::pair("cache", 1000), std::pair("arena", arena)})
            children.append(heapNode(function, bytes, {}));
        return file(name, QJsonDocument(QJsonObject{{"head", heapNode("(root)", 0, children)}}).toJson());
    }
    /// A capture with times, about 1,000 samples a second: `functions` by the second, of those of a second in
    /// turns; none is idle.
    QString timed(const QString& name, const std::vector<QStringList>& functions, unsigned seed = 1) {
        const QStringList all{"(root)", "draw", "load", "(idle)"};
        QJsonArray nodes, samples, deltas;
        for (qsizetype row = 0; row < all.size(); ++row) {
            QJsonObject node{{"id", row + 1},
                             {"callFrame", QJsonObject{{"functionName", all[row]},
                                                       {"scriptId", "1"},
                                                       {"url", row ? "a.js" : ""},
                                                       {"lineNumber", row},
                                                       {"columnNumber", 1}}}};
            if (row == 0) node["children"] = QJsonArray{2, 3, 4};
            nodes.append(node);
        }
        std::mt19937 random(seed);
        qint64 time = 0;
        for (std::size_t second = 0; second < functions.size(); ++second) {
            const auto& names = functions[second];
            while (time < qint64(second + 1) * 1'000'000) {
                const auto picked = std::uniform_int_distribution<qsizetype>(
                    0, std::max<qsizetype>(names.size(), 1) - 1)(random);
                samples.append(all.indexOf(names.isEmpty() ? "(idle)" : names[picked]) + 1);
                deltas.append(900 + int(random() % 200));
                time += deltas.last().toInt();
            }
        }
        return file(name, QJsonDocument(QJsonObject{{"nodes", nodes},
                                                    {"startTime", 0},
                                                    {"endTime", qint64(functions.size()) * 1'000'000},
                                                    {"samples", samples},
                                                    {"timeDeltas", deltas}})
                              .toJson(QJsonDocument::Compact));
    }
    static bool isChanged(const QJsonValue& verdict) { return verdict == "slower" || verdict == "faster"; }

private slots:
    void diffComparesWholeStacks() {
        const auto stacks = runCandela(
            {"diff", base(), newFile(), "--by", "stack", "--normalize", "none", "--format", "json"});
        QCOMPARE(stacks.errors, QByteArray());
        QCOMPARE(stacks.json()["by"].toString(), "stack");
        const auto functions =
            runCandela({"diff", base(), newFile(), "--normalize", "none", "--format", "json"});
        QCOMPARE(stacks.json()["new"], functions.json()["new"]);
        const auto expected =
            runCandela({"report", newFile(), "--by", "stack", "--limit", "0", "--format", "json"})
                .json()["rows"]
                .toArray();
        QVERIFY(expected.size() > 1);
        std::map<QString, qint64> rows;
        for (const auto& row : stacks.json()["rows"].toArray())
            rows[row.toObject()["name"].toString()] = row.toObject()["new_self"].toInteger();
        for (const auto& row : expected)
            QCOMPARE(rows[row.toObject()["name"].toString()], row.toObject()["self"].toInteger());
        QVERIFY(!runCandela({"diff", base(), newFile(), "--by", "stack"}).output.contains("module"));
    }

    void diffNamesWhatChanged() {
        const auto outcome =
            runCandela({"diff", base(), newFile(), "--format", "json", "--normalize", "none"});
        QCOMPARE(outcome.status, 0);
        const auto blit = rowNamed(outcome.json(), "blit");
        QCOMPARE(blit["base_self"].toInteger(), 30);
        QCOMPARE(blit["new_self"].toInteger(), 90);
        QCOMPARE(blit["self_change"].toObject()["value"].toDouble(), 2.0);
        const auto save = rowNamed(outcome.json(), "save");
        QVERIFY(save["self_change"].isNull());
        QCOMPARE(outcome.json()["normalize"].toString(), "none");
    }
    void aDifferenceExplainsItsNumbers() {
        const auto shares = runCandela({"diff", base(), newFile()});
        QVERIFY2(
            shares.output.contains("Compared by shares: each weight as a part of its own side's total.\n"),
            shares.output);
        // One function grew from 1,000 to 9,000 bytes; the other one did not change.
        const auto outcome = runCandela(
            {"diff", heap("before.heapprofile", 1000), heap("after.heapprofile", 9000), "--format", "json"});
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.json()["normalize"].toString(), "none");
        QCOMPARE(rowNamed(outcome.json(), "cache")["self_change"].toObject()["value"].toDouble(1), 0.0);
        QCOMPARE(rowNamed(outcome.json(), "arena")["self_change"].toObject()["value"].toDouble(), 8.0);
        QCOMPARE(runCandela({"diff", heap("before.heapprofile", 1000), heap("after.heapprofile", 9000),
                             "--normalize", "share", "--format", "json"})
                     .json()["normalize"]
                     .toString(),
                 "share");
    }
    void differencesAreSortedBySelfTotalOrTheLargerOfBoth() {
        const auto old = file("old.folded", "main;parse;scan 10\nmain;parse;lex 10\nmain;render 80\n");
        const auto recent = file("recent.folded", "main;parse;scan 18\nmain;parse;lex 17\nmain;render 65\n");
        const auto first = [&](const QStringList& sort) {
            return runCandela(QStringList{"diff", old, recent, "--format", "json", "--limit", "1"} + sort)
                .json()["rows"]
                .toArray()[0]
                .toObject()["name"]
                .toString();
        };
        QCOMPARE(first({"--sort", "self"}), "render");
        QCOMPARE(first({"--sort", "total"}), "render");
        const auto names = [&](const QStringList& sort) {
            QStringList all;
            for (const auto& row : runCandela(QStringList{"diff", old, recent, "--format", "json"} + sort)
                                       .json()["rows"]
                                       .toArray())
                all << row.toObject()["name"].toString();
            return all;
        };
        QCOMPARE(names({"--sort", "self"}), (QStringList{"render", "scan", "lex", "parse", "main"}));
        QCOMPARE(names({"--sort", "total"}), (QStringList{"render", "parse", "scan", "lex", "main"}));
        QCOMPARE(names({}), (QStringList{"render", "parse", "scan", "lex", "main"}));
        QVERIFY(runCandela({"diff", old, recent, "--limit", "2"})
                    .output.endsWith("… and 3 more rows (--limit 0 shows all)\n"));
    }
    void aRuleTurnsADifferenceIntoAnExitStatus() {
        const auto before = file("many_before.folded", "main;draw;blit 300\nmain;draw 100\nmain;load 600\n");
        const auto after =
            file("many_after.folded", "main;draw;blit 900\nmain;draw 100\nmain;load 600\nmain;save 400\n");
        const auto status = [&](const QString& rule, const QStringList& more = {}) {
            return runCandela(QStringList{"diff", before, after, "--fail-if", rule} + more).status;
        };
        QCOMPARE(status("function blit slower 20%"), 1);
        QCOMPARE(status("function ^blit$ slower 20%"), 1);
        QCOMPARE(status("function blit faster 20%"), 0);
        QCOMPARE(status("function nothing slower 20%"), 0);
        QCOMPARE(status("new-function share 10%"), 1);
        QCOMPARE(status("new-function share 20%"), 0); // of 2,000, 400 samples are new
        QCOMPARE(status("total slower 10%", {"--normalize", "none"}), 1);
        QCOMPARE(status("total slower 90%", {"--normalize", "none"}), 0);
        // What can't be: the sum of shares does not change.
        QCOMPARE(status("total slower 10%"), 2);
    }
    void byShareWhatGrewIsMoreOfTheTotal() {
        // draw takes half as long; load did not change, but its share grew.
        const auto before = file("half_before.folded", "main;draw 50000\nmain;load 50000\n");
        const auto after = file("half_after.folded", "main;draw 25000\nmain;load 50000\n");
        const QStringList rule{"diff", before, after, "--fail-if", "function .* slower 5%"};
        const auto shares = runCandela(rule);
        QCOMPARE(shares.status, 1);
        QVERIFY2(shares.errors.contains("load is more of the total: total +33.3 %"), shares.errors);
        QVERIFY2(shares.output.contains("less of the total") && !shares.output.contains("slower"),
                 shares.output);
        const auto weights = runCandela(rule + QStringList{"--normalize", "none"});
        QCOMPARE(weights.status, 0);
        QVERIFY2(!weights.output.contains("of the total"), weights.output);
        for (const auto* example : {"github_actions.yml", "gitlab_ci.yml"}) {
            QFile shipped(QStringLiteral(SOURCE_DIR "/resources/ci/") + example);
            QVERIFY(shipped.open(QFile::ReadOnly));
            QVERIFY(shipped.readAll().contains("--normalize none"));
        }
    }
    void aRuleThatCantBeReadIsNamed_data() {
        QTest::addColumn<QString>("rule");
        for (const auto* rule : {"nonsense", "self>20%", "function blit slower", "function blit slower 5",
                                 "function slower 5%", "function ( slower 5%", "total 5%", "total slower -5%",
                                 "new-function share", "function blit larger 5%", "total faster 200%",
                                 "function blit faster 100%", "new-function share of main 1%"})
            QTest::newRow(rule) << rule;
    }
    void aRuleThatCantBeReadIsNamed() {
        QFETCH(QString, rule);
        const auto outcome = runCandela({"diff", base(), newFile(), "--fail-if", rule});
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.errors.contains("invalid rule \"" + rule.toUtf8() + "\""), outcome.errors);
    }
    void noiseMeetsNoRule() {
        // 12 samples after 8 are 50 % more, which chance brings in every third comparison.
        const auto few = file("few.folded", "main;draw 8\nmain;load 100\n");
        const auto more = file("more.folded", "main;draw 12\nmain;load 100\n");
        QCOMPARE(runCandela({"diff", few, more, "--fail-if", "function draw slower 5%"}).status, 0);
        const auto draw = rowNamed(runCandela({"diff", few, more, "--format", "json"}).json(), "draw");
        QCOMPARE(draw["verdict"].toString(), "unknown");
        QVERIFY(draw["self_change"].toObject()["low"].toDouble() < 0);
        QVERIFY(draw["self_change"].toObject()["high"].toDouble() > 0.5);
    }
    void partsOfEachChangeAddUpToIt() {
        for (const auto* normalize : {"share", "none"}) {
            const auto json =
                runCandela({"diff", base(), newFile(), "--normalize", normalize, "--format", "json"}).json();
            for (const auto& value : json["rows"].toArray()) {
                const auto row = value.toObject();
                for (const QString weight : {"self", "total"}) {
                    qint64 sum = 0;
                    for (const auto& part : row[weight + "_parts"].toObject())
                        sum += part.toInteger();
                    QCOMPARE(sum, row["new_" + weight].toInteger() - row["base_" + weight].toInteger());
                }
            }
            // Of 100 samples in base and 200 in new, blit has 30 % and 45 %: 37.5 of the 100 more in the
            // mean.
            const auto blit = rowNamed(json, "blit")["self_parts"].toObject();
            QCOMPARE(blit["recorded"].toInteger(), normalize == QString("share") ? 38 : 0);
            QCOMPARE(blit["work"].toInteger(), normalize == QString("share") ? 22 : 60);
        }
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
        // Of its first seconds alone, the program is as it was.
        const auto begin = runCandela({"diff", full, stops, "--normalize", "duration", "--time", "0..4s",
                                       "--format", "json"})
                               .json();
        QVERIFY(!isChanged(begin["verdict"]));
        QVERIFY(std::abs(begin["total_change"].toObject()["value"].toDouble(1)) < 0.01);
    }
    void aTimeIsOfEachRun() {
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
        // Nothing is left: each file is named.
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
    void capturesWithNothingInCommonAreNamedInOneSentence() {
        const auto other = file("other.folded", "start;run 5\n");
        const auto outcome = runCandela({"diff", base(), other});
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.errors.contains("the two sides can't be compared: no function is on both of them"),
                 outcome.errors);
    }
    void severalRunsStayApart() {
        // draw takes 100 to 140 in every run of both sides: no change, though the sums differ.
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
        // A folder is a side of all its files.
        QTemporaryDir folder;
        for (int index = 0; index < 3; ++index)
            QVERIFY(QFile::copy(old[index], folder.filePath(QString::number(index) + ".folded")));
        const auto ofFolder =
            runCandela({"diff", folder.path(), recent.join(','), "--format", "json"}).json();
        QCOMPARE(ofFolder["rows"], apart["rows"]);
    }
    void weightsAreComparedPerUnitOfWork() {
        // Twice the time for twice the requests is the same.
        const auto once = file("once.folded", "main;draw 1000\nmain;load 1000\n");
        const auto twice = file("twice.folded", "main;draw 2000\nmain;load 2000\n");
        const auto json = runCandela({"diff", once, twice, "--work", "50,100", "--format", "json"}).json();
        QCOMPARE(json["normalize"].toString(), "work");
        QCOMPARE(rowNamed(json, "draw")["self_change"].toObject()["value"].toDouble(1), 0.0);
        QCOMPARE(runCandela({"diff", once, twice, "--work", "50"}).status, 2);
        QCOMPARE(runCandela({"diff", once, twice, "--work", "50,0"}).status, 2);
        QCOMPARE(runCandela({"diff", once, twice, "--work", "50,1:2"}).status, 2);
        QCOMPARE(runCandela({"diff", once, twice, "--normalize", "work"}).status, 2);
    }
};

QTEST_GUILESS_MAIN(DiffCommandTest)
#include "diff_command_test.moc"
