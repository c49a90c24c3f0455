/// Programs, debug files and sources by build id from debuginfod servers, through libdebuginfod and its
/// cache. The library is loaded on first use, because it brings an HTTP client that most runs do not need.
/// Nothing is sent before fetch() is called, and then only build ids and paths of sources.
#pragma once

#include "model/base/file.h"
#include "model/base/result.h"
#include "model/base/task.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace candela {

class Debuginfod {
public:
    /// Fails if the library is not installed.
    static Result<Debuginfod> create();
    /// The servers that are used, separated by spaces: those of the environment variable DEBUGINFOD_URLS,
    /// else those that the system configures in /etc/debuginfod, else the public one of elfutils.
    static std::string servers();

    enum class Kind { Program, DebugFile };
    /// The number of bytes received, and in total; 0 while that is not known.
    using Progress = std::function<void(std::uint64_t done, std::uint64_t total)>;

    /// Waits for the file; cancellation takes effect within some 20 ms, whatever the server does. The error
    /// is the end of a sentence that begins with the module. If servers can't be reached a few times, they
    /// are not asked any more.
    Result<FileDescriptor> fetch(std::string_view buildId, Kind kind, Task& task, const Progress& progress);

    /// The same for a source file, by the path that debug information has.
    Result<FileDescriptor> fetchSource(std::string_view buildId, std::string_view path, Task& task,
                                       const Progress& progress);

private:
    struct Transfer;

    Debuginfod() = default;
    static void run(Transfer& transfer);
    Result<FileDescriptor> wait(std::shared_ptr<Transfer> transfer, Task& task, const Progress& progress);

    int m_failures = 0; // failures in a row, not counting "there is no such file"
};

} // namespace candela
