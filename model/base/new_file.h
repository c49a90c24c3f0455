/// A file that is written beside its target and then replaces it in one step. Until then the target is
/// unchanged. An unfinished file leaves nothing behind.
#pragma once

#include "model/base/file.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <sys/types.h>

namespace candela {

struct FileOwner {
    uid_t user = 0;
    gid_t group = 0;
};

class NewFile {
public:
    struct Options {
        mode_t mode = 0666;             ///< permissions before the umask is applied
        std::optional<FileOwner> owner; ///< the owner; none: the process's own user
    };

    /// The file has no name yet or, if the file system does not support that, a random one beside the target
    /// ("."…".part"). Neither follows a symbolic link. A target that is a device, a pipe or a link of /proc
    /// (/dev/stdout) is opened directly and has its name already.
    static Result<NewFile> create(const std::string& target, const Options& options);
    NewFile(NewFile&& other) noexcept;
    NewFile& operator=(NewFile&& other) noexcept;
    /// Removes a file that was not given its name.
    ~NewFile();

    int descriptor() const { return m_file.get(); }
    bool hasName() const { return m_hasName; }
    /// The target's folder, opened with O_PATH; -1 if the file has its name already.
    int folder() const { return m_folder.get(); }
    /// Whether this process, with its current user and without capabilities, may give the file its name.
    bool mayTakeName() const;
    /// Replaces the target in one step; a target that is a symbolic link is replaced itself. Must be called
    /// once only.
    Result<void> takeName();
    /// To be called after a fork: the other process then removes the file or gives it its name.
    void leaveToOtherProcess() { m_temporary.clear(); }

private:
    NewFile() = default;
    Result<void> createBeside(const Options& options);

    FileDescriptor m_folder;
    FileDescriptor m_file;
    std::string m_name;      // name of the target in its folder
    std::string m_temporary; // name of the unfinished file; empty: it has none
    bool m_hasName = false;
};

/// Replaces the file's complete contents. "-" writes to standard output.
Result<void> writeNewFile(const std::string& path, std::span<const std::byte> bytes,
                          const NewFile::Options& options);

/// The error for an errno value when a file can't be written.
Error notWritable(int errorNumber);

} // namespace candela
