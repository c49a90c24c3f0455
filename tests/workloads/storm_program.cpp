/// One of the programs that storm starts: spins in its own function for 20 ms. The build defines its name.
#include "tests/workloads/spin.h"

SPIN_FUNCTION(SPIN)

int main() {
    const auto end = workload::wallTime() + 20'000'000;
    while (workload::wallTime() < end)
        SPIN(20'000);
}
