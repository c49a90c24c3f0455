/// `candela diff` as scripts see it.
#include "tests/app/commands/command_outcome.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <map>

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
        const auto heap = [&](const QByteArray& weight) {
            QJsonArray children;
            for (const auto& [name, bytes] : {std::pair("cache", 1000), std::pair("arena", weight.toInt())})
                children.append(heapNode(name, bytes, {}));
            return file("heap" + weight + ".heapprofile",
                        QJsonDocument(QJsonObject{{"head", heapNode("(root)", 0, children)}}).toJson());
        };
        // One function grew from 1,000 to 9,000 bytes; the other one did not change.
        const auto outcome = runCandela({"diff", heap("1000"), heap("9000"), "--format", "json"});
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.json()["normalize"].toString(), "none");
        QCOMPARE(rowNamed(outcome.json(), "cache")["self_change"].toObject()["value"].toDouble(1), 0.0);
        QCOMPARE(rowNamed(outcome.json(), "arena")["self_change"].toObject()["value"].toDouble(), 8.0);
        QCOMPARE(runCandela({"diff", heap("1000"), heap("9000"), "--normalize", "share", "--format", "json"})
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
        QCOMPARE(runCandela({"diff", base(), newFile(), "--fail-if", "blit:self>20%"}).status, 1);
        QCOMPARE(runCandela({"diff", base(), newFile(), "--fail-if", "load:self>20%"}).status, 0);
        QCOMPARE(runCandela({"diff", base(), newFile(), "--fail-if", "nonsense"}).status, 2);
    }
};

QTEST_GUILESS_MAIN(DiffCommandTest)
#include "diff_command_test.moc"
