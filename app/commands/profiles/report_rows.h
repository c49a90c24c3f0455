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
    std::string plainName = {}; ///< without the file of functions of one name; empty: the same
    std::string module = {};
    std::string file = {};
    std::uint32_t line = 0;
    std::int64_t self = 0;
    std::int64_t total = 0;
    std::size_t processes = 0; ///< in it, where the key puts processes together
    std::int64_t counted = 0;  ///< nanoseconds, by the kernel; only with Report::isCounted
};

enum class ReportOrder { BySelf, ByTotal };

struct Report {
    std::int64_t total = 0;
    std::int64_t magnitude = 0; ///< the total without signs: what shares are of
    std::size_t samples = 0;
    std::vector<ReportRow> rows; ///< largest magnitude first; equal ones by name
    /// Whether the kernel's account stands beside the samples. Who was counted but not sampled has a row
    /// then.
    bool isCounted = false;
};

/// The keys of reports and comparisons as a sentence lists them.
std::string reportKeys();

/// `key` is one of reportKeys(). Fails with ErrorCode::Usage on another.
Result<Report> makeReport(std::shared_ptr<const Profile> profile, ValueTypeIndex value, const Filter& filter,
                          const std::string& key, ReportOrder order);

} // namespace candela
