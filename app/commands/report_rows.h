/// The rows of `candela report`: weights by any key of DESIGN §7.
#pragma once

#include "model/analysis/filter.h"
#include "model/profile/profile.h"

#include <memory>
#include <string>
#include <vector>

namespace candela {

struct ReportRow {
    std::string name;
    std::string module = {};
    std::string file = {};
    std::uint32_t line = 0;
    std::int64_t self = 0;
    std::int64_t total = 0;
};

enum class ReportOrder { BySelf, ByTotal };

struct Report {
    std::int64_t total = 0;
    std::size_t samples = 0;
    std::vector<ReportRow> rows; ///< largest first; equal ones by name
};

/// `key` is function, module, file, line, address, stack, process, thread or label:NAME. Fails with
/// ErrorCode::Usage on another key.
Result<Report> makeReport(std::shared_ptr<const Profile> profile, ValueTypeIndex value, const Filter& filter,
                          const std::string& key, ReportOrder order);

} // namespace candela
