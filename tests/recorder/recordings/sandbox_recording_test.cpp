/// Real recordings, with the rights of the processes that read programs for them, and the effect of their
/// end.
#include "recorder/rights/protections.h"
#include "tests/recorder/held_program.h"
#include "tests/recorder/plain_chroot.h"
#include "tests/recorder/recorded_program.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <functional>
#include <unistd.h>

using namespace candela;

namespace {

QList<pid_t> childrenOf(pid_t pid) {
    QProcess pgrep;
    pgrep.start("pgrep", {"-P", QString::number(pid)});
    pgrep.waitForFinished();
    QList<pid_t> pids;
    for (const auto& line : pgrep.readAllStandardOutput().split('\n')) {
        if (!line.isEmpty()) pids << line.toInt();
    }
    return pids;
}
/// The first process of the sandbox waits for the fork server; the fork server's children do the work.
pid_t forkServerOf(pid_t recorder) {
    const auto sandbox = childrenOf(recorder);
    const auto forkServer = sandbox.isEmpty() ? sandbox : childrenOf(sandbox.front());
    return forkServer.isEmpty() ? -1 : forkServer.front();
}

/// Runs two programs; `harm` is applied to the recorder before the second one causes new questions.
Profile recordThrough(const std::function<void(pid_t recorder)>& harm) {
    HeldProgram program({workloads + "two_builds_base", "30"});
    RecorderProgram recorder;
    recorder.startProcesses({::getpid()}, 997); // with all processes that this test starts
    recorder.waitForSegments(1);
    program.go();
    recorder.waitForSegments(3);
    harm(recorder.pid());
    HeldProgram second({workloads + "shares", "30"});
    second.go();
    recorder.waitForSegments(8);
    recorder.stop();
    auto profile = recorder.finish();
    if (!recorder.reader().progress().hasEnded) qWarning("the recorder did not end as it should");
    return profile;
}

std::ptrdiff_t warningsOfTheEnd(const Profile& profile) {
    return std::ranges::count_if(profile.warnings, [](const auto& warning) {
        return warning.find("can't be started again") != std::string::npos;
    });
}

} // namespace

class SandboxRecordingTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why.constData());
    }
    void init() { QTest::failOnWarning(QRegularExpression("did not end as it should")); }

    void aCrashOfTheSymbolChildCostsNamesAtMost() {
        const auto profile = recordThrough([](pid_t recorder) {
            QProcess::execute("pkill", {"-9", "-P", QString::number(forkServerOf(recorder))});
        });
        QVERIFY(selfWeights(profile, isAny).contains("spin_alpha"));
        QVERIFY(selfWeights(profile, isAny).contains("read_rows"));
        QVERIFY(warningsOfTheEnd(profile) == 0);
    }

    void anEndOfTheSandboxIsReported() {
        const auto profile = recordThrough([](pid_t recorder) { ::kill(forkServerOf(recorder), SIGKILL); });
        QCOMPARE(warningsOfTheEnd(profile), std::ptrdiff_t{1});
    }

    /// The root is as in a build's chroot: there are no user namespaces, and no mount can replace it.
    void aRecorderInAPlainChrootHasNames() {
        const QTemporaryDir root;
        HeldProgram program({workloads + "two_builds_base", "30"});
        RecorderProgram recorder({"--stdio"}, plainChroot(root.path()));
        recorder.startProcesses({program.pid()}, 997);
        QVERIFY(recorder.waitForSegments(1));
        program.go();
        QVERIFY(recorder.waitForSegments(4));
        recorder.stop();
        const auto profile = recorder.finish();
        const auto weights = selfWeights(profile, isAny);
        QVERIFY(weights.contains("read_rows"));
    }

    void theSymbolChildHasNoRights() {
        HeldProgram program({workloads + "two_builds_base", "30"});
        RecorderProgram recorder;
        recorder.startProcesses({program.pid()}, 997);
        QVERIFY(recorder.waitForSegments(1));
        program.go();
        QVERIFY(recorder.waitForSegments(3));
        const auto forkServer = forkServerOf(recorder.pid());
        const auto children = childrenOf(forkServer);
        QVERIFY(!children.isEmpty());
        for (const auto pid : QList<pid_t>{forkServer} + children) {
            QFile file(QString("/proc/%1/status").arg(pid));
            QVERIFY(file.open(QFile::ReadOnly));
            const auto status = file.readAll();
            for (const auto* line :
                 {"Uid:\t65534\t65534\t65534\t65534\n", "Gid:\t65534\t65534\t65534\t65534\n",
                  "CapPrm:\t0000000000000000\n", "CapEff:\t0000000000000000\n", "CapBnd:\t0000000000000000\n",
                  "CapAmb:\t0000000000000000\n", "NoNewPrivs:\t1\n", "Groups:\t \n"})
                QVERIFY2(status.contains(line), line);
            QVERIFY(isSanitized || status.contains("Seccomp:\t2\n"));
        }
        recorder.stop();
        recorder.finish();
    }
};

QTEST_GUILESS_MAIN(SandboxRecordingTest)
#include "sandbox_recording_test.moc"
