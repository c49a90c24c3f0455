/// Foreign files that can't be recognized by their first bytes alone, and folders.
#pragma once

#include "model/base/result.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace candela {

/// Programs and core dumps, traces of Go and Perfetto, profiles of Python's cProfile.
std::optional<Error> foreignStartError(std::span<const std::byte> start);

/// Why a folder can't be opened: some tools write recordings as folders.
Error folderError(const std::string& path);

} // namespace candela
