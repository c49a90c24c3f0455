/// A real recording of thousands of processes that start and exit: which program each sample is in.
#include "tests/recorder/held_program.h"
#include "tests/recorder/recorded_program.h"

#include <QJsonObject>
#include <QTest>

#include <array>
#include <set>
#include <string>
#include <sys/prctl.h>

using namespace candela;

class StormRecordingTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why.constData());
    }

    void aStormOfShortLivedProcessesHasItsNames() {
        HeldProgram storm({workloads + "storm", stormCount()});
        QJsonObject result;
        const auto profile = recordToEnd(storm, result, 997);
        const auto& truth = result;
        QCOMPARE(QString::fromStdString(check(profile)), "");
        const std::map<std::string, std::string> functions{
            {"storm_ant", "spin_ant"}, {"storm_bee", "spin_bee"}, {"storm_fly", "spin_fly"}};
        std::int64_t right = 0;
        std::map<std::string, std::int64_t> wrong;
        const auto& table = profile.samples.front();
        std::map<std::string, std::set<std::size_t>> processes;
        for (std::size_t row = 0; row < table.size(); ++row) {
            const auto& thread = profile.threads[table.threadAt(row).row()];
            const std::string program(profile.text(profile.processes[thread.process.row()].name));
            // The parent, and its children before they run a program; also children of this test.
            if (program == "storm" || program == ownName()) continue;
            processes[program].insert(thread.process.row());
            const auto problem = problemOf(profile, table.stack[row], functions, program);
            if (problem.empty())
                right += table.weight[row];
            else
                wrong[problem] += table.weight[row];
        }
        const auto all = right + sumOf(wrong);
        const auto share = static_cast<double>(right) / static_cast<double>(all);
        QString text = QString("%1 % of %2 s are right; of %3 s that were used")
                           .arg(100 * share, 0, 'f', 2)
                           .arg(double(all) / 1e9)
                           .arg(truth["cpu_ns"].toDouble() / 1e9);
        for (const auto& [problem, weight] : wrong)
            text += QString("\n%1 %: %2")
                        .arg(100.0 * double(weight) / double(all), 0, 'f', 3)
                        .arg(problem.c_str());
        for (const auto& [program, rows] : processes)
            text += QString("\n%1: %2 processes of %3")
                        .arg(program.c_str())
                        .arg(rows.size())
                        .arg(truth["processes"][program.c_str()].toInt());
        for (const auto& loss : profile.losses)
            text += QString("\nlost: %1 %2").arg(loss.count).arg(loss.reason.c_str());
        qInfo().noquote() << text;
        QVERIFY2(share >= 0.98, qPrintable(text));
        QCOMPARE(processes.size(), functions.size());
        // Nearly all of their CPU time was sampled, and nearly every process.
        QVERIFY2(static_cast<double>(all) > 0.8 * truth["cpu_ns"].toDouble(), qPrintable(text));
        for (const auto& [program, rows] : processes)
            QVERIFY2(static_cast<int>(rows.size()) > truth["processes"][program.c_str()].toInt() * 9 / 10,
                     qPrintable(text));
    }

private:
    static QString stormCount() {
        const auto count = qEnvironmentVariable("CANDELA_STORM");
        return count.isEmpty() ? "2000" : count;
    }

    static std::string ownName() {
        std::array<char, 16> name{};
        ::prctl(PR_GET_NAME, name.data());
        return name.data();
    }

    /// Why a sample of a storm's program is wrong; empty if it is correct.
    static std::string problemOf(const Profile& profile, StackIndex stack,
                                 const std::map<std::string, std::string>& functions,
                                 const std::string& program) {
        if (!functions.contains(program)) return "process of another name: " + program;
        if (!stack) return "no stack";
        const auto self = selfName(profile, stack);
        if (self.empty()) return "the function has no name";
        for (const auto& [other, function] : functions) {
            if (other != program && self == function) return "function of another program";
        }
        for (auto at = stack; at; at = profile.stacks.parent[at.row()]) { // no frame is in another process's
                                                                          // file
            const auto mapping = profile.frames.mapping[profile.stacks.frame[at.row()].row()];
            if (!mapping) continue;
            const auto path = profile.text(profile.mappings[mapping.row()].path);
            const auto file = path.substr(path.rfind('/') + 1);
            if (file == "storm" || (functions.contains(std::string(file)) && file != program))
                return "frame in another program";
        }
        return {};
    }
};

QTEST_GUILESS_MAIN(StormRecordingTest)
#include "storm_recording_test.moc"
