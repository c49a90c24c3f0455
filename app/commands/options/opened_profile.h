/// Opens files for commands: reads them, looks up missing names, and shows a progress line meanwhile.
#pragma once

#include "app/commands/options/lookup_options.h"
#include "model/comparison/merge_profiles.h"
#include "model/comparison/side_facts.h"
#include "model/comparison/time_part.h"
#include "model/profile/profile.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace candela {

/// Reads FILE ("-" is standard input), and looks up missing names and where they come from. The lookup adds
/// code behind that of FILE: `ownCode`, if not null, gets the number of FILE's rows of Profile::code.
Result<Symbolized> openSymbolized(const std::string& path, const LookupOptions& lookup,
                                  std::size_t* ownCode = nullptr);
/// Reads FILE.
Result<std::shared_ptr<const Profile>> openProfile(const std::string& path, const LookupOptions& lookup);
/// One side of a comparison: its runs in one profile, with the run of each sample.
struct OpenedRuns {
    std::shared_ptr<const Profile> profile;
    std::shared_ptr<const SampleRuns> runs; ///< null for a single run
    std::vector<std::string> files;         ///< of each run
    SideFacts facts = {};                   ///< of each run and of all together, if they were asked for
};
enum class FactsOfRuns { LeftOut, Stated };
/// Reads the files of runFiles(). Of several files, only the samples in the range of `time` are kept, in each
/// file's own time. `part` makes a timePart() of each file, unless it is empty.
Result<OpenedRuns> openRuns(const std::string& paths, const LookupOptions& lookup,
                            const std::optional<TimeRange>& time, const TimeRanges& part = {},
                            FactsOfRuns facts = FactsOfRuns::LeftOut);

/// The value type that --value names, or the default one; fails with a list of the value types.
Result<ValueTypeIndex> chosenValue(const Profile& profile, const std::string& name);

} // namespace candela
