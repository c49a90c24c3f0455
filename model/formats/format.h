/// A file format: flat functions in one table, `allFormats()`. Dialogs, commands, tests and fuzzers loop over
/// it.
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
    /// Space-separated: endings (".pb.gz .pprof", the first is the one that is written), and without a point
    /// in front patterns of the names that tools give their files ("perf.data *-perf.txt"), for dialogs.
    std::string_view extensions;
    bool (*recognizes)(const FileStart& start);            ///< unpacked; asked again with more of the file
    Result<Profile> (*read)(Input&, Task&);                ///< null: Candela only writes it
    Result<void> (*write)(const Profile&, Output&, Task&); ///< null: Candela only reads it
    /// Of what is read; none where each file states it.
    std::optional<Provenance> provenance = Provenance::Converted;
};

/// Every format, in the order in which their `recognizes` are asked.
std::span<const Format> allFormats();

/// The format of that name, else null.
const Format* findFormat(std::string_view name);
/// The format that writes files with this name's ending, else null.
const Format* formatForFileName(std::string_view path);

/// Opens a file ("-" is standard input), unpacks gzip or zstd, asks each format and reads with the first that
/// recognizes it. Errors carry no file name: the caller knows it. The profile's origin names the format and
/// file.
Result<Profile> readProfile(const std::string& path, Task& task);
/// The same for an input that is open already.
Result<Profile> readProfile(Input& input, Task& task);

} // namespace candela
