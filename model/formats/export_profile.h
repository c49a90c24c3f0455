/// Writes a profile, or what a filter shows of it, as a file: what the command `convert` and the window's
/// Export do.
#pragma once

#include "model/analysis/samples/filter.h"
#include "model/formats/format.h"

#include <memory>
#include <string>
#include <vector>

namespace candela {

/// The format named `formatName`, or where that is empty the one that writes files with this name's ending.
/// Fails with a list of the formats.
Result<const Format*> formatToWrite(const std::string& path, const std::string& formatName = {});

/// What the filter shows; all of the profile where it is empty. `value` is written where a format holds one
/// value type, and shown first where it holds several; none keeps the profile's own default. Fails as
/// SampleSelector does.
Result<std::shared_ptr<const Profile>> exportedPart(std::shared_ptr<const Profile> profile,
                                                    ValueTypeIndex value, const Filter& filter, Task& task);

/// The profile's bytes, with what the format could not hold. What fails here is about the profile, and what
/// fails in Output::store() about the file.
Result<Output> writtenProfile(const Profile& profile, const Format& format, Task& task);

/// Stores the profile as a file ("-" is standard output) and gives what the format could not hold, in
/// sentences.
Result<std::vector<std::string>> storeProfile(const Profile& profile, const Format& format,
                                              const std::string& path, Task& task);

} // namespace candela
