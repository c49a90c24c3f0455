/// Labels on the command line: rows of a difference, roots of a flame graph.
#include "model/formats/export_profile.h"
#include "model/profile/profile_builder.h"
#include "tests/app/commands/command_outcome.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace candela;

class LabelCommandsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    /// "main;read" with a weight for each user; the empty name stands for no label.
    QString labelled(const QString& name, const std::vector<std::pair<const char*, int>>& users,
                     const char* valueName = "cpu", const char* unit = "nanoseconds") {
        ProfileBuilder builder;
        const auto value = builder.valueType(valueName, unit);
        StackIndex stack;
        for (const char* text : {"main", "read"}) {
            const auto function =
                builder.function({.name = builder.string(text), .rawName = {}, .file = {}, .mapping = {}});
            stack = builder.stack(stack, builder.frame({.function = function, .mapping = {}}));
        }
        for (const auto& [user, weight] : users) {
            std::vector<Label> labels;
            if (*user) labels.push_back(builder.textLabel("user", user));
            builder.addSample(value, {.stack = stack,
                                      .weight = weight,
                                      .thread = {},
                                      .labels = builder.labelSet(std::move(labels))});
        }
        const auto path = m_folder.filePath(name);
        Task task;
        const auto* format = *formatToWrite(path.toStdString());
        return storeProfile(builder.build(), *format, path.toStdString(), task) ? path : QString();
    }
    QString before() { return labelled("before.pb.gz", {{"anna", 30}, {"bert", 10}}); }
    QString after() { return labelled("after.pb.gz", {{"anna", 30}, {"bert", 20}, {"", 5}}); }
    QStringList byUser() { return {"diff", before(), after(), "--by", "label:user", "--normalize", "none"}; }

private slots:
    void diffComparesLabels() {
        const auto outcome = runCandela(byUser() + QStringList{"--format", "json"});
        QCOMPARE(outcome.errors, QByteArray());
        QCOMPARE(outcome.json()["by"].toString(), "label:user");
        QCOMPARE(outcome.json()["value"].toObject()["name"].toString(), "cpu");
        QCOMPARE(outcome.json()["rows"].toArray().size(), 3);
        const auto bert = rowNamed(outcome.json(), "bert");
        QCOMPARE(bert["base_self"].toInteger(), 10);
        QCOMPARE(bert["new_total"].toInteger(), 20);
        QCOMPARE(bert["self_change"].toObject()["value"].toDouble(), 1.0);
        QCOMPARE(rowNamed(outcome.json(), "(none)")["new_self"].toInteger(), 5);
        const auto table = runCandela(byUser()).output;
        QVERIFY(table.contains("label:user"));
        QVERIFY(!table.contains("module"));
        QCOMPARE(runCandela({"diff", before(), after(), "--by", "label:"}).status, 2);
    }

    void rulesTakeLabels() {
        // A few samples are not enough for a verdict.
        QCOMPARE(runCandela(byUser() + QStringList{"--fail-if", "function bert slower 5%"}).status, 0);
        QCOMPARE(runCandela(byUser() + QStringList{"--fail-if", "function anna slower 5%"}).status, 0);
        QCOMPARE(runCandela(byUser() + QStringList{"--fail-if", "bert:self>50%"}).status, 2);
        const auto few = labelled("few.pb.gz", {{"anna", 300}, {"bert", 300}}, "samples", "count");
        const auto many = labelled("many.pb.gz", {{"anna", 300}, {"bert", 900}}, "samples", "count");
        const auto status = [&](const char* rule) {
            return runCandela(
                       {"diff", few, many, "--by", "label:user", "--normalize", "none", "--fail-if", rule})
                .status;
        };
        QCOMPARE(status("function bert slower 5%"), 1);
        QCOMPARE(status("function anna slower 5%"), 0);
    }

    void filtersApplyToStacksThatTheRowsDoNotShow() {
        const auto rows = [this](const char* focus) {
            return runCandela(byUser() + QStringList{"--format", "json", "--focus", focus}).json();
        };
        QCOMPARE(rowNamed(rows("read"), "anna")["base_self"].toInteger(), 30);
        const auto none = rows("anna"); // this root is no function
        QVERIFY(none["rows"].isArray());
        QVERIFY(none["rows"].toArray().isEmpty());
    }

    void aFlameGraphHasARootForEachValue() {
        const auto path = m_folder.filePath("users.svg");
        QCOMPARE(runCandela({"flamegraph", after(), "-o", path, "--root", "label:user"}).status, 0);
        QFile picture(path);
        QVERIFY(picture.open(QFile::ReadOnly));
        const auto text = picture.readAll();
        for (const char* name : {"anna", "bert", "(none)", "read"})
            QVERIFY2(text.contains(name), name);
        QCOMPARE(
            runCandela({"flamegraph", after(), "-o", m_folder.filePath("users.png"), "--root", "label:user"})
                .status,
            0);
        QCOMPARE(runCandela({"flamegraph", after(), "-o", path, "--root", "function"}).status, 2);
    }
};

QTEST_GUILESS_MAIN(LabelCommandsTest)
#include "label_commands_test.moc"
