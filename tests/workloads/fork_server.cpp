/// fork_server [SECONDS]: a server that forks for each request, without exec, until its functions have used
/// so much CPU time. The parent runs only accept_request, the children only handle_request, so that work in
/// the wrong process is noticed. Every tenth child runs another program (this one again, as "worker") before
/// it works. Prints the truth as one JSON object.
#include "tests/workloads/spin.h"

#include <atomic>
#include <cstdio>
#include <cstring>
#include <new>

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

SPIN_FUNCTION(accept_request)
SPIN_FUNCTION(handle_request)
SPIN_FUNCTION(run_worker)

namespace {

constexpr std::uint64_t acceptRounds = 2'000'000;
constexpr std::uint64_t handleRounds = 6'000'000;

} // namespace

int main(int count, char** arguments) {
    if (count > 1 && std::strcmp(arguments[1], "worker") == 0) {
        const auto used = workload::measure(run_worker, handleRounds);
        return write(STDOUT_FILENO, &used, sizeof used) == sizeof used ? 0 : 1;
    }
    const auto seconds = workload::numberArgument(count, arguments, 1, 5);
    const auto most = static_cast<std::int64_t>(seconds * 1e9);
    void* shared = mmap(nullptr, sizeof(std::atomic<std::int64_t>), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int answers[2];
    if (shared == MAP_FAILED || pipe(answers) != 0) {
        std::perror("fork_server");
        return 1;
    }
    auto* handled = new (shared) std::atomic<std::int64_t>(0);
    std::int64_t accepted = 0;
    std::int64_t worked = 0;
    long long requests = 0;
    long long workers = 0;
    for (; accepted + handled->load() + worked < most; ++requests) {
        accepted += workload::measure(accept_request, acceptRounds);
        const bool isWorker = requests % 10 == 9;
        const auto pid = fork();
        if (pid == 0 && isWorker) {
            dup2(answers[1], STDOUT_FILENO);
            execl("/proc/self/exe", "fork_worker", "worker", nullptr);
            _exit(127);
        }
        if (pid == 0) {
            prctl(PR_SET_NAME, "fork-request");
            *handled += workload::measure(handle_request, handleRounds);
            _exit(0);
        }
        int status = 0;
        if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0) {
            std::fprintf(stderr, "fork_server: a request could not be handled\n");
            return 1;
        }
        std::int64_t used = 0;
        if (isWorker && read(answers[0], &used, sizeof used) == sizeof used) {
            worked += used;
            ++workers;
        }
    }
    std::printf("{\"pid\": %d, \"requests\": %lld, \"workers\": %lld, \"functions\": ["
                "{\"name\": \"accept_request\", \"self_ns\": %lld}, {\"name\": \"handle_request\", "
                "\"self_ns\": %lld}, "
                "{\"name\": \"run_worker\", \"self_ns\": %lld}]}\n",
                getpid(), requests, workers, static_cast<long long>(accepted),
                static_cast<long long>(handled->load()), static_cast<long long>(worked));
}
