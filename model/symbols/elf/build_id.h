/// Build ids in the forms that profiles have: the linker's note in hexadecimal, in either case, or Breakpad's
/// form of its first 16 bytes. Candela's are in lower case.
#pragma once

#include <string>
#include <string_view>

namespace candela {

/// Whether the text is a build id: some profiles have
/// other texts in that field (a version, Go's own id).
bool isBuildId(std::string_view text);

/// The whole build id in lower case, for paths of debug files and for requests to servers. Empty if the text
/// is not a build id, or is in Breakpad's form, which has only a part of the id.
std::string fullBuildId(std::string_view claimed);

/// Whether the id that a profile states is the build id `own` of a file (hexadecimal, lower case). False if
/// either is not an id. In Breakpad's form, the first three numbers of a GUID are byte-swapped, and an "age"
/// follows it.
bool isSameBuild(std::string_view claimed, std::string_view own);

} // namespace candela
