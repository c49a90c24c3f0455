/// The functions of a profile with their weights, largest first: the contents of the CSV and JSON tables,
/// with the columns of `candela report`.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/formats/output/output.h"
#include "model/profile/profile.h"

#include <cstdint>
#include <string>
#include <vector>

namespace candela {

struct FunctionTable {
    struct Row {
        std::string name, module, file;
        std::int64_t self = 0;
        std::int64_t total = 0; ///< recursion counts once
    };

    std::string valueName, unit;
    std::int64_t total = 0;
    std::vector<Row> rows;

    /// The functions with the weights of the default value type; a note lists the other value types, which
    /// are left out. Fails on profiles without samples, and when cancelled.
    static Result<FunctionTable> create(const Profile& profile, std::string_view formatName, Output& output,
                                        Task& task);
};

} // namespace candela
