/// A folder that the user names: all ELF files below it, by build id and by name. The caller checks whether a
/// file matches a module.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// Limits for searching one folder.
struct FolderLimits {
    std::size_t entries = 500'000; ///< files and folders that are visited
    int depth = 40;                ///< depth of folders in folders
};

class SymbolFolder {
public:
    struct File {
        std::string path;
        std::string buildId; ///< hexadecimal; empty: none
        bool hasCode = true; ///< false: it is a debug file
    };

    /// Searches everything below, without following symbolic links to folders. Fails if the folder can't be
    /// read, and when cancelled.
    static Result<SymbolFolder> read(const std::string& path, Task& task, const FolderLimits& limits = {});

    const std::string& path() const { return m_path; }
    /// The files of a build, those with code first.
    std::vector<const File*> filesOfBuild(std::string_view buildId) const;
    /// The files of that name, which has no directories, sorted by path.
    std::vector<const File*> filesNamed(std::string_view name) const;
    std::size_t size() const { return m_files.size(); }
    /// Whether a limit ended the search.
    bool isIncomplete() const { return m_isIncomplete; }

private:
    std::string m_path;
    std::vector<File> m_files; // by path
    bool m_isIncomplete = false;
};

} // namespace candela
