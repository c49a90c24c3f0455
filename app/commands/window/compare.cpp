/// `candela compare`: the window, with two profiles side by side.
#include "app/commands/all_commands.h"
#include "app/commands/window/run_window.h"

namespace candela {

namespace {

QStringList files(const std::string& list) {
    return QString::fromLocal8Bit(list).split(',', Qt::SkipEmptyParts);
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
        WindowRequest request;
        request.base = files(sides->base);
        request.newFiles = files(sides->newFiles);
        status = static_cast<ExitStatus>(runWindow(request));
    });
}

} // namespace candela
