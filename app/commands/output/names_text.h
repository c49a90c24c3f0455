/// The result of a lookup of names, as `candela info` prints it.
#pragma once

#include "model/symbols/lookup/symbolize_profile.h"

#include <QJsonObject>

#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// How many addresses were named, and the sources of the names. Empty if the file had names for all of them.
std::string namesText(const std::vector<ModuleLookup>& modules);
/// Why some addresses of a module have no name; empty if all have one.
std::string problemOf(std::string_view path, const std::vector<ModuleLookup>& modules);
/// {"addresses", "named", "from": {SOURCE: n}, "modules": [{"module", "build_id", "addresses", "named",
/// "problem"}]}
QJsonObject namesJson(const std::vector<ModuleLookup>& modules);

} // namespace candela
