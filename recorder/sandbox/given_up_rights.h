/// What a process does before it looks at files that nobody vouches for.
#pragma once

namespace candela {

/// Becomes nobody, without capabilities, and can never gain any. What is not allowed to it stays as it is.
void giveUpRights();
/// Bounds memory, open files and file sizes; no further processes, no core dumps.
void limitResources();

} // namespace candela
