#include "tests/chaos/recording_disturbances.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace candela {

namespace {

class KilledProcess : public Disturbance {
    void begin(Scene& scene) override {
        constexpr std::array deadly{SIGKILL, SIGKILL, SIGSEGV, SIGTERM};
        auto pids = scene.processes();
        std::erase(pids, scene.client);
        if (pids.empty()) return;
        ::kill(pids[static_cast<std::size_t>(scene.number(0, static_cast<int>(pids.size()) - 1))],
               deadly[static_cast<std::size_t>(scene.number(0, deadly.size() - 1))]);
    }
};

class KilledClient : public Disturbance {
    void begin(Scene& scene) override { ::kill(scene.client, scene.number(0, 1) ? SIGKILL : SIGHUP); }
};

class FrozenProcess : public Disturbance {
    void begin(Scene& scene) override {
        m_pid = scene.anyProcess();
        if (m_pid > 0) ::kill(m_pid, SIGSTOP);
    }
    void end(Scene&) override {
        if (m_pid > 0) ::kill(m_pid, SIGCONT);
        m_pid = -1;
    }
    pid_t m_pid = -1;
};

/// The disk exists only in the mount namespace of its process.
class FullDisk : public Disturbance {
    QString prepare(Scene& scene) override {
        m_folder = scene.folder + "/small";
        QDir().mkpath(m_folder);
        const auto size = QString("size=%1k").arg(scene.number(16, 400)).toLocal8Bit();
        if (::mount("candela_chaos", m_folder.toLocal8Bit().constData(), "tmpfs", 0, size.constData()) != 0)
            return QString("a small file system can't be mounted: %1").arg(strerror(errno));
        scene.captureFolder = m_folder;
        return {};
    }
    // The capture is on this disk and is checked after the end; the mount is removed with the round's folder.
    QString m_folder;
};

class LittleMemory : public Disturbance {
public:
    ~LittleMemory() override {
        if (!m_group.isEmpty()) QDir().rmdir(m_group);
    }

private:
    QString prepare(Scene& scene) override {
        const bool isUnified = QFile::exists("/sys/fs/cgroup/cgroup.controllers");
        m_group =
            QString("/sys/fs/cgroup/%1candela_chaos_%2").arg(isUnified ? "" : "memory/").arg(::getpid());
        if (!QDir().mkdir(m_group)) return "no control group can be made at " + m_group;
        const auto limit = QByteArray::number(scene.number(30, 120)) + "M";
        QFile file(m_group + (isUnified ? "/memory.max" : "/memory.limit_in_bytes"));
        if (!file.open(QIODevice::WriteOnly | QIODevice::Unbuffered) || file.write(limit) != limit.size())
            return "control groups have no limit of memory here";
        scene.wrapper << "sh"
                      << "-c"
                      << "echo $$ >\"$0/cgroup.procs\" && exec \"$@\"" << m_group;
        return {};
    }
    QString m_group;
};

class FewDescriptors : public Disturbance {
    QString prepare(Scene& scene) override {
        scene.wrapper << "prlimit" << QString("--nofile=%1").arg(scene.number(24, 400));
        return {};
    }
};

/// Another recorder, which receives invalid requests from a client that is allowed to connect.
class HostileRequests : public Disturbance {
    void begin(Scene& scene) override {
        int ends[2];
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;
        m_pid = ::fork();
        if (m_pid == 0) {
            ::dup2(ends[1], STDIN_FILENO);
            ::dup2(ends[1], STDOUT_FILENO);
            ::execl(PROGRAMS "/candela-recorder", "candela-recorder", "--stdio", nullptr);
            ::_exit(127);
        }
        ::close(ends[1]);
        m_socket = ends[0];
        const int pieces = scene.number(1, 40);
        for (int piece = 0; piece < pieces; ++piece) {
            // a length, and then bytes that mostly look like a request
            QByteArray bytes;
            const int size = scene.number(0, 60);
            for (int i = 0; i < 4; ++i)
                bytes.append(static_cast<char>(i == 0 || scene.number(0, 9) == 0 ? size : 0));
            for (int i = 0; i < size; ++i)
                bytes.append(static_cast<char>(scene.number(0, scene.number(0, 1) ? 255 : 26)));
            [[maybe_unused]] const auto sent =
                ::send(m_socket, bytes.constData(), static_cast<std::size_t>(bytes.size()),
                       MSG_NOSIGNAL | MSG_DONTWAIT);
        }
    }
    void end(Scene&) override {
        if (m_socket >= 0) ::close(m_socket);
        m_socket = -1;
    }
    pid_t m_pid = -1;
    int m_socket = -1;
};

} // namespace

std::unique_ptr<Disturbance> makeKilledProcess() {
    return std::make_unique<KilledProcess>();
}
std::unique_ptr<Disturbance> makeKilledClient() {
    return std::make_unique<KilledClient>();
}
std::unique_ptr<Disturbance> makeFrozenProcess() {
    return std::make_unique<FrozenProcess>();
}
std::unique_ptr<Disturbance> makeFullDisk() {
    return std::make_unique<FullDisk>();
}
std::unique_ptr<Disturbance> makeLittleMemory() {
    return std::make_unique<LittleMemory>();
}
std::unique_ptr<Disturbance> makeFewDescriptors() {
    return std::make_unique<FewDescriptors>();
}
std::unique_ptr<Disturbance> makeHostileRequests() {
    return std::make_unique<HostileRequests>();
}

} // namespace candela
