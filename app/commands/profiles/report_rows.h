/// The rows of `candela report`: weights by any key that --by takes.
#pragma once

#include "model/analysis/samples/filter.h"
#include "model/profile/profile.h"

#include <memory>
#include <string>
#include <vector>

namespace candela {

struct ReportRow {
    std::string name;
    std::string plainName = {}; ///< the name without the file that distinguishes functions of one name;
                                ///< empty: like `name`
    std::string module = {};
    std::string file = {};
    std::uint32_t line = 0;
    std::int64_t self = 0;
    std::int64_t total = 0;
    std::size_t processes = 0; ///< how many it contains, if the key merges processes
    std::int64_t counted = 0;  ///< CPU nanoseconds that the kernel counted; only if Report::isCounted
};

enum class ReportOrder { BySelf, ByTotal };

struct Report {
    std::int64_t total = 0;
    std::int64_t magnitude = 0; ///< the total without signs; shares are of it
    std::size_t samples = 0;
    std::vector<ReportRow> rows; ///< largest magnitude first, then by name
    /// Whether the CPU time that the kernel counted is shown beside the samples (ReportRow::counted). If so,
    /// threads with CPU time but without samples have rows, too.
    bool isCounted = false;
};

/// A sentence that lists the keys of reports and comparisons.
std::string reportKeys();

/// `key` is one of reportKeys(). Fails with ErrorCode::Usage on another.
Result<Report> makeReport(std::shared_ptr<const Profile> profile, ValueTypeIndex value, const Filter& filter,
                          const std::string& key, ReportOrder order);

} // namespace candela
