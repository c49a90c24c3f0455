/// Where to search for source and machine code besides the default folders, as the user chose it. Stored in
/// the settings, for all captures.
#pragma once

#include "model/code/source_finder.h"
#include "model/symbols/lookup/name_lookup.h"

#include <string>
#include <vector>

namespace candela {

struct CodeSources {
    std::vector<PathMapping> mappings; ///< where source files are
    std::vector<std::string> folders;  ///< folders with programs and debug files
    AskServers servers = AskServers::No;

    bool operator==(const CodeSources&) const = default;
};

CodeSources storedCodeSources();
void storeCodeSources(const CodeSources& sources);

} // namespace candela
