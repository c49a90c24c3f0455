/// `candela convert`: a profile, or the part that passes a filter, in another format.
#include "app/commands/all_commands.h"
#include "app/commands/options/filter_options.h"
#include "app/commands/options/opened_profile.h"
#include "app/commands/output/output_text.h"
#include "model/base/memory_scope.h"
#include "model/formats/export_profile.h"

namespace candela {

namespace {

struct ConvertOptions {
    std::string input, output, format, value;
    LookupOptions lookup;
    FilterOptions filters;
};

/// Converts the file. On failure, `subject` is the file that the error is about.
Result<void> run(const ConvertOptions& options, std::string& subject) {
    subject = options.input;
    const auto* format = TRY(formatToWrite(options.output, options.format));
    const auto filter = TRY(options.filters.parse());
    auto profile = TRY(openProfile(options.input, options.lookup));
    printWarnings(options.input, *profile);
    ValueTypeIndex value;
    if (!options.value.empty()) value = TRY(chosenValue(*profile, options.value));
    TRY(warnOfEmptyFilter(options.input, profile, value ? value : profile->shownValue(), filter));
    Task task;
    profile = TRY(exportedPart(profile, value, filter, task));
    const auto output = TRY(writtenProfile(*profile, *format, task));
    subject = options.output;
    TRY(output.store(options.output));
    for (const auto& loss : output.losses())
        printMessage(options.output, loss);
    return {};
}

} // namespace

void addConvert(Arguments& arguments, ExitStatus& status) {
    auto options = std::make_shared<ConvertOptions>();
    arguments.option("IN", options->input, "A profile; - is standard input").required();
    arguments.option("OUT", options->output, "The file to write; - is standard output").required();
    arguments.option("--format", options->format, "The format to write; by default that of OUT's ending")
        .valueName("NAME");
    arguments
        .option("--value", options->value,
                "Which of the file's values is written if the format holds one, and shown first if it "
                "holds several (default: the file's default)")
        .valueName("NAME");
    options->lookup.addTo(arguments);
    options->filters.addTo(arguments);
    arguments.run([options, &status] {
        std::string subject;
        const auto done = withinMemory([&] { return run(*options, subject); });
        if (!done) status = reportError(subject, done.error());
    });
}

} // namespace candela
