/// `candela list`: the entries of the tables.
#include "app/commands/all_commands.h"
#include "app/commands/output/output_text.h"
#include "app/commands/output/table_text.h"
#include "app/recording/recorder_announcement.h"
#include "model/analysis/transforms/transform.h"
#include "model/base/shown_text.h"
#include "model/formats/format.h"

#include "views/view.h"
#include <fmt/format.h>

namespace candela {

namespace {

std::string formatsText() {
    TableText table({{"format"}, {"reads"}, {"writes"}, {"names"}, {"what it is"}});
    for (const auto& format : allFormats())
        table.addRow({std::string(format.name), format.read ? "yes" : "", format.write ? "yes" : "",
                      std::string(format.extensions), std::string(format.description)});
    return table.aligned();
}

/// "period=1", as the user may pass it to the probe.
std::string optionsText(const recording::Probe& probe) {
    std::string text;
    for (const auto& option : probe.options())
        text += fmt::format("{}{}={}", text.empty() ? "" : ",", shownText(option.name()),
                            option.default_number());
    return text;
}

Result<std::string> probesText() {
    const auto announcement =
        TRY(askRecorder(RecorderEnvironment::find(RecorderEnvironment::Surface::Terminal)));
    TableText table({{"probe"}, {"values"}, {"options"}, {"what it records"}});
    for (const auto& probe : announcement.probes()) {
        std::string values;
        for (const auto& value : probe.values())
            values += fmt::format("{}{} ({})", values.empty() ? "" : ", ", shownText(value.name()),
                                  shownText(value.unit()));
        table.addRow({shownText(probe.name()), values, optionsText(probe), shownText(probe.description())});
    }
    return table.aligned();
}

std::string transformsText() {
    TableText table({{"transform"}, {"what it does"}});
    for (const auto& known : allTransforms())
        table.addRow(
            {fmt::format("{}{}", known.name, argumentText(known.argument)), std::string(known.description)});
    return table.aligned();
}

std::string viewsText() {
    TableText table({{"view"}, {"title"}});
    for (const auto& view : allViews())
        table.addRow({std::string(view.name), std::string(view.title)});
    return table.aligned();
}

} // namespace

void addList(Arguments& arguments, ExitStatus& status) {
    auto what = std::make_shared<std::string>();
    arguments.option("WHAT", *what, "Which table")
        .required()
        .oneOf({"formats", "probes", "transforms", "views"});
    arguments.run([what, &status] {
        if (*what == "formats") return printText(formatsText());
        if (*what == "transforms") return printText(transformsText());
        if (*what == "views") return printText(viewsText());
        const auto probes = probesText();
        if (probes)
            printText(*probes);
        else
            status = reportError("", probes.error());
    });
}

} // namespace candela
