/// The symbols of a module on this machine, with whatever debug files belong to it.
#pragma once

#include "model/symbols/debug_file_finder.h"
#include "model/symbols/module_symbols.h"

#include <string_view>

namespace candela {

/// Fails where there is no such file, or where it is another build than the one asked for (an empty build id
/// asks for any). Debug files that are missing or do not belong are no failure: there are fewer names.
Result<ModuleSymbols> openLocalModule(std::string_view path, std::string_view buildId,
                                      const DebugFileFinder& finder, const SymbolLimits& limits = {});

} // namespace candela
