/// Leaves what processes of a machine share: its file systems, network, processes, messages, users. See
/// namespaces(7), pivot_root(2).
#pragma once

#include "recorder/rights/protections.h"

namespace candela {

/// For this process, except that only those forked from now on have processes of their own. In a user
/// namespace where the kernel gives one, which needs no right at all on most systems; else with the rights
/// that are left. The root is empty and can't be written to afterwards.
MissingProtections enterOwnNamespaces();

} // namespace candela
