/// A folder that the user names: every ELF file below it, by its build id and by its name. Whether a file
/// belongs to a module is checked by the caller that opens it.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// How far one folder is searched.
struct FolderLimits {
    std::size_t entries = 500'000; ///< files and folders that are looked at
    int depth = 40;                ///< of folders in folders
};

class SymbolFolder {
public:
    struct File {
        std::string path;
        std::string buildId; ///< hexadecimal; empty: it has none
        bool hasCode = true; ///< else it is a debug file
    };

    /// Looks at everything below; symbolic links to folders are not followed. Fails where the folder can't be
    /// read, and when cancelled.
    static Result<SymbolFolder> read(const std::string& path, Task& task, const FolderLimits& limits = {});

    const std::string& path() const { return m_path; }
    /// The files of a build, those with code first.
    std::vector<const File*> filesOfBuild(std::string_view buildId) const;
    /// The files of that name, without its directories; in the order of their paths.
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
