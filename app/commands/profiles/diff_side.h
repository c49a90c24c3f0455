/// One side of `candela diff`, from its files to what is compared: its weights by the key that --by names,
/// and by run or block of time.
#pragma once

#include "app/commands/options/filter_options.h"
#include "app/commands/options/opened_profile.h"
#include "model/comparison/comparison.h"

#include <optional>
#include <string>
#include <vector>

namespace candela {

/// What --by names: a part of stacks, what samples have besides, or stacks as a whole.
struct DiffKey {
    Grouping grouping = Grouping::Function;
    std::optional<SampleKey> sample;
    bool isStack = false;

    /// Fails with ErrorCode::Usage on another text.
    static Result<DiffKey> create(const std::string& name);
};

/// How much a side did, in units of the user's, a number per run: "100" or "100:110:105".
Result<std::vector<double>> workFromText(std::string_view text);

struct DiffSide {
    std::shared_ptr<const Profile> profile; ///< whose functions are the rows
    ValueTypeIndex value;                   ///< of it
    ComparisonSide side;
    const ValueType& type() const { return profile->samples[value.row()].type; }
};

/// `work` has a number per run, or one that holds for each; empty: not given.
Result<DiffSide> diffSide(const OpenedRuns& opened, const std::string& valueName, const Filter& filter,
                          const DiffKey& key, const std::vector<double>& work);

} // namespace candela
