/// What a process does before it looks at files that nobody vouches for.
#pragma once

#include "recorder/sandbox/protections.h"

namespace candela {

/// Becomes nobody where it is root, but keeps the capabilities that it has, to lock itself in with.
MissingProtections becomeNobody();
/// Drops all capabilities, and can never gain any. Gives back what is left none the less.
MissingProtections giveUpRights();
/// Bounds memory, open files and file sizes; no further processes, no core dumps. Memory that is backed by
/// files which it can't change is not counted: the kernel takes that back when it likes.
MissingProtections limitResources();

} // namespace candela
