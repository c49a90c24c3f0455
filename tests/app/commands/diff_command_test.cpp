/// `candela diff` as scripts see it.
#include "tests/app/commands/command_outcome.h"
#include "tests/app/commands/compared_captures.h"

#include <QFile>
#include <QTest>

#include <map>

class DiffCommandTest : public QObject, ComparedCaptures {
    Q_OBJECT
private slots:
    void diffStatesHowRowsWereMatched() {
        const auto before = file("before.folded", "main;parse 10\nmain;parse;scan 30\nmain;draw 50\n");
        const auto after = file("after.folded", "main;decode 11\nmain;decode;scan 29\nmain;draw 55\n");
        const auto rowOf = [&](const QString& name, const QStringList& more) {
            const QStringList words = QStringList{"diff", before, after, "--format", "json"} + more;
            for (const auto& row : runCandela(words).json()["rows"].toArray())
                if (row.toObject()["name"] == name) return row.toObject();
            return QJsonObject();
        };
        const auto renamed = rowOf("decode", {});
        QCOMPARE(renamed["base_name"].toString(), "parse");
        QCOMPARE(renamed.value("match")["step"].toString(), "renamed");
        QVERIFY(renamed.value("match")["confidence"].toDouble() > 0.5);
        QVERIFY(renamed.value("match")["confidence"].toDouble() < 0.9);
        QVERIFY(runCandela({"diff", before, after}).output.contains("decode (base: parse)"));
        QVERIFY(runCandela({"diff", before, after, "--format", "markdown"}).output.contains("base: parse"));

        const auto apart = file("apart", "# not the same\nunlink: parse => decode\n");
        QCOMPARE(rowOf("decode", {"--links", apart}).value("match")["step"].toString(), "only new");
        const auto links = file("links", "link: draw => decode\nlink: parse => draw\n");
        QCOMPARE(rowOf("draw", {"--links", links})["base_name"].toString(), "parse");
        QCOMPARE(rowOf("decode", {"--links", links})["base_name"].toString(), "draw");
        QCOMPARE(rowOf("draw", {"--links", links}).value("match")["step"].toString(), "by hand");
        const auto invalid = runCandela({"diff", before, after, "--links", file("invalid", "parse\n")});
        QCOMPARE(invalid.status, 3);
        QVERIFY(invalid.errors.contains("line 1 of the links is invalid"));
    }
    void functionsAreLinkedAndTakenApartByOptions() {
        const auto before = file("before.folded", "main;parse 10\nmain;parse;scan 30\nmain;draw 50\n"
                                                  "main;a== 3\nmain;[x] 2\n");
        const auto after = file("after.folded", "main;decode 11\nmain;decode;scan 29\nmain;draw 55\n"
                                                "main;b== 3\nmain;[y] 2\n");
        const auto run = [&](const QStringList& more) {
            return runCandela(QStringList{"diff", before, after, "--format", "json"} + more);
        };
        const auto stepOf = [&](const QString& name, const QStringList& more) {
            return rowNamed(run(more).json(), name)["match"].toObject()["step"].toString();
        };
        QCOMPARE(stepOf("decode", {"--unlink", "parse=decode"}), "only new");
        const QStringList links{"--link", "draw=decode", "--link", "parse=draw"};
        QCOMPARE(stepOf("draw", links), "by hand");
        QCOMPARE(rowNamed(run(links).json(), "decode")["base_name"].toString(), "draw");
        QCOMPARE(rowNamed(run(links).json(), "draw")["base_name"].toString(), "parse");
        // The = of a name does not divide the pair, and brackets make no list.
        QCOMPARE(rowNamed(run({"--link", "a===b=="}).json(), "b==")["base_name"].toString(), "a==");
        QCOMPARE(stepOf("[y]", {"--link", "[x]=[y]"}), "by hand");
        // The options and a file have the same effect, in each grouping.
        const auto linksFile = file("links", "link: draw => decode\nunlink: parse => draw\n");
        for (const auto* key : {"function", "stack", "line", "file"})
            QCOMPARE(run({"--by", key, "--link", "draw=decode", "--unlink", "parse=draw"}).output,
                     run({"--by", key, "--links", linksFile}).output);

        const auto errorOf = [&](const QStringList& more) {
            const auto outcome = run(more);
            return QString("%1 %2").arg(outcome.status).arg(QString(outcome.errors));
        };
        QVERIFY(errorOf({"--link", "parsed=decode"})
                    .contains("--link parsed=decode: no function of base is called \"parsed\"\n"));
        QVERIFY(errorOf({"--unlink", "parse=decoded"})
                    .contains("--unlink parse=decoded: no function of new is called \"decoded\"\n"));
        QVERIFY(errorOf({"--link", "a===c=="}).contains("no function of new is called \"c==\"\n"));
        QVERIFY(errorOf({"--link", "parse"}).contains("invalid pair of functions \"parse\"\n"));
        for (const auto* pair : {"parsed=decode", "parse=", "=", ""})
            QVERIFY2(errorOf({"--link", pair}).startsWith("2 "), pair);
    }
    void pinnedRowsArePrintedFirst() {
        const auto rows = [&](const QStringList& pins) {
            QStringList names;
            for (const auto& row :
                 runCandela(QStringList{"diff", base(), newFile(), "--limit", "2", "--format", "json"} + pins)
                     .json()["rows"]
                     .toArray())
                names << row.toObject()["name"].toString();
            return names;
        };
        const auto first = rows({}).first();
        QVERIFY(first != "main");
        QCOMPARE(rows({"--pin", "main"}), (QStringList{"main", first}));
        const auto outcome = runCandela({"diff", base(), newFile(), "--pin", "no such"});
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.errors, QByteArray("candela: warning: --pin no such: no row is called that\n"));
    }
    void diffListsWhatIsCountedInARow() {
        const auto before = file("before.folded", "main 5\nmain;draw 40\nmain;draw;blend 30\nmain;load 25\n");
        const auto after = file("after.folded", "main 5\nmain;draw 71\nmain;load 24\n");
        const auto json =
            runCandela({"diff", before, after, "--normalize", "none", "--format", "json"}).json();
        for (const auto& value : json["rows"].toArray()) {
            const auto row = value.toObject();
            if (row["name"] == "draw") {
                QCOMPARE(row["base_self"].toInt(), 70);
                QCOMPARE(row.value("counted").toArray()[0].toObject().value("name").toString(), "blend");
                QCOMPARE(row.value("counted").toArray()[0].toObject().value("how").toString(), "inlined");
                QCOMPARE(row.value("counted").toArray()[0].toObject().value("self").toInt(), 30);
            }
            if (row["name"] == "blend") {
                QCOMPARE(row.value("match")["step"].toString(), "inlined");
                QCOMPARE(row["base_self"].toInt(), 0);
            }
        }
        QCOMPARE(json["rows"].toArray().size(), 4);
    }
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
    void theWholeHasAVerdict() {
        // Jeffreys' intervals for 22,040 and 24,550, and for 40 and 50, that vary twice as much as
        // independent counts, from a numerical integral. The same sides are in comparison_verdicts_test.
        const auto old = file("whole_old.folded", "slow 2000\nsteady 20000\nrare 40\n");
        const auto recent = file("whole_new.folded", "slow 4000\nsteady 20000\nrare 50\nfresh 500\n");
        const auto output = runCandela({"diff", old, recent, "--normalize", "none"}).output;
        QVERIFY2(output.contains("\nNew is 11.4 % more (95 %: +8.6 … +14.3 %).\n"), output);
        const auto few = file("whole_few.folded", "rare 40\n"), more = file("whole_more.folded", "rare 50\n");
        const auto unknown = runCandela({"diff", few, more, "--normalize", "none"}).output;
        QVERIFY2(unknown.contains("Whether new is more or less is unknown (95 %: −30.3 … +126.3 %): record "
                                  "longer, or several runs of each side.\n"),
                 unknown);
        QVERIFY(runCandela({"diff", old, old}).output.contains("\nNo row changed for sure: "));
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
        QCOMPARE(status("new-function share 20%"), 0); // 400 of 2,000 samples are of a new function
        QCOMPARE(status("total slower 10%", {"--normalize", "none"}), 1);
        QCOMPARE(status("total slower 90%", {"--normalize", "none"}), 0);
        // A rule that no comparison can meet: the sum of shares does not change.
        QCOMPARE(status("total slower 10%"), 2);
    }
    void bySharesGrowthIsReportedAsMoreOfTheTotal() {
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
    void aRuleThatMatchesNothingIsNamed() {
        const auto errorsOf = [&](const QString& rule) {
            const auto outcome = runCandela({"diff", base(), newFile(), "--fail-if", rule});
            return QString("%1 %2").arg(outcome.status).arg(QString(outcome.errors));
        };
        QCOMPARE(
            errorsOf("function ^blot$ slower 5%"),
            QString("0 candela: warning: function ^blot$ slower 5%: no row of either side matches: the rule "
                    "checks nothing\n"));
        for (const auto* rule : {"function ^blit$ faster 90%", "new-function share 99%"})
            QCOMPARE(errorsOf(rule), QString("0 "));
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
    void capturesWithNothingInCommonAreNamedInOneSentence() {
        const auto other = file("other.folded", "start;run 5\n");
        const auto outcome = runCandela({"diff", base(), other});
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.errors.contains("the two sides can't be compared: no function is on both of them"),
                 outcome.errors);
    }
    void unlikeValuesAreNamedBeforeMissingRows() {
        const auto inUnit = [this](const char* name, const char* unit) {
            const QJsonObject samples{{"type", "sampled"},
                                      {"name", "a"},
                                      {"unit", unit},
                                      {"startValue", 0},
                                      {"endValue", 5},
                                      {"weights", QJsonArray{5}},
                                      {"samples", QJsonArray{QJsonArray{0}}}};
            const QJsonObject whole{
                {"$schema", "https://www.speedscope.app/file-format-schema.json"},
                {"shared", QJsonObject{{"frames", QJsonArray{QJsonObject{{"name", name}}}}}},
                {"profiles", QJsonArray{samples}}};
            return file(QString("%1.json").arg(name), QJsonDocument(whole).toJson());
        };
        const auto times = inUnit("wait", "milliseconds"), sizes = inUnit("store", "bytes");
        for (const auto* by : {"function", "stack"}) {
            const auto outcome = runCandela({"diff", times, sizes, "--by", by});
            QCOMPARE(outcome.status, 2);
            QVERIFY2(outcome.errors.contains("compared: one is measured in"), outcome.errors);
        }
    }
    /// What has no name is nothing in common where a side has names.
    void rowsWithoutANameAreNotInCommon() {
        const auto other = file("other.folded", "start;run 5\n");
        for (const auto* by : {"module", "file", "process", "thread", "executable", "label:user"}) {
            const auto outcome = runCandela({"diff", base(), other, "--by", by, "--format", "json"});
            QCOMPARE(outcome.status, 0);
            QCOMPARE(outcome.json()["rows"].toArray().size(), 1);
        }
        const auto byStack = runCandela({"diff", base(), other, "--by", "stack"});
        QCOMPARE(byStack.status, 2);
        QVERIFY2(byStack.errors.contains("compared: no stack is on both of them"), byStack.errors);
        // A file on both sides is enough; what is in no file is compared then, too.
        const auto inFile = [this](const QString& function) {
            const QJsonObject frame{{"name", function}, {"file", function + ".c"}}, noFile{{"name", "wait"}};
            const QJsonObject samples{{"type", "sampled"},
                                      {"name", "a"},
                                      {"unit", "none"},
                                      {"startValue", 0},
                                      {"endValue", 5},
                                      {"weights", QJsonArray{3, 2}},
                                      {"samples", QJsonArray{QJsonArray{0}, QJsonArray{1}}}};
            const QJsonObject shared{{"frames", QJsonArray{frame, noFile}}};
            const QJsonObject whole{{"$schema", "https://www.speedscope.app/file-format-schema.json"},
                                    {"shared", shared},
                                    {"profiles", QJsonArray{samples}}};
            return file(function + ".json", QJsonDocument(whole).toJson());
        };
        const auto byFile = [&](const QString& function) {
            return runCandela({"diff", inFile("draw"), inFile(function), "--by", "file", "--format", "json"});
        };
        const auto names = [](const QJsonArray& rows) {
            QStringList found;
            for (const auto& row : rows)
                found << row.toObject()["name"].toString();
            return found;
        };
        QCOMPARE(names(byFile("draw").json()["rows"].toArray()), (QStringList{"draw.c", "<unknown>"}));
        QCOMPARE(byFile("load").status, 2);
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
