/// Source names of compiled Haskell and OCaml.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace candela {

/// "base:GHC.Base.map" for GHC's "base_GHCziBase_map_info", "Main.$walpha" for "Main_zdwalpha_info". None if
/// the name does not look encoded by GHC: names of C may end in "_info", too. Encoding: GHC's commentary on
/// symbol names (GHC.Utils.Encoding).
std::optional<std::string> decodedHaskellName(std::string_view symbol);

/// "Stdlib.List.map_123" for OCaml 4's "camlStdlib__List__map_123" and OCaml 5's "camlStdlib__List.map_123".
/// The number is kept, because it distinguishes functions of one name. None for other names.
std::optional<std::string> decodedOcamlName(std::string_view symbol);

} // namespace candela
