/// One side of `candela diff`: from its files to its weights by the key of --by, for each run or block of
/// time.
#pragma once

#include "app/commands/options/filter_options.h"
#include "app/commands/options/opened_profile.h"
#include "model/comparison/comparison.h"

#include <optional>
#include <string>
#include <vector>

namespace candela {

/// The key of --by: what is the same in all stacks of a row.
struct DiffKey {
    Grouping grouping = Grouping::Function;
    std::optional<SampleKey> sample;
    bool isStack = false;

    /// Fails with ErrorCode::Usage on another text.
    static Result<DiffKey> create(const std::string& name);
};

/// How much work a side did, in units of the user's choice, one number for each run: "100" or "100:110:105".
Result<std::vector<double>> workFromText(std::string_view text);

struct DiffSide {
    std::shared_ptr<const Profile> profile; ///< the rows of the comparison are its functions
    ValueTypeIndex value;                   ///< a value type of that profile
    ComparisonSide side;
    const ValueType& type() const { return profile->samples[value.row()].type; }
};

/// `work` has one number for each run, or one for all; empty: not given.
Result<DiffSide> diffSide(const OpenedRuns& opened, const std::string& valueName, const Filter& filter,
                          const DiffKey& key, const std::vector<double>& work);

} // namespace candela
