#include "recorder/sandbox/system_call_filter.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <memory>
#include <seccomp.h>
#include <sys/mman.h>
#include <unistd.h>

namespace candela {

namespace {

/// By name, since headers, libraries and processors know different ones; those that are not known are left
/// out.
constexpr std::array allowed{// memory
                             "munmap", "mremap", "brk", "madvise",
                             // open files and sockets
                             "read", "readv", "pread64", "preadv", "lseek", "close", "fstat", "recvmsg",
                             "sendmsg", "poll", "ppoll",
                             // itself
                             "futex", "futex_time64", "clock_gettime", "clock_gettime64", "gettimeofday",
                             "getrandom", "sched_yield", "getpid", "gettid", "rt_sigprocmask", "rt_sigaction",
                             "rt_sigreturn", "restart_syscall", "exit", "exit_group"};

/// Nothing of ours, of libdw or of a C library has any use for these here.
constexpr std::array deadly{"execve",
                            "execveat",
                            "fork",
                            "vfork",
                            "clone",
                            "clone3",
                            "ptrace",
                            "process_vm_readv",
                            "process_vm_writev",
                            "process_madvise",
                            "kcmp",
                            "kill",
                            "tkill",
                            "rt_sigqueueinfo",
                            "rt_tgsigqueueinfo",
                            "pidfd_open",
                            "pidfd_getfd",
                            "pidfd_send_signal",
                            "socket",
                            "socketpair",
                            "connect",
                            "bind",
                            "listen",
                            "accept",
                            "accept4",
                            "mount",
                            "umount2",
                            "pivot_root",
                            "chroot",
                            "move_mount",
                            "open_tree",
                            "fsopen",
                            "fspick",
                            "mount_setattr",
                            "unshare",
                            "setns",
                            "setuid",
                            "setgid",
                            "setresuid",
                            "setresgid",
                            "setgroups",
                            "capset",
                            "bpf",
                            "perf_event_open",
                            "userfaultfd",
                            "io_uring_setup",
                            "io_uring_enter",
                            "io_uring_register",
                            "keyctl",
                            "add_key",
                            "request_key",
                            "init_module",
                            "finit_module",
                            "delete_module",
                            "kexec_load",
                            "kexec_file_load",
                            "open_by_handle_at",
                            "name_to_handle_at",
                            "personality",
                            "quotactl",
                            "swapon",
                            "swapoff",
                            "reboot",
                            "acct",
                            "iopl",
                            "ioperm",
                            "modify_ldt",
                            "vmsplice",
                            "memfd_secret"};

class Filter {
public:
    Filter() : m_filter(::seccomp_init(SCMP_ACT_ERRNO(ENOSYS)), &::seccomp_release) {
        if (!m_filter) return;
        ::seccomp_attr_set(m_filter.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
        ::seccomp_attr_set(m_filter.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2); // a tree instead of a list
    }

    template<typename... Conditions>
    void add(std::uint32_t action, const char* name, Conditions... conditions) {
        const int number = ::seccomp_syscall_resolve_name(name);
        if (!m_filter || number == __NR_SCMP_ERROR) return;
        if constexpr (sizeof...(conditions) == 0) {
            ::seccomp_rule_add_array(m_filter.get(), action, number, 0, nullptr);
        } else {
            const std::array<scmp_arg_cmp, sizeof...(conditions)> list{conditions...};
            ::seccomp_rule_add_array(m_filter.get(), action, number, list.size(), list.data());
        }
    }
    bool load() { return m_filter && ::seccomp_load(m_filter.get()) == 0; }

private:
    std::unique_ptr<void, decltype(&::seccomp_release)> m_filter;
};

scmp_arg_cmp masked(unsigned argument, scmp_datum_t mask, scmp_datum_t value) {
    return {argument, SCMP_CMP_MASKED_EQ, mask, value};
}

scmp_arg_cmp equal(unsigned argument, scmp_datum_t value) {
    return {argument, SCMP_CMP_EQ, value, 0};
}

void addMemory(Filter& filter) {
    // Shared memory would not count for the limit, so there is none but files', and that can only be read.
    filter.add(SCMP_ACT_ALLOW, "mmap", masked(2, PROT_EXEC | PROT_WRITE, 0), masked(3, MAP_ANONYMOUS, 0));
    filter.add(SCMP_ACT_ALLOW, "mmap", masked(2, PROT_EXEC, 0), masked(3, MAP_TYPE, MAP_PRIVATE));
    filter.add(SCMP_ACT_ALLOW, "mprotect", masked(2, PROT_EXEC, 0));
}

} // namespace

MissingProtections filterSystemCalls() {
    MissingProtections missing;
    if constexpr (isSanitized) return missing;
    Filter filter;
    for (const auto* name : allowed)
        filter.add(SCMP_ACT_ALLOW, name);
    for (const auto* name : deadly)
        filter.add(SCMP_ACT_KILL_PROCESS, name);
    addMemory(filter);
    // How C libraries ask for the state of an open file.
    filter.add(SCMP_ACT_ALLOW, "newfstatat", masked(3, AT_EMPTY_PATH, AT_EMPTY_PATH));
    filter.add(SCMP_ACT_ALLOW, "statx", masked(2, AT_EMPTY_PATH, AT_EMPTY_PATH));
    // Last words, and abort().
    filter.add(SCMP_ACT_ALLOW, "write", equal(0, STDERR_FILENO));
    filter.add(SCMP_ACT_ALLOW, "writev", equal(0, STDERR_FILENO));
    filter.add(SCMP_ACT_ALLOW, "tgkill", equal(0, static_cast<scmp_datum_t>(::getpid())));
    missing.addUnless(filter.load(), Protection::SystemCallFilter);
    return missing;
}

} // namespace candela
