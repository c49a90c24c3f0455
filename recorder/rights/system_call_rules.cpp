#include "recorder/rights/system_call_rules.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace candela {

namespace {

constexpr std::array deadly{"execve",
                            "execveat",
                            "fork",
                            "vfork",
                            "ptrace",
                            "process_vm_readv",
                            "process_vm_writev",
                            "process_madvise",
                            "kcmp",
                            "kill",
                            "tkill",
                            "rt_sigqueueinfo",
                            "rt_tgsigqueueinfo",
                            "pidfd_getfd",
                            "pidfd_send_signal",
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

constexpr std::array everyProcess{"munmap",          "mremap",         "brk",           "madvise",
                                  "futex",           "futex_time64",   "clock_gettime", "clock_gettime64",
                                  "gettimeofday",    "getrandom",      "sched_yield",   "getpid",
                                  "gettid",          "rt_sigprocmask", "rt_sigaction",  "rt_sigreturn",
                                  "restart_syscall", "exit",           "exit_group"};

std::uint32_t actionOf(SystemCallRules::Otherwise otherwise) {
    return otherwise == SystemCallRules::Otherwise::Reported ? SCMP_ACT_TRAP : SCMP_ACT_ERRNO(ENOSYS);
}

} // namespace

SystemCallRules::SystemCallRules(Otherwise otherwise)
    : m_filter(::seccomp_init(actionOf(otherwise)), &::seccomp_release) {
    if (!m_filter) return;
    ::seccomp_attr_set(m_filter.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    ::seccomp_attr_set(m_filter.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2); // looks calls up in a tree instead of a
                                                                     // list
    ::seccomp_attr_set(m_filter.get(), SCMP_FLTATR_CTL_TSYNC, 1);
}

void SystemCallRules::add(std::uint32_t action, const char* name,
                          std::initializer_list<scmp_arg_cmp> conditions) {
    const int number = ::seccomp_syscall_resolve_name(name);
    if (!m_filter || number == __NR_SCMP_ERROR) return;
    ::seccomp_rule_add_array(m_filter.get(), action, number, static_cast<unsigned>(conditions.size()),
                             conditions.size() == 0 ? nullptr : std::data(conditions));
}

void SystemCallRules::allow(Names names) {
    for (const auto* name : names)
        add(SCMP_ACT_ALLOW, name, {});
}

void SystemCallRules::allow(const char* name, std::initializer_list<scmp_arg_cmp> conditions) {
    add(SCMP_ACT_ALLOW, name, conditions);
}

void SystemCallRules::refuse(const char* name) {
    add(SCMP_ACT_ERRNO(ENOSYS), name, {});
}

void SystemCallRules::kill(Names names) {
    for (const auto* name : names)
        add(SCMP_ACT_KILL_PROCESS, name, {});
}

bool SystemCallRules::load() {
    return m_filter && ::seccomp_load(m_filter.get()) == 0;
}

SystemCallRules::Names deadlyCalls() {
    return deadly;
}

SystemCallRules::Names callsOfEveryProcess() {
    return everyProcess;
}

void allowDescriptorFlags(SystemCallRules& rules) {
    for (const std::uint32_t command :
         {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_ADD_SEALS}) {
        rules.allow("fcntl", {whereEqualInt(1, command)});
        rules.allow("fcntl64", {whereEqualInt(1, command)});
    }
}

void allowMemory(SystemCallRules& rules, SharedMemory shared) {
    if (shared == SharedMemory::Yes) {
        rules.allow("mmap", {whereMasked(2, PROT_EXEC, 0)});
    } else { // shared memory does not count in the memory limit: only files may be shared, and only read
        rules.allow("mmap", {whereMasked(2, PROT_EXEC | PROT_WRITE, 0), whereMasked(3, MAP_ANONYMOUS, 0)});
        rules.allow("mmap", {whereMasked(2, PROT_EXEC, 0), whereMasked(3, MAP_TYPE, MAP_PRIVATE)});
    }
    rules.allow("mprotect", {whereMasked(2, PROT_EXEC, 0)});
}

} // namespace candela
