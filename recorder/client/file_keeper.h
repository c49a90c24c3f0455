/// The file of -o. A separate process gives the file its name: when there is something to keep, the recorder
/// has already given up the rights for that. The process keeps only the rights that this takes, if possible
/// those of the user who records.
#pragma once

#include "model/base/file.h"
#include "model/recording/capture_file.h"
#include "recorder/rights/protections.h"

#include <string>
#include <sys/types.h>

namespace candela {

class FileKeeper {
public:
    /// Creates the file and the process, which ends with this object. Call it before any thread starts and
    /// before rights are given up.
    static Result<FileKeeper> start(const std::string& path, Existing existing);
    FileKeeper(FileKeeper&& other) noexcept;
    FileKeeper& operator=(FileKeeper&&) = delete;
    /// Waits for the process. A file that was given no name is removed.
    ~FileKeeper();

    /// The protections that the process lacks.
    MissingProtections missing() const { return m_missing; }
    /// The descriptor to write to.
    int descriptor() const { return m_file.get(); }
    /// Gives the file its name; does nothing if it already has it. Waits for the file system.
    Result<void> takeName();

private:
    FileKeeper() = default;

    FileDescriptor m_file;
    FileDescriptor m_process; // a socket to it
    pid_t m_pid = -1;
    MissingProtections m_missing;
    bool m_hasName = false;
};

} // namespace candela
