/// What a process does before it looks at untrusted files.
#pragma once

#include "recorder/rights/protections.h"

namespace candela {

/// Drops all capabilities, and can never gain any. Gives back what is left none the less.
MissingProtections giveUpRights();
/// Bounds memory, open files and file sizes; no further processes, no core dumps. Memory that is backed by
/// files which it can't change is not counted: the kernel takes that back when it likes.
MissingProtections limitResources();
/// The same for a process that opens files for others and keeps none of them, but may copy one to memory.
MissingProtections limitOpener();

} // namespace candela
