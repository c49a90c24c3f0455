/// Build ids as profiles write them: the linker's note in hexadecimal, in either case, or Breakpad's form of
/// its first 16 bytes. Ours are in lower case.
#pragma once

#include <string>
#include <string_view>

namespace candela {

/// Whether the text is a build id at all: some profiles have other texts in its field (a version, Go's own
/// id).
bool isBuildId(std::string_view text);

/// The id as files and servers are named after it; empty where the text is none, or in Breakpad's form, which
/// has a part of it only.
std::string fullBuildId(std::string_view claimed);

/// Whether the id that a profile claims is the build id `own` of a file (hexadecimal, lower case). False
/// where either is none. Breakpad's form: the first three numbers of a GUID with their bytes in reverse, and
/// an "age" behind it.
bool isSameBuild(std::string_view claimed, std::string_view own);

} // namespace candela
