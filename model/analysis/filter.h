/// What part of a profile is looked at. Everything a person sees is computed from a Profile and a Filter.
/// Text patterns are RE2 regular expressions that match anywhere in the text; empty means "all".
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/profile/profile.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace candela {

/// Nanoseconds since the profile's start; begin is in, end is not.
struct TimeRange {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    auto operator<=>(const TimeRange&) const = default;
};

struct LabelPattern {
    std::string key;
    std::string pattern;
    auto operator<=>(const LabelPattern&) const = default;
};

struct Filter {
    std::optional<TimeRange> time; ///< samples without a time are left out when this is set
    std::string process;           ///< against "name" and "pid"
    std::string thread;            ///< against "name" and "tid"
    std::string focus;             ///< keep stacks with a frame whose function matches
    std::string ignore;            ///< drop stacks with a frame whose function matches
    std::vector<LabelPattern> labels; ///< all must match; on the sample, its thread or its process
    std::vector<ThreadIndex> threads; ///< rows picked in the timeline; empty: all

    bool isEmpty() const { return *this == Filter(); }
    bool operator==(const Filter&) const = default;
};

/// The weights of the samples that a filter keeps, added up by stack.
struct StackWeights {
    std::vector<std::int64_t> weight; ///< a row per row of StackTable
    std::int64_t total = 0;           ///< including samples without any frame
    std::int64_t stackless = 0;       ///< weight of samples without any frame
    std::size_t samples = 0;          ///< how many samples were kept
};

/// Adds up weights for one profile. Remembers what patterns matched, so that changing the time range costs one
/// pass over the samples' columns. Not for concurrent use; results are values.
class SampleSelector {
public:
    explicit SampleSelector(std::shared_ptr<const Profile> profile);
    ~SampleSelector();
    SampleSelector(SampleSelector&&) noexcept;

    /// Fails with ErrorCode::Usage on a pattern that is no regular expression, or when cancelled.
    Result<StackWeights> stackWeights(ValueTypeIndex value, const Filter& filter, Task& task);

    /// Calls `visit(row)` for every kept row of the value's SampleTable, in order (for keys other than stacks).
    Result<void> forEachSample(ValueTypeIndex value, const Filter& filter, Task& task,
                               const std::function<void(std::size_t row)>& visit);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// Functions whose name matches a pattern (as the search box does: RE2, ignoring case unless it has capitals).
/// Fails on a pattern that is no regular expression.
Result<std::vector<bool>> matchingFunctions(const Profile& profile, const std::string& pattern);

} // namespace candela
