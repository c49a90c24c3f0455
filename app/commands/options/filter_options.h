/// The filters that commands take, and messages about filters that keep no sample.
#pragma once

#include "model/analysis/samples/sample_groups.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// The filters of the command line.
struct FilterOptions {
    std::string time;
    std::vector<std::string> labels;
    std::vector<std::string> transforms;
    Filter filter;

    void addTo(CLI::App& app);
    /// Fails with ErrorCode::Usage on text that can't be read.
    Result<Filter> parse() const;
};

/// "A..B" in seconds, or with a unit (ns, us, ms, s, m); either side may be left out.
Result<TimeRange> timeRangeFromText(const std::string& text);

/// Why no sample passes the filter, in sentences: one for each part of it that nothing passes by itself, with
/// what there is instead, or one about all of them together. Empty where something passes, and where there
/// was nothing before. Fails as SampleSelector does.
Result<std::vector<std::string>> whyNothingPasses(const std::shared_ptr<const Profile>& profile,
                                                  ValueTypeIndex value, const Filter& filter);
/// Which transforms, and which pattern of functions to hide, change nothing, in sentences that name a
/// function or module which may have been meant.
Result<std::vector<std::string>> whatChangesNothing(const std::shared_ptr<const Profile>& profile,
                                                    const Filter& filter);
/// Prints the sentences of both to standard error, about `subject`.
Result<void> warnOfEmptyFilter(std::string_view subject, const std::shared_ptr<const Profile>& profile,
                               ValueTypeIndex value, const Filter& filter);
/// Prints that no sample has the label, and which labels there are, where `key` is of a label that the
/// profile lacks.
void warnOfMissingLabel(std::string_view subject, const Profile& profile, const SampleKey& key);

} // namespace candela
