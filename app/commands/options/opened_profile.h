/// Opening files for commands: read, with the names looked up that they lack, and a progress line while it
/// lasts.
#pragma once

#include "app/commands/options/lookup_options.h"
#include "model/comparison/merge_profiles.h"
#include "model/profile/profile.h"

#include <memory>
#include <string>
#include <vector>

namespace candela {

/// Reads FILE ("-" is standard input); its names' origins too.
Result<Symbolized> openSymbolized(const std::string& path, const LookupOptions& lookup);
/// Reads FILE.
Result<std::shared_ptr<const Profile>> openProfile(const std::string& path, const LookupOptions& lookup);
/// One side of a comparison: its runs as one profile that remembers what was of which.
struct OpenedRuns {
    std::shared_ptr<const Profile> profile;
    std::shared_ptr<const SampleRuns> runs; ///< null for a single one
    std::vector<std::string> files;         ///< of each run
};
/// Reads a comma-separated list of files; of a folder all files in it, by name.
Result<OpenedRuns> openRuns(const std::string& paths, const LookupOptions& lookup);

/// The value type that --value names, or the one shown by default; fails with a list of the value types.
Result<ValueTypeIndex> chosenValue(const Profile& profile, const std::string& name);

} // namespace candela
