/// The code of one function of a file, in the form that profiles keep.
#pragma once

#include "model/profile/kept_code.h"
#include "model/symbols/lookup/module_symbols.h"

#include <cstdint>
#include <optional>

namespace candela {

/// The function around an address, at linked addresses, without lines and names. None if no function is known
/// there, if the file has no code, or if the function is too large to be kept.
std::optional<KeptCode> keptCodeAround(ModuleSymbols& symbols, std::uint64_t address);

} // namespace candela
