/// A library that process_lives loads and unloads: one function that spins. The build defines its name.
#include "tests/workloads/spin.h"

SPIN_FUNCTION(SPIN)
