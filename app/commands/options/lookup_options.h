/// The command line options that say where to look for names that a file lacks.
#pragma once

#include "model/formats/input/opening_limit.h"
#include "model/symbols/lookup/name_lookup.h"

#include <CLI/CLI.hpp>

namespace candela {

struct LookupOptions {
    LookupSources sources;
    bool isOff = false;
    OpeningLimit limit; ///< the limit for opening the file

    void addTo(CLI::App& app);
};

} // namespace candela
