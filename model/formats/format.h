/// A file format: plain functions in one table, `allFormats()`. Dialogs, commands, tests and fuzzers loop
/// over it.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/formats/input/input.h"
#include "model/formats/output/output.h"
#include "model/profile/profile.h"

#include <optional>
#include <span>
#include <string_view>

namespace candela {

struct Format {
    std::string_view name;        ///< "pprof"
    std::string_view description; ///< one line for lists and file dialogs
    /// Separated by spaces: endings (".pb.gz .pprof", the first is the one that is written) and, without a
    /// leading point, patterns of the names that tools give their files ("perf.data *-perf.txt"), for
    /// dialogs.
    std::string_view extensions;
    bool (*recognizes)(const FileStart& start);            ///< whether the file has this format; `start` is
                                                           ///< unpacked, and called again with more of it
    Result<Profile> (*read)(Input&, Task&);                ///< null: write-only for Candela
    Result<void> (*write)(const Profile&, Output&, Task&); ///< null: read-only for Candela
    /// The provenance of profiles that are read; none if each file states it.
    std::optional<Provenance> provenance = Provenance::Converted;
};

/// All formats, in the order in which `recognizes` is called.
std::span<const Format> allFormats();

/// The format of that name, else null.
const Format* findFormat(std::string_view name);
/// The format that writes files with this name's ending, else null.
const Format* formatForFileName(std::string_view path);

/// Opens a file ("-" is standard input), unpacks gzip or zstd, tries each format and reads with the first
/// that recognizes it. Errors do not contain the file name, which the caller knows. The profile's origin has
/// the format and file.
Result<Profile> readProfile(const std::string& path, Task& task);
/// The same for an input that is already open.
Result<Profile> readProfile(Input& input, Task& task);

} // namespace candela
