/// The recorder as systemd starts it, with a simulated polkit on a separate bus.
#include "recorder/base/proc_files.h"
#include "recorder/client/peer_authority.h"
#include "tests/recorder/held_program.h"
#include "tests/recorder/made_up_polkit.h"
#include "tests/recorder/recorder_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <linux/capability.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/xattr.h>

using namespace candela;

namespace {

constexpr uid_t otherUser = 65533;

/// A service recorder whose socket was connected by that user, as the kernel sees it.
std::unique_ptr<RecorderProgram> serve(const QTemporaryDir& folder, uid_t user) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const auto path = folder.filePath(QString("socket-%1").arg(::rand())).toUtf8();
    qstrncpy(address.sun_path, path.constData(), sizeof address.sun_path);
    const int listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int client = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const auto* endpoint = reinterpret_cast<const sockaddr*>(&address);
    if (::bind(listener, endpoint, sizeof address) != 0 || ::listen(listener, 1) != 0) qFatal("no socket");
    ::chmod(path.constData(), 0666);
    if (::setegid(user) != 0 || ::seteuid(user) != 0) qFatal("no other user");
    const bool isConnected = ::connect(client, endpoint, sizeof address) == 0;
    if (::seteuid(0) != 0 || ::setegid(0) != 0 || !isConnected) qFatal("no connection");
    const int accepted = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    ::close(listener);
    return std::make_unique<RecorderProgram>(QStringList{"--service"}, accepted, client);
}

const RecordingFailure& onlyRecordingFailure(const RecorderProgram& recorder) {
    static const RecordingFailure none;
    return recorder.reader().failures().size() == 1 ? recorder.reader().failures().front() : none;
}

const QString askedForMachine = QString("%1 %2").arg(PeerAuthority::machineAction).arg(otherUser);
const QString askedForOwn = QString("%1 %2").arg(PeerAuthority::ownAction).arg(otherUser);

} // namespace

class ServiceTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why.constData());
        QVERIFY(m_folder.isValid());
        QFile::setPermissions(m_folder.path(), QFile::Permissions(0x7755));
        const auto address = "unix:path=" + m_folder.filePath("bus");
        // A bus for all users, like the system's; the recorder runs as its own user.
        writeBytes(m_folder.filePath("bus.conf"),
                   "<busconfig><type>system</type><auth>EXTERNAL</auth><listen>" + address.toUtf8() +
                       R"(</listen><policy context="default"><allow user="*"/>
            <allow own="*"/><allow send_type="*"/><allow receive_type="*"/></policy></busconfig>)");
        m_bus.start("dbus-daemon", {"--config-file=" + m_folder.filePath("bus.conf"), "--nofork",
                                    "--nopidfile", "--print-address"});
        if (!m_bus.waitForStarted()) QSKIP("there is no dbus-daemon");
        QVERIFY(m_bus.waitForReadyRead(10'000));
        qputenv("DBUS_SYSTEM_BUS_ADDRESS", address.toUtf8());
    }
    void cleanupTestCase() {
        m_bus.kill();
        m_bus.waitForFinished();
    }

    void aUserWithAGrantRecordsTheMachine() {
        MadeUpPolkit polkit(Answer::Yes);
        HeldProgram busy({PROGRAMS "/workloads/two_builds_base", "20"}); // an idle machine has no samples
        const auto recorder = serve(m_folder, otherUser);
        recorder->startMachine();
        QVERIFY(recorder->waitForSegments(1));
        busy.go();
        QVERIFY(recorder->waitForSegments(4));
        recorder->stop();
        const auto profile = recorder->finish();
        QVERIFY2(unexpectedWarnings(profile).empty(), unexpectedWarnings(profile).c_str());
        QVERIFY(weightOf(profile, "two_builds_base") > 0);
        QCOMPARE(polkit.questions(), QStringList{askedForMachine});
        QVERIFY(recorder->hasExited(10'000));
        QCOMPARE(recorder->exitStatus(), 0);
    }
    /// Newer versions of polkit get a descriptor, older ones the pid and the start time.
    void polkitLearnsWhoConnected() {
        MadeUpPolkit polkit(Answer::YesAndSubject);
        const auto recorder = serve(m_folder, otherUser);
        recorder->startMachine();
        QVERIFY(recorder->waitForSegments(1));
        QCOMPARE(polkit.questions(),
                 (QStringList{askedForMachine,
                              QString("subject %1 %1 %2").arg(::getpid()).arg(startTicks(::getpid()))}));
    }
    /// Its pid may now be that of another process, with more rights.
    void aClientThatConnectedAndExitedIsRefused() {
        const auto path = m_folder.filePath("left").toUtf8();
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        qstrncpy(address.sun_path, path.constData(), sizeof address.sun_path);
        const auto* endpoint = reinterpret_cast<const sockaddr*>(&address);
        const FileDescriptor listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        QCOMPARE(::bind(listener.get(), endpoint, sizeof address), 0);
        QCOMPARE(::listen(listener.get(), 1), 0);
        const int client = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const auto connecting = ::fork();
        if (connecting == 0) ::_exit(::connect(client, endpoint, sizeof address));
        int status = -1;
        QCOMPARE(::waitpid(connecting, &status, 0), connecting);
        QCOMPARE(status, 0);
        const FileDescriptor accepted(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
        const auto peer = connectedPeer(accepted.get());
        ::close(client);
        QVERIFY(!peer);
        QCOMPARE(peer.error().code, ErrorCode::NotPermitted);
        QCOMPARE(*userOfPeer(accepted.get()), ::getuid());
    }
    void aUserWithoutAGrantIsRefused_data() {
        QTest::addColumn<int>("answer");
        QTest::newRow("no") << static_cast<int>(Answer::No);
        QTest::newRow("no one to type a password") << static_cast<int>(Answer::OnlyWithPassword);
    }
    void aUserWithoutAGrantIsRefused() {
        QFETCH(int, answer);
        MadeUpPolkit polkit(static_cast<Answer>(answer));
        const auto recorder = serve(m_folder, otherUser);
        recorder->startMachine();
        recorder->finish();
        QVERIFY(onlyRecordingFailure(*recorder).isFatal);
        QCOMPARE(onlyRecordingFailure(*recorder).error.code, ErrorCode::NotPermitted);
        QVERIFY(onlyRecordingFailure(*recorder).error.hint.find(PeerAuthority::machineAction) !=
                std::string::npos);
        QVERIFY(recorder->hasExited(10'000));
        QCOMPARE(recorder->exitStatus(), 4);
    }
    void rootNeedsNoPolkit() {
        MadeUpPolkit polkit(Answer::No);
        const auto recorder = serve(m_folder, 0);
        recorder->startMachine();
        QVERIFY(recorder->waitForSegments(2));
        recorder->stop();
        const auto profile = recorder->finish();
        QVERIFY2(unexpectedWarnings(profile).empty(), unexpectedWarnings(profile).c_str());
        QVERIFY(polkit.questions().isEmpty());
    }
    void withoutPolkitNoRequestWaits() {
        const auto recorder = serve(m_folder, otherUser);
        recorder->startMachine();
        recorder->finish();
        QCOMPARE(onlyRecordingFailure(*recorder).error.code, ErrorCode::NotPermitted);
        QVERIFY(!onlyRecordingFailure(*recorder).error.hint.empty());
        QVERIFY(recorder->hasExited(10'000));
    }
    void withoutABusNoRequestWaits() {
        const auto before = qgetenv("DBUS_SYSTEM_BUS_ADDRESS");
        qputenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nonexistent/bus");
        const auto recorder = serve(m_folder, otherUser);
        qputenv("DBUS_SYSTEM_BUS_ADDRESS", before);
        recorder->startMachine();
        recorder->finish();
        QCOMPARE(onlyRecordingFailure(*recorder).error.code, ErrorCode::NotPermitted);
        QVERIFY(recorder->hasExited(10'000));
    }
    void aClientThatDisconnectsWhilePolkitDecidesEndsTheRecorder() {
        MadeUpPolkit polkit(Answer::Never);
        const auto recorder = serve(m_folder, otherUser);
        recorder->startMachine();
        QTRY_COMPARE(polkit.questions(), QStringList{askedForMachine});
        recorder->close();
        QVERIFY(recorder->hasExited(10'000));
    }
    void aClientMayStopWhilePolkitDecides() {
        MadeUpPolkit polkit(Answer::Never);
        const auto recorder = serve(m_folder, otherUser);
        recorder->startMachine();
        QTRY_COMPARE(polkit.questions(), QStringList{askedForMachine});
        recorder->stop();
        QVERIFY(recorder->hasExited(10'000));
    }
    void ownProcessesAreAnotherQuestion() {
        MadeUpPolkit polkit(Answer::Yes);
        // The program is copied to a folder where all users can start it, because home folders are closed to
        // others.
        const auto program = m_folder.filePath("two_builds_base");
        QVERIFY(QFile::copy(PROGRAMS "/workloads/two_builds_base", program));
        HeldProgram own({program, "20"}, otherUser);
        QTRY_VERIFY(userOf(own.pid()) == otherUser);
        const auto recorder = serve(m_folder, otherUser);
        recorder->startProcesses({own.pid()}, 997);
        QVERIFY(recorder->waitForSegments(1));
        own.go();
        QVERIFY(recorder->waitForSegments(4));
        recorder->stop();
        const auto profile = recorder->finish();
        QCOMPARE(polkit.questions(), QStringList{askedForOwn});
        QVERIFY(weightOf(profile, "two_builds_base") > 0);
        for (const auto& process : profile.processes)
            QCOMPARE(process.pid, own.pid()); // no names of other processes either
    }
    void processesOfOthersNeedTheGrantForTheMachine() {
        MadeUpPolkit polkit(Answer::No);
        const auto recorder = serve(m_folder, otherUser);
        recorder->startProcesses({::getpid()});
        recorder->finish();
        QCOMPARE(polkit.questions(), QStringList{askedForMachine});
        QCOMPARE(onlyRecordingFailure(*recorder).error.code, ErrorCode::NotPermitted);
    }
    /// A process that its user may not stop and read with a debugger must not be visible to that user in a
    /// recording.
    void aChildThatTheUserMayNotTraceIsLeftOut_data() {
        QTest::addColumn<int>("mode");
        QTest::addColumn<bool>("hasCapability");
        QTest::newRow("setuid") << 04755 << false;
        QTest::newRow("setgid") << 02755 << false;
        QTest::newRow("a capability") << 0755 << true;
        QTest::newRow("a program that can't be read") << 0711 << false;
    }
    void aChildThatTheUserMayNotTraceIsLeftOut() {
        QFETCH(int, mode);
        QFETCH(bool, hasCapability);
        MadeUpPolkit polkit(Answer::Yes);
        const auto program = m_folder.filePath("has_more");
        QFile::remove(program);
        QVERIFY(QFile::copy(PROGRAMS "/workloads/two_builds_base", program));
        const auto path = program.toUtf8();
        QCOMPARE(::chmod(path.constData(), static_cast<mode_t>(mode)), 0);
        if (hasCapability) QVERIFY(giveCapability(path.constData()));
        HeldProgram own({"sh", "-c", program + " 20; true"}, otherUser);
        QTRY_VERIFY(userOf(own.pid()) == otherUser);
        const auto recorder = serve(m_folder, otherUser);
        recorder->startProcesses({own.pid()}, 997);
        QVERIFY(recorder->waitForSegments(1));
        own.go();
        QVERIFY(recorder->waitForSegments(5));
        recorder->stop();
        const auto profile = recorder->finish();
        QProcess::execute("pkill", {"-9", "-P", QString::number(own.pid())});
        QCOMPARE(polkit.questions(), QStringList{askedForOwn});
        // Between reading its name and its rights, the kernel still works for the user: samples are possible
        // there, but never in the program. They are counted, because one may stand for time that the host
        // took.
        QVERIFY(samplesOf(profile, "has_more") < 10);
        QVERIFY(!hasUserFrames(profile, "has_more"));
        QVERIFY(std::any_of(profile.losses.begin(), profile.losses.end(), [](const Loss& loss) {
            return loss.reason == "process that this user may not trace" && loss.count > 100;
        }));
    }
    void processesThatTheUserMayNotTraceAreAnotherQuestion() {
        HeldProgram own({PROGRAMS "/workloads/two_builds_base", "20"}, otherUser);
        QTRY_VERIFY(userOf(own.pid()) == otherUser);
        QVERIFY(mayTrace({otherUser, otherUser}, own.pid()));
        QVERIFY(!mayTrace({otherUser, otherUser + 1}, own.pid()));
        QVERIFY(!mayTrace({otherUser + 1, otherUser}, own.pid()));
        if (QProcess::execute("unshare", {"--user", "true"}) == 0) { // a chroot has no user namespaces
            HeldProgram inNamespace({"unshare", "--user", "--map-root-user", "sleep", "60"}, otherUser);
            inNamespace.go();
            QTRY_VERIFY(nameOf(inNamespace.pid()) == "sleep");
            QVERIFY(mayTrace({otherUser, otherUser}, inNamespace.pid())); // all rights, but only in that
                                                                          // namespace
            QVERIFY(!mayTrace({otherUser + 1, otherUser}, inNamespace.pid()));
            // The same user in a namespace of root, as in a container.
            HeldProgram inRoots({"unshare", "--user", "sh", "-c",
                                 QString("until grep -q 65536 /proc/self/uid_map; do sleep 0.1; done; "
                                         "exec setpriv --reuid %1 --regid %1 --clear-groups sleep 60")
                                     .arg(otherUser)});
            inRoots.go();
            QTRY_VERIFY(nameOf(inRoots.pid()) == "sh");
            for (const auto* map : {"gid_map", "uid_map"})
                QVERIFY(writeTo(QString("/proc/%1/%2").arg(inRoots.pid()).arg(map), "0 0 65536"));
            QTRY_VERIFY(nameOf(inRoots.pid()) == "sleep");
            QCOMPARE(userOf(inRoots.pid()), uid_t{otherUser});
            QVERIFY(!mayTrace({otherUser, otherUser}, inRoots.pid()));
            QVERIFY(!isInOurUserNamespace(inRoots.pid()));
        }
        const auto program = m_folder.filePath("unreadable");
        QVERIFY(QFile::copy(PROGRAMS "/workloads/two_builds_base", program));
        QCOMPARE(::chmod(program.toUtf8().constData(), 0711), 0);
        HeldProgram unreadable({program, "60"}, otherUser);
        unreadable.go();
        QTRY_VERIFY(nameOf(unreadable.pid()) == "unreadable");
        QVERIFY(!mayTrace({otherUser, otherUser}, unreadable.pid()));
    }

private:
    static std::ptrdiff_t samplesOf(const Profile& profile, std::string_view process) {
        return std::ranges::count_if(profile.samples.front().thread, [&](ThreadIndex thread) {
            return profile.text(profile.processes[profile.threads[thread.row()].process.row()].name) ==
                   process;
        });
    }
    static bool hasUserFrames(const Profile& profile, std::string_view process) {
        for (const auto& table : profile.samples) {
            for (std::size_t row = 0; row < table.size(); ++row) {
                const auto& thread = profile.threads[table.threadAt(row).row()];
                if (profile.text(profile.processes[thread.process.row()].name) != process) continue;
                for (auto stack = table.stack[row]; stack; stack = profile.stacks.parent[stack.row()]) {
                    if (profile.frames.kind[profile.stacks.frame[stack.row()].row()] != FrameKind::Kernel)
                        return true;
                }
            }
        }
        return false;
    }
    /// CAP_NET_RAW, permitted and effective, in the format of setcap(8).
    static bool giveCapability(const char* path) {
        vfs_cap_data data{};
        data.magic_etc = VFS_CAP_REVISION_2 | VFS_CAP_FLAGS_EFFECTIVE;
        data.data[0].permitted = 1u << CAP_NET_RAW;
        return ::setxattr(path, "security.capability", &data, XATTR_CAPS_SZ_2, 0) == 0;
    }
    static bool writeTo(const QString& path, const char* text) {
        QFile file(path);
        return file.open(QFile::WriteOnly | QFile::Unbuffered) && file.write(text) > 0;
    }
    static QByteArray nameOf(pid_t pid) {
        QFile file(QString("/proc/%1/comm").arg(pid));
        return file.open(QFile::ReadOnly) ? file.readAll().trimmed() : QByteArray();
    }
    static uid_t userOf(pid_t pid) {
        struct stat status {};
        return ::stat(QString("/proc/%1").arg(pid).toUtf8().constData(), &status) == 0 ? status.st_uid : 0;
    }

    QTemporaryDir m_folder;
    QProcess m_bus;
};

QTEST_GUILESS_MAIN(ServiceTest)
#include "service_test.moc"
