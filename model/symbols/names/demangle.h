/// Names as people read them, from names as linkers know them: C++ (Itanium ABI), Rust (legacy and v0),
/// Haskell (GHC) and OCaml.
#pragma once

#include "model/symbols/names/symbolized_frame.h"

#include <string>
#include <string_view>

namespace candela {

/// The readable name; the same text where it is not mangled. A suffix that begins with '@' ("@plt") stays.
/// Never fails; a name that would become longer than any real one (64 KiB) stays as it is.
std::string demangle(std::string_view rawName);

/// Both names of a frame from the linker's.
void setNames(SymbolizedFrame& frame, std::string_view rawName);

} // namespace candela
