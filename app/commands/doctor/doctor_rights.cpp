#include "app/commands/doctor/doctor_rights.h"

#include <fmt/format.h>

#include <QFile>
#include <QFileInfo>

#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

namespace candela {

namespace {

constexpr int sysAdmin = 21; // capabilities(7)

struct Capability {
    int bit;
    const char* name;
};
constexpr Capability neededCapabilities[]{{39, "BPF"}, {38, "PERFMON"}, {19, "SYS_PTRACE"}, {34, "SYSLOG"}};

QByteArray contents(const char* path) {
    QFile file(QString::fromUtf8(path));
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

std::uint64_t effectiveCapabilities() {
    for (const auto& line : contents("/proc/self/status").split('\n')) {
        if (line.startsWith("CapEff:")) return line.mid(7).trimmed().toULongLong(nullptr, 16);
    }
    return 0;
}

} // namespace

NamespaceRights namespaceRights() {
    constexpr int wanted = CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWPID;
    const auto child = ::fork();
    if (child == 0) {
        if (::unshare(CLONE_NEWUSER | wanted) == 0) ::_exit(static_cast<int>(NamespaceRights::OwnUser));
        const auto rights = ::unshare(wanted) == 0 ? NamespaceRights::SysAdmin : NamespaceRights::None;
        ::_exit(static_cast<int>(rights));
    }
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return NamespaceRights::None;
    return static_cast<NamespaceRights>(WEXITSTATUS(status));
}

std::uint64_t machineCapabilities() {
    const auto users = contents("/proc/self/uid_map").simplified();
    return users.isEmpty() || users == "0 0 4294967295" ? effectiveCapabilities() : 0;
}

SandboxGround sandboxGround() {
    SandboxGround ground;
    const auto lacks = [&ground](std::string_view what) {
        ground.lacksInKernel.append(ground.lacksInKernel.empty() ? "" : ", ").append(what);
    };
    for (const char* name : {"mnt", "net", "pid", "ipc"}) {
        if (!QFileInfo::exists(QString("/proc/self/ns/") + name)) lacks(fmt::format("{} namespaces", name));
    }
    if (!contents("/proc/sys/kernel/seccomp/actions_avail").contains("kill_process"))
        lacks("system call filters");
    ground.namespaces = namespaceRights();
    ground.hasSysAdmin = effectiveCapabilities() >> sysAdmin & 1;
    ground.areUserNamespacesOff = contents("/proc/sys/user/max_user_namespaces").trimmed() == "0";
    return ground;
}

Check sandboxCheck(const SandboxGround& ground) {
    if (!ground.lacksInKernel.empty())
        return {"sandbox", Finding::Weak, "the kernel has no " + ground.lacksInKernel,
                "boot a kernel with CONFIG_NAMESPACES and CONFIG_SECCOMP_FILTER"};
    if (ground.namespaces == NamespaceRights::OwnUser)
        return {"sandbox", Finding::Good, "namespaces and system call filters", {}};
    if (ground.namespaces == NamespaceRights::SysAdmin)
        return {"sandbox", Finding::Good, "namespaces (through SYS_ADMIN alone) and system call filters", {}};
    if (ground.hasSysAdmin)
        return {"sandbox", Finding::Weak,
                "namespaces are forbidden here, in spite of SYS_ADMIN, probably in a container: "
                "the process that reads untrusted files has a weaker sandbox",
                "allow the container to create namespaces, or record from outside of it"};
    return {"sandbox", Finding::Weak,
            ground.areUserNamespacesOff
                ? "user namespaces are off: only a recorder with SYS_ADMIN has the full sandbox"
                : "this user may not make namespaces: only a recorder with SYS_ADMIN has the full sandbox",
            "nothing, if root or the service records; a recording warns when its sandbox is weaker"};
}

Check rightsCheck(std::uint64_t capabilities, const RecorderEnvironment& here) {
    std::string lacks;
    for (const auto& capability : neededCapabilities) {
        if (!(capabilities >> capability.bit & 1))
            lacks.append(lacks.empty() ? "" : ", ").append(capability.name);
    }
    if (lacks.empty()) return {"rights", Finding::Good, "this user may record directly", {}};
    const bool isOtherRecorder = !here.namedRecorder.isEmpty() || (here.isRecorderCapable && !here.isRoot);
    QStringList endpoints;
    for (const auto& endpoint : recorderEndpoints(here, {})) {
        if (endpoint.mayAsk() || isOtherRecorder) endpoints << endpoint.name();
    }
    if (!endpoints.isEmpty())
        return {"rights", Finding::Weak, fmt::format("this user lacks {}", lacks),
                fmt::format("nothing: recording goes through {}", endpoints.join(", then ").toStdString())};
    if (here.isRoot)
        return {"rights", Finding::Missing, fmt::format("root lacks {} here", lacks),
                "give the container these capabilities, or record from outside of it"};
    return {
        "rights", Finding::Missing,
        fmt::format("this user lacks {}, and there is no service, pkexec or sudo to record through", lacks),
        "record as root, or install Candela's service"};
}

Check recorderCheck(const RecorderEnvironment& here) {
    const auto& named = here.namedRecorder;
    if (!named.isEmpty())
        return {
            "recorder", Finding::Good, fmt::format("{}, named by CANDELA_RECORDER", named.toStdString()), {}};
    if (!here.recorder.isEmpty()) return {"recorder", Finding::Good, here.recorder.toStdString(), {}};
    if (!here.socket.isEmpty())
        return {"recorder", Finding::Good, "only as the service, not beside this program", {}};
    return {"recorder", Finding::Missing, "candela-recorder was not found",
            "install Candela as a whole, or build the target candela-recorder"};
}

} // namespace candela
