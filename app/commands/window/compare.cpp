/// `candela compare`: the window, with two profiles side by side.
#include "app/commands/all_commands.h"
#include "app/commands/window/run_window.h"

namespace candela {

namespace {

Result<ExitStatus> run(const std::string& base, const std::string& newFiles) {
    WindowRequest request;
    request.base = TRY(sideFiles(base));
    request.newFiles = TRY(sideFiles(newFiles));
    return static_cast<ExitStatus>(runWindow(request));
}

} // namespace

void addCompare(CLI::App& app, ExitStatus& status) {
    struct Sides {
        std::string base, newFiles;
    };
    auto sides = std::make_shared<Sides>();
    app.add_option("BASE", sides->base, "A profile, or several runs: with commas between, or a folder")
        ->required();
    app.add_option("NEW", sides->newFiles, "The same for the other side")->required();
    app.callback([sides, &status] {
        const auto done = run(sides->base, sides->newFiles);
        status = done ? *done : reportError(sides->base + " " + sides->newFiles, done.error());
    });
}

} // namespace candela
