#include "recorder/sandbox/own_namespaces.h"

#include "model/base/file.h"

#include <fmt/format.h>

#include <csignal>
#include <fcntl.h>
#include <sched.h>
#include <string>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace candela {

namespace {

/// All namespaces except the PID namespace, which is created last: its first process must be the one that
/// stays, because the kernel starts no process in the namespace once that process has ended.
constexpr int wantedNamespaces = CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;

void writeText(const char* path, const std::string& text) {
    const FileDescriptor file(::open(path, O_WRONLY | O_CLOEXEC));
    if (file.isOpen()) static_cast<void>(::write(file.get(), text.data(), text.size()) < 0);
}

/// Moves this process into a new user namespace, in which its user is the only one.
bool enterUserNamespace() {
    const auto user = ::geteuid();
    const auto group = ::getegid();
    // Otherwise the files below belong to root, because this process changed its user. Other processes still
    // can't inspect it: they would need the capabilities that it has.
    ::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
    if (::unshare(CLONE_NEWUSER | wantedNamespaces) != 0) return false;
    // If this fails, no user has a number in the namespace, which confines as well.
    writeText("/proc/self/setgroups", "deny");
    writeText("/proc/self/uid_map", fmt::format("{} {} 1", user, user));
    writeText("/proc/self/gid_map", fmt::format("{} {} 1", group, group));
    return true;
}

/// Replaces all file systems by an empty one.
bool emptyRoot() {
    constexpr auto* someFolder = "/proc"; // a folder that exists everywhere
    constexpr unsigned long flags = MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC;
    return ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
           ::mount("empty", someFolder, "tmpfs", flags, "size=4k,nr_inodes=2,mode=555") == 0 &&
           ::chdir(someFolder) == 0 && ::syscall(SYS_pivot_root, ".", ".") == 0 &&
           ::umount2(".", MNT_DETACH) == 0 && ::chdir("/") == 0;
}

/// Uses an empty folder as root, for cases in which mounts are forbidden but chroot() is not: the /proc
/// folder of a process that has exited stays empty forever. The child that changes the root shares it with
/// this process.
bool emptyFolderAsRoot() {
    const auto pid = ::syscall(SYS_clone, CLONE_FS | SIGCHLD, nullptr, nullptr, nullptr, nullptr);
    if (pid == 0) {
        const bool isDone = ::chroot("/proc/self/fdinfo") == 0 && ::chdir("/") == 0;
        ::_exit(isDone ? 0 : 1);
    }
    int status = 1;
    return pid > 0 && ::waitpid(static_cast<pid_t>(pid), &status, 0) == pid && status == 0;
}

} // namespace

MissingProtections enterOwnNamespaces() {
    MissingProtections missing;
    bool hasOwnMounts = enterUserNamespace();
    if (!hasOwnMounts) {
        hasOwnMounts = ::unshare(CLONE_NEWNS) == 0;
        missing.addUnless(::unshare(CLONE_NEWNET) == 0, Protection::OwnNetwork);
        missing.addUnless(::unshare(CLONE_NEWIPC) == 0, Protection::OwnMessages);
    }
    missing.addUnless((hasOwnMounts && emptyRoot()) || emptyFolderAsRoot(), Protection::EmptyRoot);
    missing.addUnless(::unshare(CLONE_NEWPID) == 0, Protection::OwnProcesses);
    return missing;
}

} // namespace candela
