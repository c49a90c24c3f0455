/// How a process gives up its rights before it reads untrusted files.
#pragma once

#include "recorder/rights/protections.h"

namespace candela {

/// Drops all capabilities so that none can be gained. Returns the protections that are missing.
MissingProtections giveUpRights();
/// Limits memory, open files and file sizes; forbids further processes and core dumps. Memory backed by
/// read-only files does not count, because the kernel can reclaim it at any time.
MissingProtections limitResources();
/// The same limits for a process that opens files for others. It keeps no files, but may copy one to memory.
MissingProtections limitOpener();

} // namespace candela
