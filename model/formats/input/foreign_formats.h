/// Files that Candela does not read but people have: what each is, and how to get a profile of it. Tables, in
/// the order in which their rows are asked.
#pragma once

#include "model/base/result.h"
#include "model/formats/input/file_start.h"

#include <optional>
#include <string>

namespace candela {

/// Of a file that no format recognizes; nothing where it is of no known kind.
std::optional<Error> foreignFormatError(const FileStart& start, const std::string& path);

} // namespace candela
