/// One program of a chain: spins in its own function for 400 ms, then runs the next program of the chain in
/// its process, if there is one. The build defines the position in the chain.
#include "tests/workloads/spin.h"

#include <cstdio>
#include <string>

#include <unistd.h>

SPIN_FUNCTION(SPIN)

int main(int, char** arguments) {
    const auto end = workload::wallTime() + 400'000'000;
    while (workload::wallTime() < end)
        SPIN(100'000);
#ifdef NEXT
    const std::string path = arguments[0];
    const auto next = path.substr(0, path.rfind('/') + 1) + NEXT;
    execl(next.c_str(), next.c_str(), nullptr);
    std::perror("exec_chain");
    return 1;
#else
    static_cast<void>(arguments);
#endif
}
