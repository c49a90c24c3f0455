/// `candela convert`: a profile in another format.
#include "app/commands/all_commands.h"
#include "app/commands/opened_profile.h"
#include "app/commands/output_text.h"
#include "model/formats/format.h"

#include <fmt/format.h>

namespace candela {

namespace {

struct ConvertOptions {
    std::string input, output, format;
};

Result<void> run(const ConvertOptions& options) {
    const Format* format =
        options.format.empty() ? formatForFileName(options.output) : findFormat(options.format);
    std::string names;
    for (const auto& known : allFormats()) {
        if (known.write) names.append(names.empty() ? "" : ", ").append(known.name);
    }
    if (!format || !format->write) {
        const auto what =
            options.format.empty()
                ? fmt::format("the name \"{}\" belongs to no format that can be written", options.output)
                : fmt::format("\"{}\" is no format that can be written", options.format);
        return failure(what, ErrorCode::Usage, fmt::format("--format takes: {}", names));
    }
    const auto profile = TRY(openProfile(options.input));
    printWarnings(options.input, *profile);
    Output output;
    Task task;
    TRY(format->write(*profile, output, task));
    TRY(output.store(options.output));
    for (const auto& loss : output.losses())
        printMessage(options.output, loss);
    return {};
}

} // namespace

void addConvert(CLI::App& app, ExitStatus& status) {
    auto options = std::make_shared<ConvertOptions>();
    app.add_option("IN", options->input, "A profile; - is standard input")->required();
    app.add_option("OUT", options->output, "The file to write; - is standard output")->required();
    app.add_option("--format", options->format, "The format to write; OUT's name tells else")
        ->type_name("NAME");
    app.callback([options, &status] {
        if (const auto done = run(*options); !done) status = reportError(options->input, done.error());
    });
}

} // namespace candela
