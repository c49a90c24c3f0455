#include "model/formats/format.h"
#include "model/formats/function_table.h"

#include <fmt/format.h>

namespace candela {

namespace {

/// A cell as RFC 4180 quotes it.
std::string quoted(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string result = "\"";
    for (const char letter : text) {
        if (letter == '"') result += '"';
        result += letter;
    }
    return result + "\"";
}

Result<void> writeCsv(const Profile& profile, Output& output, Task& task) {
    const auto table = TRY(FunctionTable::create(profile, "CSV", output, task));
    output.write("function,module,file,line,self,total\r\n");
    for (const auto& row : table.rows)
        output.write(fmt::format("{},{},{},,{},{}\r\n", quoted(row.name), quoted(row.module),
                                 quoted(row.file), row.self, row.total));
    return {};
}

} // namespace

Format csvFormat() {
    return {.name = "csv",
            .description = "Table of functions (CSV)",
            .extensions = ".csv",
            .recognizes = [](const FileStart&) { return false; },
            .read = nullptr,
            .write = writeCsv};
}

} // namespace candela
