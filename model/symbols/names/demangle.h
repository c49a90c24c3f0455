/// Readable names from linker names: C++ (Itanium ABI),
/// Rust (legacy and v0), Haskell (GHC) and OCaml.
#pragma once

#include "model/symbols/names/symbolized_frame.h"

#include <string>
#include <string_view>

namespace candela {

/// The readable name; unchanged if it is not mangled. A suffix that begins with '@' ("@plt") is kept. Never
/// fails; a name that would become longer than any real one (64 KiB) is returned unchanged.
std::string demangle(std::string_view rawName);

/// Sets both names of a frame from the linker's.
void setNames(SymbolizedFrame& frame, std::string_view rawName);

} // namespace candela
