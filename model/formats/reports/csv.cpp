#include "model/base/cell_text.h"
#include "model/formats/format.h"
#include "model/formats/reports/function_table.h"

#include <fmt/format.h>

namespace candela {

namespace {

Result<void> writeCsv(const Profile& profile, Output& output, Task& task) {
    const auto table = TRY(FunctionTable::create(profile, "CSV", output, task));
    output.write("function,module,file,line,self,total\r\n");
    for (const auto& row : table.rows)
        output.write(fmt::format("{},{},{},,{},{}\r\n", csvText(row.name), csvText(row.module),
                                 csvText(row.file), row.self, row.total));
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
