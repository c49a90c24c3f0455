#include "app/commands/output/names_text.h"

#include "app/commands/output/output_text.h"
#include "model/base/units.h"
#include "model/symbols/lookup/name_lookup.h"

#include <fmt/format.h>

namespace candela {

namespace {

std::string count(std::size_t number) {
    return formatCount(static_cast<std::int64_t>(number));
}

} // namespace

std::string namesText(const std::vector<ModuleLookup>& modules) {
    if (modules.empty()) return {};
    const auto summary = summaryOf(modules);
    auto text = fmt::format("{} of {} addresses without names were named", count(summary.named),
                            count(summary.addresses));
    for (std::size_t row = 0; row < summary.sources.size(); ++row)
        text += fmt::format("{} {} from {}", row == 0 ? ":" : ",", count(summary.sources[row].second),
                            summary.sources[row].first);
    return text;
}

std::string problemOf(std::string_view path, const std::vector<ModuleLookup>& modules) {
    for (const auto& module : modules) {
        if (module.path == path && !module.problem.empty()) return module.problem;
    }
    return {};
}

QJsonObject namesJson(const std::vector<ModuleLookup>& modules) {
    const auto summary = summaryOf(modules);
    QJsonObject from;
    for (const auto& [source, number] : summary.sources)
        from[jsonText(source).toString()] = qint64(number);
    QJsonArray rows;
    for (const auto& module : modules) {
        QJsonObject row{{"module", jsonText(module.path)},
                        {"addresses", qint64(module.addresses)},
                        {"named", qint64(module.named)}};
        if (!module.buildId.empty()) row["build_id"] = jsonText(module.buildId);
        if (!module.problem.empty()) row["problem"] = jsonText(module.problem);
        rows.append(row);
    }
    return {{"addresses", qint64(summary.addresses)},
            {"named", qint64(summary.named)},
            {"from", from},
            {"modules", rows}};
}

} // namespace candela
