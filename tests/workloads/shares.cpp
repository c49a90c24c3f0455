/// shares [SECONDS]: functions that spin for known shares of the CPU time, in several threads and processes.
/// Prints one JSON object with the CPU time of each function, of the two functions that call them, and of
/// each process, measured by the CPU clocks of the threads.
#include "tests/workloads/spin.h"

#include <array>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include <pthread.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

SPIN_FUNCTION(spin_alpha)
SPIN_FUNCTION(spin_beta)
SPIN_FUNCTION(spin_gamma)
SPIN_FUNCTION(spin_delta)
SPIN_FUNCTION(spin_epsilon)

// The callers, so that totals have true values too: warm covers alpha and beta, cold the others.
extern "C" [[gnu::noinline]] std::int64_t warm_group(void (*spin)(std::uint64_t), std::uint64_t rounds) {
    asm volatile("# warm"); // prevents the compiler from merging the two functions
    return workload::measure(spin, rounds);
}
extern "C" [[gnu::noinline]] std::int64_t cold_group(void (*spin)(std::uint64_t), std::uint64_t rounds) {
    asm volatile("# cold");
    return workload::measure(spin, rounds);
}

namespace {

struct Function {
    const char* name;
    void (*spin)(std::uint64_t);
    std::int64_t (*caller)(void (*)(std::uint64_t), std::uint64_t);
    double share;
};
constexpr std::array functions{
    Function{"spin_alpha", spin_alpha, warm_group, 0.40},
    Function{"spin_beta", spin_beta, warm_group, 0.25},
    Function{"spin_gamma", spin_gamma, cold_group, 0.20},
    Function{"spin_delta", spin_delta, cold_group, 0.10},
    Function{"spin_epsilon", spin_epsilon, cold_group, 0.05},
};

constexpr int processCount = 3;                 ///< number of processes: the first one and its children
constexpr int threadCount = 2;                  ///< threads of each process, including its main thread
constexpr std::uint64_t roundsAtOnce = 500'000; ///< takes around a millisecond, so that the clock's own cost
                                                ///< is negligible

struct Truth {
    std::array<std::array<std::atomic<std::int64_t>, functions.size()>, processCount> cpuTime;
    std::array<pid_t, processCount> pids;
};

/// Repeatedly calls the function that is furthest behind its share, until the end.
extern "C" [[gnu::noinline]] void run_worker(Truth* truth, int process, std::int64_t end) {
    std::array<std::int64_t, functions.size()> used{};
    std::int64_t total = 0;
    while (workload::wallTime() < end) {
        std::size_t next = 0;
        double most = -1;
        for (std::size_t i = 0; i < functions.size(); ++i) {
            const double behind = functions[i].share * double(total + 1) - double(used[i]);
            if (behind > most) {
                most = behind;
                next = i;
            }
        }
        const auto spent = functions[next].caller(functions[next].spin, roundsAtOnce);
        used[next] += spent;
        total += spent;
    }
    for (std::size_t i = 0; i < functions.size(); ++i)
        truth->cpuTime[process][i] += used[i];
}

void runProcess(Truth* truth, int process, std::int64_t end) {
    std::vector<std::thread> threads;
    for (int i = 1; i < threadCount; ++i) {
        threads.emplace_back([=] {
            pthread_setname_np(pthread_self(), ("worker-" + std::to_string(i)).c_str());
            run_worker(truth, process, end);
        });
    }
    run_worker(truth, process, end);
    for (auto& thread : threads)
        thread.join();
}

std::string processName(int process) {
    return process == 0 ? "shares" : "shares-child-" + std::to_string(process);
}

void print(const Truth& truth) {
    std::array<std::int64_t, functions.size()> byFunction{};
    std::array<std::int64_t, processCount> byProcess{};
    std::int64_t total = 0;
    for (int process = 0; process < processCount; ++process) {
        for (std::size_t i = 0; i < functions.size(); ++i) {
            const auto time = truth.cpuTime[process][i].load();
            byFunction[i] += time;
            byProcess[process] += time;
            total += time;
        }
    }
    std::int64_t warm = 0;
    std::printf("{\"cpu_ns\": %lld, \"functions\": [", static_cast<long long>(total));
    for (std::size_t i = 0; i < functions.size(); ++i) {
        std::printf("%s{\"name\": \"%s\", \"self_ns\": %lld, \"total_ns\": %lld}", i ? ", " : "",
                    functions[i].name, static_cast<long long>(byFunction[i]),
                    static_cast<long long>(byFunction[i]));
        if (functions[i].caller == warm_group) warm += byFunction[i];
    }
    std::printf(
        ", {\"name\": \"warm_group\", \"total_ns\": %lld}, {\"name\": \"cold_group\", \"total_ns\": %lld}]",
        static_cast<long long>(warm), static_cast<long long>(total - warm));
    std::printf(", \"threads_per_process\": %d, \"processes\": [", threadCount);
    for (int process = 0; process < processCount; ++process) {
        std::printf("%s{\"pid\": %d, \"name\": \"%s\", \"cpu_ns\": %lld}", process ? ", " : "",
                    truth.pids[process], processName(process).c_str(),
                    static_cast<long long>(byProcess[process]));
    }
    std::printf("]}\n");
}

} // namespace

int main(int count, char** arguments) {
    const auto seconds = workload::numberArgument(count, arguments, 1, 5);
    const auto end = workload::wallTime() + static_cast<std::int64_t>(seconds * 1e9);
    void* shared = mmap(nullptr, sizeof(Truth), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        std::perror("shares");
        return 1;
    }
    auto* truth = new (shared) Truth{};
    truth->pids[0] = getpid();
    for (int process = 1; process < processCount; ++process) {
        const auto pid = fork();
        if (pid < 0) {
            std::perror("shares");
            return 1;
        }
        if (pid == 0) {
            prctl(PR_SET_NAME, processName(process).c_str());
            runProcess(truth, process, end);
            _exit(0);
        }
        truth->pids[process] = pid;
    }
    runProcess(truth, 0, end);
    while (wait(nullptr) > 0) {
    }
    print(*truth);
}
