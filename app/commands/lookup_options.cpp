#include "app/commands/lookup_options.h"

namespace candela {

void LookupOptions::addTo(CLI::App& app) {
    const std::string group = "Names that the file lacks";
    app.add_option("--symbols", places.folders,
                   "Look in this folder too: programs and debug files, by build id")
        ->type_name("FOLDER")
        ->group(group);
    app.add_flag("--no-lookup", isOff, "Show what the file itself has, and look for nothing")->group(group);
}

} // namespace candela
