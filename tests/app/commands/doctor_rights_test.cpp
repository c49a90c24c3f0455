/// What `candela doctor` prints about rights and the sandbox.
#include "app/commands/doctor/doctor_rights.h"
#include "app/commands/doctor/doctor_sandbox.h"

#include <QFile>
#include <QTest>

using namespace candela;

namespace {

constexpr std::uint64_t all = ~std::uint64_t{0};
constexpr std::uint64_t withoutBpf = all & ~(std::uint64_t{1} << 39);

RecorderEnvironment user() {
    RecorderEnvironment here;
    here.recorder = "/usr/libexec/candela-recorder";
    return here;
}

} // namespace

class DoctorRightsTest : public QObject {
    Q_OBJECT
private slots:
    void theSandboxIsTriedByTheRecorder() {
        const QByteArray whole = "records\tcandela-recorder\t\nreads other people's files\tnobody\t\n";
        const auto good = sandboxCheckOf(whole, TriedAs::Root);
        QVERIFY(good);
        QCOMPARE(good->finding, Finding::Good);
        QVERIFY(good->text.ends_with("the recorder runs as candela-recorder"));
        QVERIFY(good->todo.empty());
        const auto less =
            sandboxCheckOf("records\tnobody\trules about files\nopens them\tnobody\t\n", TriedAs::Root);
        QCOMPARE(less->finding, Finding::Weak);
        QVERIFY(less->text.find("the process that records is without rules about files") !=
                std::string::npos);
        QVERIFY(less->text.find("there is no user candela-recorder") != std::string::npos);
        QVERIFY(!sandboxCheckOf("", TriedAs::Root));
        QVERIFY(!sandboxCheckOf("no such option\n", TriedAs::User));
    }
    /// The text of a recorder, as doctor reads it.
    void theRecorderReportsWhatItsProcessesLack() {
        const auto check = triedSandbox(PROGRAMS "/candela-recorder");
        QVERIFY(check);
        QVERIFY2(check->text.starts_with("tried"), check->text.c_str());
        QVERIFY(!triedSandbox("/bin/false"));
    }
    void withTheCapabilitiesAUserMayRecord() { QCOMPARE(rightsCheck(all, user()).finding, Finding::Good); }

    void withoutCapabilitiesAnEndpointIsNeeded() {
        auto here = user();
        const auto none = rightsCheck(withoutBpf, here);
        QCOMPARE(none.finding, Finding::Missing);
        QVERIFY(none.text.starts_with("this user lacks BPF,"));
        here.pkexec = "/usr/bin/pkexec";
        QCOMPARE(rightsCheck(withoutBpf, here).finding, Finding::Weak);
        here.socket = "/run/candela/recorder.sock";
        const auto both = rightsCheck(withoutBpf, here);
        QVERIFY2(both.todo.ends_with("the recorder service, then pkexec"), both.todo.c_str());
        here = user();
        here.isRecorderCapable = true;
        QCOMPARE(rightsCheck(withoutBpf, here).finding, Finding::Weak);
    }

    void rootInAContainerCanNotAskAnyone() {
        auto here = user();
        here.isRoot = true;
        here.sudo = "/usr/bin/sudo";
        here.pkexec = "/usr/bin/pkexec";
        const auto check = rightsCheck(withoutBpf, here);
        QCOMPARE(check.finding, Finding::Missing);
        QCOMPARE(check.text, "root lacks BPF here");
    }

    void withoutRecorderAndServiceTheRecorderIsMissing() {
        auto here = user();
        QCOMPARE(recorderCheck(here).finding, Finding::Good);
        here.recorder.clear();
        QCOMPARE(recorderCheck(here).finding, Finding::Missing);
        here.socket = "/run/candela/recorder.sock";
        QCOMPARE(recorderCheck(here).finding, Finding::Good);
    }

    void theSandboxIsGoodWhereNamespacesCanBeCreated() {
        SandboxGround ground;
        QCOMPARE(sandboxCheck(ground).finding, Finding::Good);
        ground.namespaces = NamespaceRights::SysAdmin;
        QCOMPARE(sandboxCheck(ground).finding, Finding::Good);
        ground.namespaces = NamespaceRights::None;
        QCOMPARE(sandboxCheck(ground).finding, Finding::Weak);
        QVERIFY(sandboxCheck(ground).text.starts_with("this user"));
        ground.hasSysAdmin = true;
        QVERIFY(sandboxCheck(ground).text.starts_with("namespaces are forbidden"));
        ground.lacksInKernel = "system call filters";
        QCOMPARE(sandboxCheck(ground).text, "the kernel has no system call filters");
    }

    void tryingNamespacesLeavesThisProcessInItsOwn() {
        const auto before = QFile::symLinkTarget("/proc/self/ns/net");
        const auto rights = namespaceRights();
        QCOMPARE(QFile::symLinkTarget("/proc/self/ns/net"), before);
        if (rights == NamespaceRights::SysAdmin) QVERIFY(sandboxGround().hasSysAdmin);
    }
};

QTEST_GUILESS_MAIN(DoctorRightsTest)
#include "doctor_rights_test.moc"
