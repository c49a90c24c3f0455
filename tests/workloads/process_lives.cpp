/// process_lives STORY: one of the ways in which processes and threads
/// start, change and exit. In each, functions are run by exactly one
/// process or thread, for about 400 ms. Prints the pids as one JSON object.
#include "tests/workloads/spin.h"

#include <array>
#include <cstdio>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include <dlfcn.h>
#include <linux/sched.h>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

SPIN_FUNCTION(spin_parent)
SPIN_FUNCTION(spin_child)
SPIN_FUNCTION(spin_first_life)
SPIN_FUNCTION(spin_second_life)
SPIN_FUNCTION(spin_before)
SPIN_FUNCTION(spin_after)

namespace {

std::string folder;

void run(void (*spin)(std::uint64_t)) {
    const auto end = workload::wallTime() + 400'000'000;
    while (workload::wallTime() < end)
        spin(100'000);
}

bool waitFor(pid_t pid) {
    int status = 0;
    return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

int printChild(pid_t pid) {
    std::printf("{\"pid\": %d, \"child\": %d}\n", getpid(), pid);
    return 0;
}

/// The child uses the parent's memory until it runs its program: vfork and exec.
int spawn() {
    run(spin_parent);
    auto path = folder + "chain_last";
    std::array<char*, 2> arguments{path.data(), nullptr};
    pid_t pid = 0;
    if (posix_spawn(&pid, path.c_str(), nullptr, nullptr, arguments.data(), nullptr) != 0) return 1;
    return waitFor(pid) ? printChild(pid) : 1;
}

int child(void*) {
    run(spin_child);
    return 0;
}

/// Another process in the same memory, which never runs another program.
int cloneWithoutExec() {
    run(spin_parent);
    std::vector<char> stack(256 << 10);
    const auto pid = clone(child, stack.data() + stack.size(), CLONE_VM | SIGCHLD, nullptr);
    return waitFor(pid) ? printChild(pid) : 1;
}

int rename() {
    std::thread thread([] {
        run(spin_before);
        pthread_setname_np(pthread_self(), "renamed");
        run(spin_after);
    });
    thread.join();
    return printChild(0);
}

/// A thread other than the first runs another program: it becomes the process, and all others end.
int execInThread() {
    std::thread thread([] {
        run(spin_child);
        const auto path = folder + "chain_last";
        execl(path.c_str(), path.c_str(), nullptr);
        _exit(1);
    });
    while (true)
        run(spin_parent);
}

/// Forks with this pid; -1 if that is not allowed, or if the pid is in use.
pid_t forkAs(pid_t pid) {
    clone_args arguments{};
    arguments.exit_signal = SIGCHLD;
    arguments.set_tid = reinterpret_cast<std::uint64_t>(&pid);
    arguments.set_tid_size = 1;
    return static_cast<pid_t>(syscall(SYS_clone3, &arguments, sizeof arguments));
}

int reusePid() {
    const auto first = fork();
    if (first == 0) {
        run(spin_first_life);
        _exit(0);
    }
    if (!waitFor(first)) return 1;
    const auto second = forkAs(first);
    if (second == 0) {
        run(spin_second_life);
        _exit(0);
    }
    if (second < 0) return printChild(0);
    return waitFor(second) ? printChild(second) : 1;
}

/// Two libraries at the same address, one after the other.
int loadAndUnload() {
    std::array<void*, 2> addresses{};
    for (const int turn : {0, 1}) {
        const auto path = folder + (turn == 0 ? "libplugin_one.so" : "libplugin_two.so");
        void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        void* symbol = library ? dlsym(library, turn == 0 ? "spin_plugin_one" : "spin_plugin_two") : nullptr;
        if (!symbol) return 1;
        addresses[static_cast<std::size_t>(turn)] = symbol;
        run(reinterpret_cast<void (*)(std::uint64_t)>(symbol));
        dlclose(library);
    }
    std::printf("{\"pid\": %d, \"isSameAddress\": %s}\n", getpid(),
                addresses[0] == addresses[1] ? "true" : "false");
    return 0;
}

} // namespace

int main(int count, char** arguments) {
    const std::string path = arguments[0];
    folder = path.substr(0, path.rfind('/') + 1);
    const std::string story = count > 1 ? arguments[1] : "";
    if (story == "spawn") return spawn();
    if (story == "clone") return cloneWithoutExec();
    if (story == "rename") return rename();
    if (story == "thread-exec") return execInThread();
    if (story == "reuse") return reusePid();
    if (story == "plugins") return loadAndUnload();
    std::fprintf(stderr, "process_lives: spawn, clone, rename, thread-exec, reuse or plugins?\n");
    return 2;
}
