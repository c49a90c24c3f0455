/// A library that process_lives loads and unloads again: one function that spins. The build says its name.
#include "tests/workloads/spin.h"

SPIN_FUNCTION(SPIN)
