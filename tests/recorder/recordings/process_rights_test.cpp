/// Every process of real recordings, seen from outside: its user and its rights.
#include "recorder/rights/own_user.h"
#include "recorder/rights/protections.h"
#include "tests/file_bytes.h"
#include "tests/recorder/plain_chroot.h"
#include "tests/recorder/recorder_program.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>
#include <sys/stat.h>

using namespace candela;

namespace {

constexpr unsigned someUser = 65533;

struct Rights {
    const char* capabilities;
    bool isRecorderUser; // else it is the unprivileged user, or the user who records
};

/// The complete list: a process that is not on it is an error.
const std::map<QByteArray, Rights>& rightsByName() {
    static const char* const none = "0000000000000000";
    static const std::map<QByteArray, Rights> table{
        {"candela-recorde", {"0000004000000000", true}}, // PERFMON
        // CHECKPOINT_RESTORE, SYS_PTRACE, DAC_READ_SEARCH
        {"candela-openers", {"0000010000080004", true}},
        {"candela-opener", {"0000010000080004", true}},
        {"candela-events", {"0000000000200000", true}}, // SYS_ADMIN, if perf_event_paranoid demands it
        {"candela-sandbox", {none, false}},
        {"candela-forker", {none, false}},
        {"candela-symbols", {none, false}},
        {"candela-keeper", {none, false}},
    };
    return table;
}

QList<pid_t> withDescendants(pid_t pid) {
    QList<pid_t> pids{pid};
    for (int row = 0; row < pids.size(); ++row) {
        const QDir threads(QString("/proc/%1/task").arg(pids[row]));
        for (const auto& thread : threads.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            for (const auto& child : readBytes(threads.filePath(thread + "/children")).split(' ')) {
                if (!child.isEmpty()) pids << child.toInt();
            }
        }
    }
    return pids;
}

QByteArray fieldOf(const QByteArray& status, const QByteArray& name) {
    const auto begin = status.indexOf('\n' + name + ":\t");
    const auto value = begin + name.size() + 3;
    return begin < 0 ? QByteArray() : status.mid(value, status.indexOf('\n', value) - value).trimmed();
}

/// A sentence about a process with more rights than it should have; empty if there are none.
QString excessOf(pid_t pid, unsigned recorderUser) {
    const auto status = '\n' + readBytes(QString("/proc/%1/status").arg(pid));
    const auto name = fieldOf(status, "Name");
    if (name.isEmpty()) return {}; // it has exited since it was listed
    const auto found = rightsByName().find(name);
    if (found == rightsByName().end()) return QString("%1 is not known").arg(QString(name));
    const auto& rights = found->second;
    QString excess;
    const auto check = [&](const char* field, const QByteArray& expected) {
        if (const auto value = fieldOf(status, field); value != expected)
            excess += QString("%1 has %2 %3, not %4\n").arg(QString(name), field, QString(value), expected);
    };
    for (const auto* field : {"Uid", "Gid"}) {
        const auto value = fieldOf(status, field);
        const auto ids = value.split('\t');
        const bool isOne = ids.size() == 4 && ids.count(ids.front()) == 4 && ids.front() != "0";
        if (!isOne) excess += QString("%1 has %2 %3\n").arg(QString(name), field, QString(value));
        if (rights.isRecorderUser && ids.front().toUInt() != recorderUser)
            excess += QString("%1 is user %2\n").arg(QString(name), QString(value));
    }
    check("Groups", "");
    check("CapInh", "0000000000000000");
    check("CapPrm", rights.capabilities);
    check("CapEff", rights.capabilities);
    check("CapAmb", "0000000000000000");
    check("NoNewPrivs", "1");
    if (!isSanitized) check("Seccomp", "2");
    return excess;
}

QString excessOfAll(pid_t recorder, unsigned user) {
    QString excess;
    for (const auto pid : withDescendants(recorder))
        excess += excessOf(pid, user);
    return excess;
}

/// The protections that only root can have here: in a chroot, the kernel refuses user namespaces, and with
/// them all others.
MissingProtections missingWithoutRoot() {
    MissingProtections missing;
    if (QProcess::execute("setpriv", {"--reuid=65533", "unshare", "--user", "true"}) == 0) return missing;
    for (const auto protection :
         {Protection::EmptyRoot, Protection::OwnNetwork, Protection::OwnProcesses, Protection::OwnMessages})
        missing.add(protection);
    return missing;
}

/// If protections are missing, exactly these are reported, and only once.
void checkRecording(RecorderProgram& recorder, unsigned user, MissingProtections missing = {}) {
    QVERIFY(recorder.waitForSegments(3));
    QVERIFY(withDescendants(recorder.pid()).size() >= 4);
    const auto excess = excessOfAll(recorder.pid(), user);
    QVERIFY2(excess.isEmpty(), qPrintable(excess));
    recorder.stop();
    const auto profile = recorder.finish();
    QVERIFY(recorder.reader().progress().hasEnded);
    int reports = 0;
    for (const auto& warning : profile.warnings) { // on a busy machine there are other warnings, too
        const auto isReport =
            !missing.isEmpty() &&
            warning.find("reads other people's files has a weaker sandbox") != std::string::npos &&
            warning.find("without: " + missing.text() + " (") != std::string::npos;
        const auto isOfRights = warning.find("weaker sandbox") != std::string::npos ||
                                warning.find("system call") != std::string::npos;
        QVERIFY2(isReport || !isOfRights, warning.c_str());
        reports += isReport;
    }
    QCOMPARE(reports, missing.isEmpty() ? 0 : 1);
}

} // namespace

class ProcessRightsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why.constData());
    }

    void rootsRecorderIsNotRoot() {
        RecorderProgram recorder;
        recorder.startMachine();
        checkRecording(recorder, recorderUser().user);
    }
    void theServiceIsNotRoot() {
        int ends[2];
        QCOMPARE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
        RecorderProgram recorder({"--service"}, ends[0], ends[1]);
        recorder.startMachine();
        checkRecording(recorder, recorderUser().user);
    }
    /// systemd starts a recorder like this with User= and AmbientCapabilities=.
    void aServiceThatHasItsUserKeepsNoAmbientCapability() {
        const QString rights = "+perfmon,+bpf,+sys_ptrace,+dac_read_search,+checkpoint_restore,+syslog";
        const auto number = QString::number(someUser);
        const QStringList start{"setpriv",        "--reuid",        number,           "--regid",
                                number,           "--clear-groups", "--inh-caps",     "-all," + rights,
                                "--ambient-caps", "-all," + rights, "--bounding-set", "-all," + rights};
        if (QProcess::execute(start.front(), start.mid(1) + QStringList{"true"}) != 0)
            QSKIP("setpriv can't give these capabilities here");
        RecorderProgram recorder({"--stdio"}, start);
        recorder.startMachine();
        checkRecording(recorder, someUser, missingWithoutRoot());
    }
    void inAPlainChrootItIsNotRootEither() {
        const QTemporaryDir root;
        RecorderProgram recorder({"--stdio"}, plainChroot(root.path()));
        recorder.startMachine();
        checkRecording(recorder, recorderUser().user);
    }
    /// The file gets its name from the user who called sudo.
    void aFileIsKeptByItsUser_data() {
        QTest::addColumn<bool>("isTheirFolder");
        QTest::newRow("in a folder of the user's") << true;
        QTest::newRow("in a folder of root's") << false;
    }
    void aFileIsKeptByItsUser() {
        QFETCH(bool, isTheirFolder);
        const QTemporaryDir folder;
        const auto path = folder.filePath("machine.candela");
        if (isTheirFolder) QCOMPARE(::chown(folder.path().toUtf8(), someUser, someUser), 0);
        QProcess recorder;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("SUDO_UID", QString::number(someUser));
        environment.insert("SUDO_GID", QString::number(someUser));
        recorder.setProcessEnvironment(environment);
        recorder.start(PROGRAMS "/candela-recorder", {"-o", path, "--segment", "1"});
        QVERIFY(recorder.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), 20'000);
        const auto pids = withDescendants(static_cast<pid_t>(recorder.processId()));
        const auto keeper = std::ranges::find_if(pids, [](pid_t pid) {
            return readBytes(QString("/proc/%1/comm").arg(pid)) == "candela-keeper\n";
        });
        QVERIFY(keeper != pids.end());
        const auto status = readBytes(QString("/proc/%1/status").arg(*keeper));
        if (isTheirFolder) {
            const auto excess = excessOfAll(pids.front(), recorderUser().user);
            QVERIFY2(excess.isEmpty(), qPrintable(excess));
            QCOMPARE(fieldOf(status, "Uid").split('\t').front().toUInt(), someUser);
        } else { // root must name it, with DAC_OVERRIDE and FOWNER, because the file is the user's
            QCOMPARE(fieldOf(status, "CapPrm"), QByteArray("000000000000000a"));
            QCOMPARE(fieldOf(status, "NoNewPrivs"), QByteArray("1"));
            QVERIFY(isSanitized || fieldOf(status, "Seccomp") == "2");
        }
        recorder.terminate();
        QVERIFY(recorder.waitForFinished());
        QCOMPARE(recorder.exitCode(), 0);
        struct stat file {};
        QCOMPARE(::stat(path.toUtf8(), &file), 0);
        QCOMPARE(file.st_uid, someUser);
        QCOMPARE(file.st_mode & 07777u, 0600u);
    }
};

QTEST_GUILESS_MAIN(ProcessRightsTest)
#include "process_rights_test.moc"
