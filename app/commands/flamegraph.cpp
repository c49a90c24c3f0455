/// `candela flamegraph`: a picture of a profile, SVG (zooms and searches in a browser) or PNG.
#include "app/commands/all_commands.h"
#include "app/commands/opened_profile.h"
#include "app/commands/output_text.h"
#include "model/base/units.h"
#include "model/formats/export_profile.h"
#include "views/flame_picture.h"

#include <fmt/format.h>

#include <QBuffer>

namespace candela {

namespace {

constexpr int pictureWidth = 1600;

struct FlamegraphOptions {
    std::string file, output, value;
    LookupOptions lookup;
    FilterOptions filters;
};

Result<QByteArray> drawPng(const FlamegraphOptions& options, std::shared_ptr<const Profile> profile,
                           ValueTypeIndex value) {
    ShownRequest request;
    request.profile = profile;
    request.value = value;
    request.filter = TRY(options.filters.parse());
    Task task;
    const auto shown = TRY(ShownComputation().compute(request, task));
    const auto& type = profile->samples[value.row()].type;
    const auto title = fmt::format("{}: {} {}", options.file, profile->text(type.name),
                                   formatWeight(shown.total(), profile->text(type.unit)));
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QBuffer::WriteOnly);
    const auto image = flamePicture(shown, QString::fromStdString(title), pictureWidth, ColourScheme::Light);
    if (!image.save(&buffer, "PNG"))
        return failure("can't be drawn: there is not enough memory for the picture");
    return bytes;
}

/// `subject` becomes the file that an error is about.
Result<void> run(const FlamegraphOptions& options, std::string& subject) {
    subject = options.file;
    const bool isPng = options.output.ends_with(".png");
    const Format* format = formatForFileName(options.output);
    if (!isPng && (!format || format->name != "svg"))
        return failure("a flame graph is written as .svg or .png", ErrorCode::Usage);
    const auto profile = TRY(openProfile(options.file, options.lookup));
    printWarnings(options.file, *profile);
    const auto value = TRY(chosenValue(*profile, options.value));
    if (isPng) {
        const auto bytes = TRY(drawPng(options, profile, value));
        subject = options.output;
        return writeFile(options.output,
                         std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
    }
    Task task;
    const auto part = TRY(exportedPart(profile, value, TRY(options.filters.parse()), task));
    subject = options.output;
    TRY(storeProfile(*part, *format, options.output, task));
    return {};
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
    options->lookup.addTo(app);
    options->filters.addTo(app);
    app.callback([options, &status] {
        std::string subject;
        if (const auto done = run(*options, subject); !done) status = reportError(subject, done.error());
    });
}

} // namespace candela
