#include "app/commands/options/lookup_options.h"

#include "model/symbols/lookup/debuginfod.h"

namespace candela {

void LookupOptions::addTo(Arguments& arguments) {
    const std::string group = "Names that the file lacks";
    arguments
        .option("--symbols", sources.folders,
                "Look in this folder too: programs and debug files, by build id")
        .valueName("FOLDER")
        .group(group);
    arguments
        .flag(
            "--debuginfod", [this] { sources.servers = AskServers::Yes; },
            "Ask debuginfod servers, which learn the build ids: " + Debuginfod::servers())
        .group(group);
    arguments.flag("--no-lookup", isOff, "Do not look up names that the file lacks").group(group);
    arguments
        .option("--memory-limit",
                "How much memory opening a file may take: 2G, 500M or none (default 512 MB and 64 times "
                "its size)")
        .valueName("SIZE")
        .each([this](const std::string& text) -> Result<void> {
            limit = TRY(openingLimitFromText(text));
            return {};
        });
}

} // namespace candela
