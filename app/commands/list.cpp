/// `candela list`: what the tables hold.
#include "app/commands/all_commands.h"
#include "app/commands/output_text.h"
#include "app/commands/table_text.h"
#include "model/formats/format.h"
#include "model/recording/probe_names.h"
#include "views/view.h"

namespace candela {

namespace {

std::string formatsText() {
    TableText table({{"format"}, {"reads"}, {"writes"}, {"names"}, {"what it is"}});
    for (const auto& format : allFormats())
        table.addRow({std::string(format.name), format.read ? "yes" : "", format.write ? "yes" : "",
                      std::string(format.extensions), std::string(format.description)});
    return table.aligned();
}

std::string probesText() {
    TableText table({{"probe"}, {"what it records"}});
    for (const auto& probe : probeNames())
        table.addRow({std::string(probe.name), std::string(probe.description)});
    return table.aligned();
}

std::string viewsText() {
    TableText table({{"view"}, {"title"}});
    for (const auto& view : allViews())
        table.addRow({std::string(view.name), std::string(view.title)});
    return table.aligned();
}

} // namespace

void addList(CLI::App& app, ExitStatus&) {
    auto what = std::make_shared<std::string>();
    app.add_option("WHAT", *what, "Which table")
        ->required()
        ->check(CLI::IsMember({"formats", "probes", "views"}));
    app.callback([what] {
        printText(*what == "formats" ? formatsText() : *what == "probes" ? probesText() : viewsText());
    });
}

} // namespace candela
