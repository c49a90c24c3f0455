/// Additional search paths for source and machine code: what the user has allowed and named, stored in the
/// settings for all captures.
#pragma once

#include "model/code/source_finder.h"
#include "model/symbols/lookup/name_lookup.h"

#include <string>
#include <vector>

namespace candela {

struct CodeSources {
    std::vector<PathMapping> mappings; ///< of source files
    std::vector<std::string> folders;  ///< with programs and debug files
    AskServers servers = AskServers::No;

    bool operator==(const CodeSources&) const = default;
};

CodeSources storedCodeSources();
void storeCodeSources(const CodeSources& sources);

} // namespace candela
