/// The rows of `candela report`: weights by any key that --by takes.
#pragma once

#include "model/analysis/grouping/grouping.h"
#include "model/analysis/samples/filter.h"
#include "model/profile/profile.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace candela {

/// The texts live as long as what the row was made of: see Report.
struct ReportRow {
    std::string_view name;
    std::string_view plainName = {}; ///< the name without the file that distinguishes functions of one name;
                                     ///< empty: like `name`
    std::string_view module = {};
    std::string_view file = {};
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
    std::vector<ReportRow> rows; ///< largest magnitude first, then by name, as many as were asked for; all
                                 ///< others follow in any order
    /// Whether the CPU time that the kernel counted is shown beside the samples (ReportRow::counted). If so,
    /// threads with CPU time but without samples have rows, too.
    bool isCounted = false;

    // What has the texts of the rows.
    std::shared_ptr<const FrameGroups> groups = {};
    std::vector<std::unique_ptr<const std::string>> texts = {}; ///< names that are in nothing else

    std::string_view keep(std::string text) {
        return *texts.emplace_back(std::make_unique<const std::string>(std::move(text)));
    }
};

/// A sentence that lists the keys of reports and comparisons.
std::string reportKeys();

/// `key` is one of reportKeys(). Fails with ErrorCode::Usage on another. Only the rows within the limit
/// (0: all) are in order: a file may have a million, of which some tens are shown.
Result<Report> makeReport(std::shared_ptr<const Profile> profile, ValueTypeIndex value, const Filter& filter,
                          const std::string& key, ReportOrder order, std::size_t limit = 0);

} // namespace candela
