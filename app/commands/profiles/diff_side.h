/// One side of `candela diff`: from its files to its weights by the key of --by, for each run or block of
/// time.
#pragma once

#include "app/commands/options/filter_options.h"
#include "app/commands/options/opened_profile.h"
#include "model/comparison/comparison.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// The value of --normalize that chooses the normalization that suits the value type.
inline constexpr std::string_view automaticNormalize = "auto";

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
    /// The rows of the samples that the filter keeps.
    MatchSide rows() const;
    /// The rows to match with those of the other side: whatever the time, if they are code.
    MatchSide wholeRows() const;
    bool isWhole() const { return !m_whole; }
    /// Call it once.
    ComparisonSide side(const CountedSide& counted);

private:
    struct Weighed {
        StackWeights weights;
        std::shared_ptr<const std::vector<GroupWeight>> functions;
    };
    MatchSide rowsOf(const Weighed& weighed) const;

    std::shared_ptr<const Profile> m_profile; ///< its functions are the rows
    ValueTypeIndex m_value;                   ///< of it
    std::shared_ptr<const CallTreeShape> m_shape;
    MatchedRows m_kind = MatchedRows::Code;
    Weighed m_kept;
    std::optional<Weighed> m_whole;                          ///< without the filter's time; none: the same
    std::shared_ptr<const std::vector<StackIndex>> m_stacks; ///< of all samples, in that profile
    std::shared_ptr<RunSumsMaker> m_maker;
    std::shared_ptr<const BrokenStacks> m_broken; ///< null: not known, or of no meaning for the rows
    std::vector<double> m_cpuTime;
    bool m_areCpuTime = false;
    std::vector<double> m_work;
};

} // namespace candela
