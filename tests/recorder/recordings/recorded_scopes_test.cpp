/// Real recordings of some of the machine's processes.
#include "tests/file_bytes.h"
#include "tests/recorder/held_program.h"
#include "tests/recorder/recorded_program.h"

#include <QTest>

#include <set>

using namespace candela;

class RecordedScopesTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why.constData());
    }

    void theScopeHasChildrenAndNothingElse() {
        HeldProgram inside({"sh", "-c", "sh -c 'while :; do :; done' & while :; do :; done"});
        HeldProgram outside({"sh", "-c", "while :; do :; done"});
        outside.go();
        RecorderProgram recorder;
        recorder.startProcesses({inside.pid()}, 997);
        QVERIFY(recorder.waitForSegments(1));
        inside.go();
        QVERIFY(recorder.waitForSegments(3));
        recorder.stop();
        const auto profile = recorder.finish();
        std::set<std::int32_t> pids;
        selfWeights(profile, [&](const Process& process) { return pids.insert(process.pid), false; });
        QVERIFY(pids.contains(inside.pid()));
        QVERIFY(!pids.contains(outside.pid()));
        QCOMPARE(pids.size(), 2u); // the first process and its child
        for (const auto pid : pids) {
            if (pid != inside.pid()) ::kill(pid, SIGKILL);
        }
    }

    void childrenThatLiveAlreadyAreInTheScopeToo() {
        HeldProgram parent({"sh", "-c", "sh -c 'while :; do :; done; exit 1'; exit 1"});
        parent.go();
        const QString children = QString("/proc/%1/task/%1/children").arg(parent.pid());
        QTRY_VERIFY_WITH_TIMEOUT(!readBytes(children).isEmpty(), 20'000);
        RecorderProgram recorder;
        recorder.startProcesses({parent.pid()}, 997);
        QVERIFY(recorder.waitForSegments(3));
        recorder.stop();
        const auto profile = recorder.finish();
        std::set<std::int32_t> pids;
        selfWeights(profile, [&](const Process& process) { return pids.insert(process.pid), false; });
        pids.erase(parent.pid()); // the parent only waits
        QCOMPARE(pids.size(), 1u);
        ::kill(*pids.begin(), SIGKILL);
    }
};

QTEST_GUILESS_MAIN(RecordedScopesTest)
#include "recorded_scopes_test.moc"
