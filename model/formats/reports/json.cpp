#include "model/formats/format.h"
#include "model/formats/json/json_writing.h"
#include "model/formats/reports/function_table.h"

#include <fmt/format.h>

#include <iterator>

namespace candela {

namespace {

/// The same object as from `candela report --format json`.
Result<void> writeJson(const Profile& profile, Output& output, Task& task) {
    const auto table = TRY(FunctionTable::create(profile, "JSON", output, task));
    std::string json = "{\n    \"file\": ";
    const auto out = std::back_inserter(json);
    appendJsonText(json, profile.origin.file);
    json += ",\n    \"value\": {\"name\": ";
    appendJsonText(json, table.valueName);
    json += ", \"unit\": ";
    appendJsonText(json, table.unit);
    fmt::format_to(out, "}},\n    \"total\": {},\n    \"by\": \"function\",\n    \"rows\": [", table.total);
    bool isFirst = true;
    for (const auto& row : table.rows) {
        json += isFirst ? "\n        {\"name\": " : ",\n        {\"name\": ";
        isFirst = false;
        appendJsonText(json, row.name);
        for (const auto& [key, text] : {std::pair("module", &row.module), std::pair("file", &row.file)}) {
            if (text->empty()) continue;
            fmt::format_to(out, ", \"{}\": ", key);
            appendJsonText(json, *text);
        }
        fmt::format_to(out, ", \"self\": {}, \"total\": {}}}", row.self, row.total);
    }
    json += "\n    ]\n}\n";
    output.write(json);
    return {};
}

} // namespace

Format jsonFormat() {
    return {.name = "json",
            .description = "Table of functions (JSON)",
            .extensions = ".json",
            .recognizes = [](const FileStart&) { return false; },
            .read = nullptr,
            .write = writeJson};
}

} // namespace candela
