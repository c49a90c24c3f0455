/// The files that a user names as one side of a comparison: its runs.
#pragma once

#include "model/base/result.h"

#include <string>
#include <vector>

namespace candela {

/// The files of a folder, sorted by name, without hidden ones; for any other path, the path itself. Fails if
/// the folder can't be read or has no files.
Result<std::vector<std::string>> filesOf(const std::string& path);
/// Those of each path of a list with commas between.
Result<std::vector<std::string>> runFiles(const std::string& paths);

} // namespace candela
