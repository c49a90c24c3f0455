/// The command line options that say where to look for names that a file lacks.
#pragma once

#include "app/commands/arguments/arguments.h"
#include "model/formats/input/opening_limit.h"
#include "model/symbols/lookup/name_lookup.h"

namespace candela {

struct LookupOptions {
    LookupSources sources;
    bool isOff = false;
    OpeningLimit limit; ///< the limit for opening the file

    void addTo(Arguments& arguments);
};

} // namespace candela
