/// The filter options of commands, and messages about filters that no sample passes.
#pragma once

#include "app/commands/arguments/arguments.h"
#include "model/analysis/samples/sample_groups.h"

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

    void addTo(Arguments& arguments);
    /// Fails with ErrorCode::Usage on invalid text.
    Result<Filter> parse() const;
};

/// "A..B" in seconds, or with a unit (ns, us, ms, s, m); either side may be left out.
Result<TimeRange> timeRangeFromText(const std::string& text);

/// Why no sample passes the filter, in sentences: one for each part that alone lets nothing pass, with the
/// values that exist; or one about all parts together. Empty if a sample passes, or if there were none to
/// begin with. Fails as SampleSelector does.
Result<std::vector<std::string>> whyNothingPasses(const std::shared_ptr<const Profile>& profile,
                                                  ValueTypeIndex value, const Filter& filter);
/// Which transforms, and which pattern of functions to hide, change nothing: sentences that name a function
/// or module which the user may have meant.
Result<std::vector<std::string>> whatChangesNothing(const std::shared_ptr<const Profile>& profile,
                                                    const Filter& filter);
/// Prints the sentences of both functions to standard error, about `subject`.
Result<void> warnOfEmptyFilter(std::string_view subject, const std::shared_ptr<const Profile>& profile,
                               ValueTypeIndex value, const Filter& filter);
/// If `key` names a label that the profile does not have, prints a message with the labels that it has.
void warnOfMissingLabel(std::string_view subject, const Profile& profile, const SampleKey& key);

} // namespace candela
