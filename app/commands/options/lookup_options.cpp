#include "app/commands/options/lookup_options.h"

#include "model/symbols/lookup/debuginfod.h"

namespace candela {

void LookupOptions::addTo(CLI::App& app) {
    const std::string group = "Names that the file lacks";
    app.add_option("--symbols", sources.folders,
                   "Look in this folder too: programs and debug files, by build id")
        ->type_name("FOLDER")
        ->group(group);
    app.add_flag_callback(
           "--debuginfod", [this] { sources.servers = AskServers::Yes; },
           "Ask debuginfod servers, which learn the build ids: " + Debuginfod::servers())
        ->group(group);
    app.add_flag("--no-lookup", isOff, "Do not look up names that the file lacks")->group(group);
    app.add_option("--memory-limit",
                   "How much memory opening a file may take: 2G, 500M or none (default 512 MB and 64 times "
                   "its size)")
        ->type_name("SIZE")
        ->each([this](const std::string& text) {
            auto parsed = openingLimitFromText(text);
            if (!parsed) throw CLI::ValidationError("--memory-limit", parsed.error().message);
            limit = *parsed;
        });
}

} // namespace candela
