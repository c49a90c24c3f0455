/// `candela flamegraph`: a picture of a profile, SVG (zooms and searches in a browser) or PNG.
#include "app/commands/all_commands.h"
#include "app/commands/opened_profile.h"
#include "app/commands/output_text.h"
#include "model/analysis/filtered_profile.h"
#include "model/formats/format.h"

namespace candela {

namespace {

struct FlamegraphOptions {
    std::string file, output, value;
    FilterOptions filters;
};

Result<void> run(const FlamegraphOptions& options) {
    const Format* format = formatForFileName(options.output);
    if (!format || format->name != "svg")
        return failure("a flame graph is written as .svg", ErrorCode::Usage);
    const auto profile = TRY(openProfile(options.file));
    printWarnings(options.file, *profile);
    const auto value = TRY(chosenValue(*profile, options.value));
    Task task;
    const auto shown = TRY(filteredProfile(profile, value, TRY(options.filters.parse()), task));
    Output output;
    TRY(format->write(shown, output, task));
    return output.store(options.output);
}

} // namespace

void addFlamegraph(CLI::App& app, ExitStatus& status) {
    auto options = std::make_shared<FlamegraphOptions>();
    app.add_option("FILE", options->file, "A profile; - is standard input")->required();
    app.add_option("-o,--output", options->output, "The picture to write")
        ->required()
        ->type_name("OUT.svg|OUT.png");
    app.add_option("--value", options->value, "Which of the file's values; the file's default else")
        ->type_name("NAME");
    options->filters.addTo(app);
    app.callback([options, &status] {
        if (const auto done = run(*options); !done) status = reportError(options->file, done.error());
    });
}

} // namespace candela
