/// Which ways to a recorder are tried, and in which order.
#include "app/recording/recorder_way.h"

#include <QTest>

using namespace candela;
using Kind = RecorderWay::Kind;

namespace {

RecorderSurroundings everythingInstalled() {
    RecorderSurroundings here;
    here.surface = RecorderSurroundings::Surface::Terminal;
    here.asking = RecorderSurroundings::Asking::Possible;
    here.socket = "/run/candela/recorder.sock";
    here.recorder = "/usr/libexec/candela-recorder";
    here.pkexec = "/usr/bin/pkexec";
    here.sudo = "/usr/bin/sudo";
    here.ssh = "/usr/bin/ssh";
    return here;
}

std::vector<Kind> kinds(const RecorderSurroundings& here, const QString& host = {}) {
    std::vector<Kind> found;
    for (const auto& way : waysToRecorder(here, host))
        found.push_back(way.kind);
    return found;
}

} // namespace

class RecorderWayTest : public QObject {
    Q_OBJECT
private slots:
    void theServiceComesBeforeAHelper() {
        QCOMPARE(kinds(everythingInstalled()), (std::vector{Kind::Service, Kind::Sudo}));
    }
    void theWindowAsksThroughPkexecAndTheTerminalThroughSudo() {
        auto here = everythingInstalled();
        here.socket.clear();
        QCOMPARE(kinds(here), std::vector{Kind::Sudo});
        here.surface = RecorderSurroundings::Surface::Window;
        QCOMPARE(kinds(here), std::vector{Kind::Pkexec});
    }
    void rootAndACapableRecorderNeedNobodysHelp() {
        auto here = everythingInstalled();
        here.isRoot = true;
        QCOMPARE(kinds(here), (std::vector{Kind::Service, Kind::Direct}));
        here.isRoot = false;
        here.isRecorderCapable = true;
        QCOMPARE(kinds(here), (std::vector{Kind::Service, Kind::Direct}));
    }
    void withoutATerminalSudoMustNotAsk() {
        auto here = everythingInstalled();
        here.socket.clear();
        here.asking = RecorderSurroundings::Asking::NotPossible;
        const auto ways = waysToRecorder(here, {});
        QCOMPARE(ways.size(), 1u);
        QCOMPARE(ways[0].arguments, (QStringList{"-n", "--", here.recorder, "--stdio"}));
    }
    void withNeitherSudoNorPkexecTheRecorderItselfSaysWhatItLacks() {
        auto here = everythingInstalled();
        here.socket.clear();
        here.sudo.clear();
        here.pkexec.clear();
        QCOMPARE(kinds(here), std::vector{Kind::Direct});
    }
    void aProgramThatTheEnvironmentNamesIsNeverRaised() {
        auto here = everythingInstalled();
        here.namedRecorder = "/tmp/mine";
        const auto ways = waysToRecorder(here, {});
        QCOMPARE(ways.size(), 1u);
        QCOMPARE(ways[0].kind, Kind::Direct);
        QCOMPARE(ways[0].program, "/tmp/mine");
    }
    void anotherMachineIsReachedThroughSshOnly() {
        auto here = everythingInstalled();
        here.isRoot = true;
        QCOMPARE(kinds(here, "build.example"), std::vector{Kind::Ssh});
        const auto arguments = waysToRecorder(here, "build.example")[0].arguments;
        QVERIFY(arguments.indexOf("--") < arguments.indexOf("build.example")); // no option of ssh
        here.ssh.clear();
        QVERIFY(kinds(here, "build.example").empty());
    }
    void withoutARecorderThereIsNoWay() {
        RecorderSurroundings here;
        here.isRoot = true;
        QVERIFY(waysToRecorder(here, {}).empty());
    }
};

QTEST_GUILESS_MAIN(RecorderWayTest)
#include "recorder_way_test.moc"
