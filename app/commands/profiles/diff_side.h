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

/// A side in two steps: its rows, which are matched with those of the other side, and then the weights of
/// what was matched.
class DiffSide {
public:
    /// `work` has one number for each run, or one for all; empty: not given. The opened runs outlive the
    /// side.
    static Result<DiffSide> create(const OpenedRuns& opened, const std::string& valueName,
                                   const Filter& filter, const DiffKey& key, const std::vector<double>& work);

    const Profile& profile() const { return *m_profile; }
    const ValueType& type() const { return m_profile->samples[m_value.row()].type; }
    MatchSide rows() const;
    /// Call it once.
    ComparisonSide side(const CountedSide& counted);

private:
    std::shared_ptr<const Profile> m_profile; ///< its functions are the rows
    ValueTypeIndex m_value;                   ///< of it
    std::shared_ptr<const CallTreeShape> m_shape;
    MatchedRows m_kind = MatchedRows::Code;
    StackWeights m_weights;
    std::shared_ptr<const std::vector<GroupWeight>> m_functions;
    std::shared_ptr<RunSumsMaker> m_maker;
    std::vector<double> m_cpuTime;
    bool m_areCpuTime = false;
    std::vector<double> m_work;
};

} // namespace candela
