/// Which endpoints to a recorder are tried, and in which order.
#include "app/recording/recorder_endpoint.h"

#include <QTest>

using namespace candela;
using Kind = RecorderEndpoint::Kind;

namespace {

RecorderEnvironment everythingInstalled() {
    RecorderEnvironment here;
    here.surface = RecorderEnvironment::Surface::Terminal;
    here.asking = RecorderEnvironment::Asking::Possible;
    here.socket = "/run/candela/recorder.sock";
    here.recorder = "/usr/libexec/candela-recorder";
    here.pkexec = "/usr/bin/pkexec";
    here.sudo = "/usr/bin/sudo";
    here.ssh = "/usr/bin/ssh";
    return here;
}

std::vector<Kind> kinds(const RecorderEnvironment& here, const QString& host = {}) {
    std::vector<Kind> found;
    for (const auto& endpoint : recorderEndpoints(here, host))
        found.push_back(endpoint.kind);
    return found;
}

} // namespace

class RecorderEndpointTest : public QObject {
    Q_OBJECT
private slots:
    void theServiceComesBeforeAHelper() {
        QCOMPARE(kinds(everythingInstalled()), (std::vector{Kind::Service, Kind::Sudo}));
    }
    void theWindowAsksThroughPkexecAndTheTerminalThroughSudo() {
        auto here = everythingInstalled();
        here.socket.clear();
        QCOMPARE(kinds(here), std::vector{Kind::Sudo});
        here.surface = RecorderEnvironment::Surface::Window;
        QCOMPARE(kinds(here), std::vector{Kind::Pkexec});
    }
    void rootAndACapableRecorderNeedNoHelper() {
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
        here.asking = RecorderEnvironment::Asking::NotPossible;
        const auto endpoints = recorderEndpoints(here, {});
        QCOMPARE(endpoints.size(), 1u);
        QCOMPARE(endpoints[0].arguments, (QStringList{"-n", "--", here.recorder, "--stdio"}));
    }
    void withNeitherSudoNorPkexecTheRecorderItselfReportsWhatItLacks() {
        auto here = everythingInstalled();
        here.socket.clear();
        here.sudo.clear();
        here.pkexec.clear();
        QCOMPARE(kinds(here), std::vector{Kind::Direct});
    }
    void aProgramThatTheEnvironmentNamesIsNeverRaised() {
        auto here = everythingInstalled();
        here.namedRecorder = "/tmp/mine";
        const auto endpoints = recorderEndpoints(here, {});
        QCOMPARE(endpoints.size(), 1u);
        QCOMPARE(endpoints[0].kind, Kind::Direct);
        QCOMPARE(endpoints[0].program, "/tmp/mine");
    }
    void anotherMachineIsReachedThroughSshOnly() {
        auto here = everythingInstalled();
        here.isRoot = true;
        QCOMPARE(kinds(here, "build.example"), std::vector{Kind::Ssh});
        const auto arguments = recorderEndpoints(here, "build.example")[0].arguments;
        QVERIFY(arguments.indexOf("--") < arguments.indexOf("build.example")); // the host is not taken for an
                                                                               // option of ssh
        here.ssh.clear();
        QVERIFY(kinds(here, "build.example").empty());
    }
    void withoutARecorderThereIsNoEndpoint() {
        RecorderEnvironment here;
        here.isRoot = true;
        QVERIFY(recorderEndpoints(here, {}).empty());
    }
};

QTEST_GUILESS_MAIN(RecorderEndpointTest)
#include "recorder_endpoint_test.moc"
