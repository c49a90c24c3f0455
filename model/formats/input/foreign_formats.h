/// Files that Candela can't read but users may have: their kind, and how to get a profile from them. The
/// tables are in the order in which their rows are tried.
#pragma once

#include "model/base/result.h"
#include "model/formats/input/file_start.h"

#include <optional>
#include <string>

namespace candela {

/// The error for a file that no format recognizes; none if its kind is unknown.
std::optional<Error> foreignFormatError(const FileStart& start, const std::string& path);

} // namespace candela
