/// The labels that providers derive from the folders of processes, with simulated folders and control groups.
#include <QTest> // first, because moc can't read <concepts> otherwise

#include "recorder/base/proc_files.h"
#include "recorder/metadata/all_providers.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace candela;

namespace {

const QByteArray id1(64, 'a');
const QByteArray id2 = QByteArray("0123456789abcdef").repeated(4);
const QByteArray uid = "2f3a9a3c-7a2b-4b53-8f0d-5a0f6f8f9d11";
const QByteArray escapedUid = QByteArray(uid).replace('-', '_');

/// A simulated folder of a process.
class Folder {
public:
    void write(const QString& name, const QByteArray& content) {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size()) qFatal("no file");
    }
    ObservedProcess observe(CgroupTree& tree, const ProcessInQuestion& process = {}) {
        return {FileDescriptor(::open(qPrintable(m_folder.path()), O_RDONLY | O_DIRECTORY | O_CLOEXEC)),
                process, tree};
    }

private:
    QTemporaryDir m_folder;
};

/// The labels of all providers that read control groups, for a text of /proc/PID/cgroup.
LabelList describeGroups(const QByteArray& cgroupFile) {
    Folder folder;
    folder.write("cgroup", cgroupFile);
    CgroupTree nothing{std::string()};
    auto process = folder.observe(nothing);
    LabelList labels;
    describeCgroup(process, labels);
    describeSystemdUnit(process, labels);
    describeContainer(process, labels);
    describeKubernetesPod(process, labels);
    return labels;
}

QString text(const LabelList& labels, std::string_view key) {
    const auto found = labels.find(key);
    return QString::fromUtf8(found.data(), static_cast<qsizetype>(found.size()));
}

} // namespace

class MetadataProvidersTest : public QObject {
    Q_OBJECT
private slots:
    void aGroupNamesItsUnit_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("slice");
        QTest::addColumn<QString>("unit");
        QTest::addColumn<QString>("userUnit");
        QTest::newRow("a service") << QByteArray("0::/system.slice/cron.service\n") << "system.slice"
                                   << "cron.service"
                                   << "";
        QTest::newRow("a service with groups of its own")
            << QByteArray("0::/system.slice/ssh.service/worker/3\n") << "system.slice"
            << "ssh.service"
            << "";
        QTest::newRow("slices in slices")
            << QByteArray("0::/system.slice/system-getty.slice/getty@tty1.service\n") << "system-getty.slice"
            << "getty@tty1.service"
            << "";
        QTest::newRow("the first process") << QByteArray("0::/init.scope\n") << "-.slice"
                                           << "init.scope"
                                           << "";
        QTest::newRow("a session") << QByteArray("0::/user.slice/user-1000.slice/session-3.scope\n")
                                   << "user-1000.slice"
                                   << "session-3.scope"
                                   << "";
        QTest::newRow("a program on a desktop")
            << QByteArray(
                   "0::/user.slice/user-1000.slice/user@1000.service/app.slice/app-org.kde.kate-77.scope\n")
            << "user-1000.slice"
            << "user@1000.service"
            << "app-org.kde.kate-77.scope";
        QTest::newRow("the user's manager itself")
            << QByteArray("0::/user.slice/user-1000.slice/user@1000.service/init.scope\n")
            << "user-1000.slice"
            << "user@1000.service"
            << "init.scope";
        QTest::newRow("an escaped name") << QByteArray("0::/system.slice/_cpu.service\n") << "system.slice"
                                         << "cpu.service"
                                         << "";
        QTest::newRow("right in a slice") << QByteArray("0::/machine.slice\n") << "machine.slice"
                                          << ""
                                          << "";
        QTest::newRow("version 1") << QByteArray("12:memory:/system.slice\n3:cpu,cpuacct:/\n"
                                                 "1:name=systemd:/system.slice/cron.service\n")
                                   << "system.slice"
                                   << "cron.service"
                                   << "";
        QTest::newRow("both versions, the second unused")
            << QByteArray("1:name=systemd:/system.slice/cron.service\n0::/\n") << "system.slice"
            << "cron.service"
            << "";
        QTest::newRow("seen from within a cgroup namespace")
            << QByteArray("0::/../../system.slice/cron.service\n") << "system.slice"
            << "cron.service"
            << "";
        QTest::newRow("removed meanwhile")
            << QByteArray("0::/system.slice/cron.service (deleted)\n") << "system.slice"
            << "cron.service"
            << "";
        QTest::newRow("the root") << QByteArray("0::/\n") << ""
                                  << ""
                                  << "";
        QTest::newRow("not systemd's") << QByteArray("0::/docker/" + id1 + "\n") << ""
                                       << ""
                                       << "";
        QTest::newRow("an empty file") << QByteArray() << ""
                                       << ""
                                       << "";
        QTest::newRow("nonsense") << QByteArray("a\n::\n0:\n:::::\n\n") << ""
                                  << ""
                                  << "";
    }
    void aGroupNamesItsUnit() {
        QFETCH(QByteArray, file);
        const auto labels = describeGroups(file);
        QTEST(text(labels, "systemd.slice"), "slice");
        QTEST(text(labels, "systemd.unit"), "unit");
        QTEST(text(labels, "systemd.user_unit"), "userUnit");
    }

    void aGroupNamesItsContainer_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("engine");
        QTest::addColumn<QString>("id");
        const QString first = id1;
        const QString second = id2;
        QTest::newRow("docker by systemd") << "0::/system.slice/docker-" + id1 + ".scope\n"
                                           << "docker" << first;
        QTest::newRow("docker by cgroupfs") << "0::/docker/" + id1 + "\n"
                                            << "docker" << first;
        QTest::newRow("docker, version 1")
            << "5:memory:/docker/" + id1 + "\n1:name=systemd:/docker/" + id1 + "\n"
            << "docker" << first;
        QTest::newRow("docker, version 1 without systemd's hierarchy")
            << "5:memory:/docker/" + id1 + "\n4:cpu:/\n"
            << "docker" << first;
        QTest::newRow("docker's own service") << QByteArray("0::/system.slice/docker.service\n") << ""
                                              << "";
        QTest::newRow("podman") << "0::/machine.slice/libpod-" + id1 + ".scope/container\n"
                                << "podman" << first;
        QTest::newRow("podman without root")
            << "0::/user.slice/user-1000.slice/user@1000.service/user.slice/libpod-" + id1 + ".scope\n"
            << "podman" << first;
        QTest::newRow("podman by cgroupfs") << "0::/libpod_parent/libpod-" + id1 + "\n"
                                            << "podman" << first;
        QTest::newRow("podman's monitor is outside") << "0::/machine.slice/libpod-conmon-" + id1 + ".scope\n"
                                                     << ""
                                                     << "";
        QTest::newRow("containerd for Kubernetes")
            << "0::/kubepods.slice/kubepods-pod" + escapedUid + ".slice/cri-containerd-" + id1 + ".scope\n"
            << "containerd" << first;
        QTest::newRow("containerd that disagrees with the kubelet about the driver")
            << "0::/system.slice/containerd.service/kubepods-burstable-pod" + escapedUid +
                   ".slice:cri-containerd:" + id1 + "\n"
            << "containerd" << first;
        QTest::newRow("nerdctl") << "0::/system.slice/nerdctl-" + id1 + ".scope\n"
                                 << "containerd" << first;
        QTest::newRow("CRI-O") << "0::/kubepods.slice/kubepods-pod" + escapedUid + ".slice/crio-" + id1 +
                                      ".scope\n"
                               << "cri-o" << first;
        QTest::newRow("CRI-O by cgroupfs") << "0::/kubepods/burstable/pod" + uid + "/crio-" + id1 + "\n"
                                           << "cri-o" << first;
        QTest::newRow("CRI-O's monitor is outside") << "0::/system.slice/crio-conmon-" + id1 + ".scope\n"
                                                    << ""
                                                    << "";
        QTest::newRow("an engine that the path does not tell")
            << "0::/kubepods/besteffort/pod" + uid + "/" + id1 + "\n"
            << "" << first;
        QTest::newRow("LXC") << QByteArray("0::/lxc.payload.web/system.slice/nginx.service\n") << "lxc"
                             << "web";
        QTest::newRow("LXC of old") << QByteArray("3:cpu:/lxc/web\n1:name=systemd:/lxc/web\n") << "lxc"
                                    << "web";
        QTest::newRow("LXC's monitor is outside") << QByteArray("0::/lxc.monitor.web\n") << ""
                                                  << "";
        QTest::newRow("a container in a container")
            << "0::/docker/" + id1 + "/kubepods/pod" + uid + "/cri-containerd-" + id2 + "\n"
            << "containerd" << second;
        QTest::newRow("seen from within a cgroup namespace") << "0::/../docker-" + id1 + ".scope\n"
                                                             << "docker" << first;
        QTest::newRow("a name that only looks like one")
            << QByteArray("0::/system.slice/docker-proxy.scope\n") << ""
            << "";
    }
    void aGroupNamesItsContainer() {
        QFETCH(QByteArray, file);
        const auto labels = describeGroups(file);
        QTEST(text(labels, "container.engine"), "engine");
        QTEST(text(labels, "container.id"), "id");
    }

    void aGroupNamesItsPod_data() {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QString>("pod");
        QTest::addColumn<QString>("quality");
        const QString pod = uid;
        const QByteArray container = "/cri-containerd-" + id1 + ".scope";
        QTest::newRow("systemd, burstable")
            << "/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod" + escapedUid + ".slice" +
                   container
            << pod << "burstable";
        QTest::newRow("systemd, best effort")
            << "/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-pod" + escapedUid + ".slice" +
                   container
            << pod << "besteffort";
        QTest::newRow("systemd, guaranteed")
            << "/kubepods.slice/kubepods-pod" + escapedUid + ".slice" + container << pod << "guaranteed";
        QTest::newRow("systemd, below the kubelet's own")
            << "/kubelet.slice/kubelet-kubepods.slice/kubelet-kubepods-burstable.slice/"
               "kubelet-kubepods-burstable-pod" +
                   escapedUid + ".slice" + container
            << pod << "burstable";
        QTest::newRow("drivers disagree") << "/system.slice/containerd.service/kubepods-burstable-pod" +
                                                 escapedUid + ".slice:cri-containerd:" + id1
                                          << pod << "burstable";
        QTest::newRow("cgroupfs, burstable")
            << "/kubepods/burstable/pod" + uid + "/" + id1 << pod << "burstable";
        QTest::newRow("cgroupfs, best effort")
            << "/kubepods/besteffort/pod" + uid + "/" + id1 << pod << "besteffort";
        QTest::newRow("cgroupfs, guaranteed") << "/kubepods/pod" + uid + "/" + id1 << pod << "guaranteed";
        QTest::newRow("cgroupfs, in a container")
            << "/docker/" + id2 + "/kubelet/kubepods/pod" + uid + "/" + id1 << pod << "guaranteed";
        QTest::newRow("started by the kubelet itself")
            << QByteArray("/kubepods/burstable/pod0123456789abcdef0123456789abcdef/") + id1
            << "0123456789abcdef0123456789abcdef"
            << "burstable";
        QTest::newRow("the class alone") << QByteArray("/kubepods.slice/kubepods-burstable.slice") << ""
                                         << "";
        QTest::newRow("another program's folder") << "/podman/pod" + uid << ""
                                                  << "";
        QTest::newRow("no identity") << QByteArray("/kubepods/podcast/" + id1) << ""
                                     << "";
    }
    void aGroupNamesItsPod() {
        QFETCH(QByteArray, path);
        for (const auto& file : {"0::" + path + "\n", "8:pids:" + path + "\n1:name=systemd:/\n0::/\n"}) {
            const auto labels = describeGroups(file);
            QTEST(text(labels, "kubernetes.pod"), "pod");
            QTEST(text(labels, "kubernetes.qos"), "quality");
        }
    }

    void theMostSpecificGroupIsShown() {
        const auto shown = [](const QByteArray& file) { return text(describeGroups(file), "cgroup"); };
        QCOMPARE(shown("0::/a.slice/b.service\n"), "/a.slice/b.service");
        QCOMPARE(shown("4:memory:/m\n1:name=systemd:/s\n0::/\n"), "/s");
        QCOMPARE(shown("4:memory:/m\n3:cpu:/\n0::/\n"), "/m");
        QCOMPARE(shown("4:memory:/\n1:name=systemd:/\n0::/\n"), "/");
        QCOMPARE(shown(""), "");
    }

    void theKernelsNumberOfAGroupNeedsNoProcess() {
        QTemporaryDir mounted;
        QVERIFY(QDir(mounted.path()).mkpath("system.slice/cron.service"));
        struct stat status {};
        QCOMPARE(::stat(qPrintable(mounted.filePath("system.slice/cron.service")), &status), 0);
        CgroupTree tree(mounted.path().toStdString());
        ObservedProcess exited(FileDescriptor(), {.cgroup = status.st_ino}, tree);
        QVERIFY(!exited.isThere());
        LabelList labels;
        describeCgroup(exited, labels);
        describeSystemdUnit(exited, labels);
        QCOMPARE(text(labels, "cgroup"), "/system.slice/cron.service");
        QCOMPARE(text(labels, "systemd.unit"), "cron.service");
    }

    /// This is needed in a chroot without mounted control groups.
    void livingProcessesStateTheGroupOfExitedOnes() {
        CgroupTree tree{std::string()};
        constexpr std::uint64_t number = 1234;
        const auto groupOfExited = [&] {
            ObservedProcess exited(FileDescriptor(), {.cgroup = number}, tree);
            LabelList labels;
            describeCgroup(exited, labels);
            return text(labels, "cgroup");
        };
        const auto living = [&](const QByteArray& cgroupFile) {
            Folder folder;
            folder.write("cgroup", cgroupFile);
            auto process = folder.observe(tree, {.cgroup = number});
            LabelList labels;
            describeCgroup(process, labels);
            return text(labels, "cgroup");
        };
        QCOMPARE(groupOfExited(), "");
        QCOMPARE(living("0::/system.slice/cron.service\n"), "/system.slice/cron.service");
        QCOMPARE(groupOfExited(), "/system.slice/cron.service");
        // If a process moves to another group between its sample and the look at its files, the wrong answer
        // is soon replaced.
        QCOMPARE(living("0::/user.slice\n"), "/user.slice");
        QCOMPARE(groupOfExited(), "/user.slice");
    }

    void aGroupThatWasAddedLaterIsFoundByAnotherLook() {
        QTemporaryDir mounted;
        CgroupTree tree(mounted.path().toStdString());
        constexpr std::int64_t start = 1;
        QVERIFY(tree.find(~std::uint64_t{0}, start).empty());
        QVERIFY(QDir(mounted.path()).mkpath("late"));
        struct stat status {};
        QCOMPARE(::stat(qPrintable(mounted.filePath("late")), &status), 0);
        QVERIFY(tree.find(status.st_ino, start + 1).empty()); // not every call searches
        QCOMPARE(QString::fromStdString(tree.find(status.st_ino, start + CgroupTree::timeBetweenScans)),
                 "/late");
        QVERIFY(QDir(mounted.path()).rmdir("late"));
        QCOMPARE(QString::fromStdString(tree.find(status.st_ino, start + CgroupTree::timeBetweenScans)),
                 "/late");
    }

    void aCommandLineIsOneBoundedLine() {
        CgroupTree tree{std::string()};
        Folder folder;
        LabelList labels;
        folder.write("cmdline", QByteArray("cat\0a b\0x\ny\0", 12));
        auto process = folder.observe(tree);
        describeCommandLine(process, labels);
        QCOMPARE(text(labels, "command_line"), "cat a b x y");
        folder.write("cmdline", "ä" + QByteArray("ä").repeated(5000));
        describeCommandLine(process, labels);
        QVERIFY(labels.find("command_line").size() <= LabelList::maximumText);
        QVERIFY(text(labels, "command_line").startsWith("ääää"));
        QVERIFY(text(labels, "command_line").endsWith("ä…")); // the text is cut between characters
        LabelList none;
        folder.write("cmdline", "");
        describeCommandLine(process, none);
        QVERIFY(none.isEmpty());
    }

    void aUserHasANameWhereThereIsOne() {
        CgroupTree tree{std::string()};
        LabelList labels;
        ObservedProcess roots(FileDescriptor(), {.user = 0}, tree);
        describeUser(roots, labels);
        QCOMPARE(text(labels, "user"), "root");
        ObservedProcess nobodys(FileDescriptor(), {.user = 3'123'456'789}, tree);
        describeUser(nobodys, labels);
        QCOMPARE(text(labels, "user"), "3123456789");
    }

    void aProgramIsLabelledWithItsFileAndCompiler() {
        LabelList labels;
        const Program program{"/usr/bin/true", "abcdef", "GCC 12.2.0"};
        for (const auto& provider : allProviders()) {
            if (provider.describeProgram) provider.describeProgram(program, labels);
        }
        QCOMPARE(text(labels, "executable"), "/usr/bin/true");
        QCOMPARE(text(labels, "executable.build_id"), "abcdef");
        QCOMPARE(text(labels, "compiler"), "GCC 12.2.0");
        LabelList nothing;
        for (const auto& provider : allProviders()) {
            if (provider.describeProgram) provider.describeProgram({}, nothing);
        }
        QVERIFY(nothing.isEmpty());
    }

    void aFolderBelongsToExactlyOneProcess() {
        const FileDescriptor own(::open("/proc/self", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        const auto start = processStart(own);
        QVERIFY(start);
        QVERIFY(openProcessFolder({.pid = ::getpid(), .startTime = *start}).isOpen());
        QVERIFY(!openProcessFolder({.pid = ::getpid(), .startTime = *start - 1'000'000'000}).isOpen());
        QVERIFY(!openProcessFolder({.pid = 0, .startTime = *start}).isOpen());
    }
};

QTEST_GUILESS_MAIN(MetadataProvidersTest)
#include "metadata_providers_test.moc"
