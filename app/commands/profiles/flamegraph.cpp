/// `candela flamegraph`: a picture of a profile as SVG (which can be zoomed and searched in a browser) or
/// PNG.
#include "app/commands/all_commands.h"
#include "app/commands/options/filter_options.h"
#include "app/commands/options/opened_profile.h"
#include "app/commands/options/rooted_part.h"
#include "app/commands/output/output_text.h"
#include "model/base/memory_scope.h"
#include "model/base/units.h"
#include "model/formats/export_profile.h"
#include "views/flame/flame_picture.h"

#include <fmt/format.h>

#include <QBuffer>

namespace candela {

namespace {

constexpr int pictureWidth = 1600;

struct FlamegraphOptions {
    std::string file, output, value, root;
    LookupOptions lookup;
    FilterOptions filters;
};

Result<QByteArray> drawPng(const std::string& file, const ShownRequest& request) {
    Task task;
    const auto shown = TRY(ShownComputation().compute(request, task));
    const auto& profile = *request.profile;
    const auto& type = profile.samples[request.value.row()].type;
    const auto title = fmt::format("{}: {} {}", file, profile.text(type.name),
                                   formatWeight(shown.total(), profile.text(type.unit)));
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QBuffer::WriteOnly);
    const auto image = flamePicture(shown, QString::fromStdString(title), pictureWidth, ColourScheme::Light);
    if (!image.save(&buffer, "PNG"))
        return failure("can't be drawn: there is not enough memory for the picture");
    return bytes;
}

/// Draws the picture. On failure, `subject` is the file that the error is about.
Result<void> run(const FlamegraphOptions& options, std::string& subject) {
    subject = options.file;
    const bool isPng = options.output.ends_with(".png");
    const Format* format = formatForFileName(options.output);
    if (!isPng && (!format || format->name != "svg"))
        return failure("a flame graph is written as .svg or .png", ErrorCode::Usage);
    const auto filter = TRY(options.filters.parse());
    const auto roots = TRY(rootsFromName(options.root));
    const auto profile = TRY(openProfile(options.file, options.lookup));
    printWarnings(options.file, *profile);
    const auto value = TRY(chosenValue(*profile, options.value));
    TRY(warnOfEmptyFilter(options.file, profile, value, filter));
    if (roots) warnOfMissingLabel(options.file, *profile, *roots);
    if (isPng) {
        const auto bytes = TRY(
            drawPng(options.file,
                    {.profile = profile, .value = value, .filter = filter, .search = {}, .roots = roots}));
        subject = options.output;
        return writeFile(options.output,
                         std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
    }
    Task task;
    const auto part = TRY(rootedPart(profile, value, filter, roots, task));
    const auto output = TRY(writtenProfile(*part, *format, task));
    subject = options.output;
    return output.store(options.output);
}

} // namespace

void addFlamegraph(Arguments& arguments, ExitStatus& status) {
    auto options = std::make_shared<FlamegraphOptions>();
    arguments.option("FILE", options->file, "A profile; - is standard input").required();
    arguments.option("-o,--output", options->output, "The picture to write")
        .required()
        .valueName("OUT.svg|OUT.png");
    arguments.option("--value", options->value, "Which of the file's values (default: the file's default)")
        .valueName("NAME");
    addRootOption(arguments, options->root);
    options->lookup.addTo(arguments);
    options->filters.addTo(arguments);
    arguments.run([options, &status] {
        std::string subject;
        const auto done = withinMemory([&] { return run(*options, subject); });
        if (!done) status = reportError(subject, done.error());
    });
}

} // namespace candela
