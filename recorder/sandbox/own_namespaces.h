/// Leaves the resources that processes of a machine share: file systems, network, processes, messages, users.
/// See namespaces(7), pivot_root(2).
#pragma once

#include "recorder/rights/protections.h"

namespace candela {

/// Applies to this process, except the PID namespace, which applies to processes that it forks from now on.
/// Uses a user namespace where the kernel grants one, which needs no right on most systems; else the rights
/// that this process still has. Afterwards the root is empty and read-only.
MissingProtections enterOwnNamespaces();

} // namespace candela
