/// short_lived [SECONDS]: starts one process after the other, each a new program (fork and exec) that spins
/// for 20 ms of CPU time and exits, until they have used so many seconds. Prints their number and CPU time as
/// one JSON object.
#include "tests/workloads/spin.h"

#include <cstdio>
#include <cstring>

#include <sys/wait.h>
#include <unistd.h>

SPIN_FUNCTION(spin_briefly)

namespace {

constexpr std::int64_t lifetime = 20'000'000; ///< nanoseconds of CPU time

int runChild() {
    while (workload::threadTime() < lifetime)
        spin_briefly(100'000);
    return 0;
}

} // namespace

int main(int count, char** arguments) {
    if (count > 1 && std::strcmp(arguments[1], "child") == 0) return runChild();

    const auto seconds = workload::numberArgument(count, arguments, 1, 5);
    long long processes = 0;
    for (; workload::childrenTime() < static_cast<std::int64_t>(seconds * 1e9); ++processes) {
        const auto pid = fork();
        if (pid == 0) {
            execl("/proc/self/exe", "short_lived", "child", nullptr);
            _exit(127);
        }
        int status = 0;
        if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0) {
            std::fprintf(stderr, "short_lived: a process could not be started\n");
            return 1;
        }
    }
    std::printf("{\"processes\": %lld, \"cpu_ns\": %lld, \"function\": \"spin_briefly\"}\n", processes,
                static_cast<long long>(workload::childrenTime()));
}
