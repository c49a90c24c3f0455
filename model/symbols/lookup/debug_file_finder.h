/// Finds separate debug files on disk, in the folders that distributions use. The only code here that opens
/// paths.
#pragma once

#include "model/base/file.h"
#include "model/symbols/lookup/module_symbols.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// Opens only regular files, and nothing outside its root: symbolic links are followed as if the root were
/// "/", so "/proc/PID/root" is a safe root for another container. ModuleSymbols checks whether a file
/// matches.
class DebugFileFinder {
public:
    /// Fails if the root can't be opened.
    static Result<DebugFileFinder> create(const std::string& root = "/");

    /// The module itself; not open if it does not exist.
    FileDescriptor moduleFile(std::string_view path) const { return openBelow(std::string(path)); }
    /// Files to try with addDebugFile(), best first; at most four. The path is the module's own below the
    /// root; an empty build id or link is not searched for.
    std::vector<FileDescriptor> debugFiles(std::string_view modulePath, std::string_view buildId,
                                           const std::optional<DebugLink>& link) const;
    /// The file to try with addSupplementaryFile(): by build id, else in /usr/lib/debug/.dwz. The descriptor
    /// may be not open.
    FileDescriptor supplementaryFile(const SupplementaryLink& link) const;

private:
    explicit DebugFileFinder(FileDescriptor root) : m_root(std::move(root)) {}
    FileDescriptor openBelow(const std::string& path) const;

    FileDescriptor m_root;
};

} // namespace candela
