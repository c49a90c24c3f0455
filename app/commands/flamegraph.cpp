/// `candela flamegraph`: a picture of a profile, SVG (zooms and searches in a browser) or PNG.
#include "app/commands/all_commands.h"
#include "app/commands/opened_profile.h"
#include "app/commands/output_text.h"
#include "model/analysis/filtered_profile.h"
#include "model/base/units.h"
#include "model/formats/format.h"
#include "views/flame_picture.h"

#include <fmt/format.h>

#include <QBuffer>

namespace candela {

namespace {

constexpr int pictureWidth = 1600;

struct FlamegraphOptions {
    std::string file, output, value;
    FilterOptions filters;
};

Result<void> writeSvg(const Format& format, const FlamegraphOptions& options,
                      std::shared_ptr<const Profile> profile, ValueTypeIndex value) {
    Task task;
    const auto shown = TRY(filteredProfile(std::move(profile), value, TRY(options.filters.parse()), task));
    Output output;
    TRY(format.write(shown, output, task));
    return output.store(options.output);
}

Result<void> writePng(const FlamegraphOptions& options, std::shared_ptr<const Profile> profile,
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
    return writeFile(options.output,
                     std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
}

Result<void> run(const FlamegraphOptions& options) {
    const bool isPng = options.output.ends_with(".png");
    const Format* format = formatForFileName(options.output);
    if (!isPng && (!format || format->name != "svg"))
        return failure("a flame graph is written as .svg or .png", ErrorCode::Usage);
    const auto profile = TRY(openProfile(options.file));
    printWarnings(options.file, *profile);
    const auto value = TRY(chosenValue(*profile, options.value));
    return isPng ? writePng(options, profile, value) : writeSvg(*format, options, profile, value);
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
