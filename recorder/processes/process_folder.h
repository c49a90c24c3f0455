/// The /proc folder of one process. It is closed once the process has ended, and never the folder of a later
/// process with the same number.
#pragma once

#include "model/base/file.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace candela {

/// A process, and what its latest sample stated about it.
struct ProcessInQuestion {
    std::int32_t pid = 0;
    std::int64_t startTime = 0; ///< CLOCK_MONOTONIC nanoseconds
    std::uint64_t cgroup = 0;   ///< the kernel's number; 0: not known
    std::uint32_t user = 0;
};

/// The folder of exactly this process; not open if it has exited.
FileDescriptor openProcessFolder(const ProcessInQuestion& process);
/// The start of a file in such a folder; empty if it can't be read. May hang if the file is the process's
/// memory.
std::string readProcessFile(const FileDescriptor& folder, const char* file, std::size_t maximumSize);

} // namespace candela
