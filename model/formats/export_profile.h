/// Writes a profile, or the part that passes a filter, as a file: for the command `convert` and the window's
/// Export.
#pragma once

#include "model/analysis/samples/filter.h"
#include "model/formats/format.h"

#include <memory>
#include <string>
#include <vector>

namespace candela {

/// The format named `formatName` or, if that is empty, the one for this file name's ending. Fails with a list
/// of the formats.
Result<const Format*> formatToWrite(const std::string& path, const std::string& formatName = {});

/// The part that passes the filter; the whole profile if the filter is empty. `value` is the value type that
/// formats for one value type write, and the default in others; none: the profile's own default. Fails as
/// SampleSelector does.
Result<std::shared_ptr<const Profile>> exportedPart(std::shared_ptr<const Profile> profile,
                                                    ValueTypeIndex value, const Filter& filter, Task& task);

/// The profile's bytes, and the parts that the format could not hold. Errors here are about the profile;
/// those of Output::store() are about the file.
Result<Output> writtenProfile(const Profile& profile, const Format& format, Task& task);

/// Stores the profile as a file ("-" is standard output); returns sentences about parts that the format could
/// not hold.
Result<std::vector<std::string>> storeProfile(const Profile& profile, const Format& format,
                                              const std::string& path, Task& task);

} // namespace candela
