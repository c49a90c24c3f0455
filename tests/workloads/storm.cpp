/// storm [COUNT [AT_ONCE]]: starts COUNT processes (5000), AT_ONCE of them alive at any time (4). Each runs
/// one of the programs storm_ant, storm_bee and storm_fly, in turn, which spin for 5 ms of CPU time and exit.
/// Prints the number of each and their total CPU time as one JSON object.
#include "tests/workloads/spin.h"

#include <array>
#include <cstdio>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr std::array programs{"storm_ant", "storm_bee", "storm_fly"};

std::string ownFolder() {
    std::array<char, 4096> path{};
    const auto size = readlink("/proc/self/exe", path.data(), path.size() - 1);
    const std::string text(path.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
    return text.substr(0, text.rfind('/') + 1);
}

std::string tinyProgram(const std::string& folder, long number) {
    std::array<char, 32> name{};
    std::snprintf(name.data(), name.size(), "/tiny_%05ld", number);
    return folder + name.data();
}

bool waitForOne() {
    int status = 0;
    return wait(&status) > 0 && status == 0;
}

} // namespace

int main(int count, char** arguments) {
    const auto processes = static_cast<long>(workload::numberArgument(count, arguments, 1, 5000));
    const auto atOnce = static_cast<long>(workload::numberArgument(count, arguments, 2, 4));
    const auto folder = ownFolder();
    std::array<long, programs.size()> started{};
    for (long number = 0; number < processes; ++number) {
        if (number >= atOnce && !waitForOne()) {
            std::fprintf(stderr, "storm: a process failed\n");
            return 1;
        }
        const auto turn = static_cast<std::size_t>(number) % programs.size();
        const auto path = count > 3 ? tinyProgram(arguments[3], number) : folder + programs[turn];
        const auto pid = fork();
        if (pid == 0) {
            execl(path.c_str(), path.c_str(), nullptr);
            _exit(127);
        }
        if (pid < 0) {
            std::perror("storm");
            return 1;
        }
        ++started[turn];
    }
    while (waitForOne()) {
    }
    std::printf("{\"processes\": {");
    for (std::size_t turn = 0; turn < programs.size(); ++turn)
        std::printf("%s\"%s\": %ld", turn ? ", " : "", programs[turn], started[turn]);
    std::printf("}, \"cpu_ns\": %lld}\n", static_cast<long long>(workload::childrenTime()));
}
