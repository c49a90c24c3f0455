/// `candela compare`: the window, with two profiles side by side.
#include "app/commands/all_commands.h"
#include "app/commands/options/compared_times.h"
#include "app/commands/window/run_window.h"

namespace candela {

namespace {

struct Sides {
    std::string base, newFiles;
    ComparedTimes times;
};

Result<ExitStatus> run(const Sides& sides) {
    const auto times = TRY(sides.times.parse(sides.base, sides.newFiles));
    WindowRequest request;
    request.base = {TRY(sideFiles(sides.base)), times.base};
    request.newSide = {TRY(sideFiles(sides.newFiles)), times.newSide};
    return static_cast<ExitStatus>(runWindow(request));
}

} // namespace

void addCompare(Arguments& arguments, ExitStatus& status) {
    auto sides = std::make_shared<Sides>();
    arguments.option("BASE", sides->base, "A profile, or several runs: with commas between, or a folder")
        .required();
    arguments.option("NEW", sides->newFiles, "The same for the other side").required();
    sides->times.addTo(arguments);
    arguments.run([sides, &status] {
        const auto done = run(*sides);
        status = done ? *done : reportError(sides->base + " " + sides->newFiles, done.error());
    });
}

} // namespace candela
