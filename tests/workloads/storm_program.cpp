/// One of the programs that storm starts: spins in a function of its own for 20 ms. The build says which.
#include "tests/workloads/spin.h"

SPIN_FUNCTION(SPIN)

int main() {
    const auto end = workload::wallTime() + 20'000'000;
    while (workload::wallTime() < end)
        SPIN(20'000);
}
