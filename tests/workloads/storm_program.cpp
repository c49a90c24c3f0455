/// One of the programs that storm starts: spins in its own function for 5 ms of CPU time. The build defines
/// its name.
#include "tests/workloads/spin.h"

SPIN_FUNCTION(SPIN)

int main() {
    const auto end = workload::threadTime() + 5'000'000;
    while (workload::threadTime() < end)
        SPIN(20'000);
}
