/// What /proc states about processes that started before the recording, or whose events were lost. Anything
/// here may vanish or change while it is read: each function then returns less, never a mixture of two
/// processes.
#pragma once

#include "model/base/file.h"
#include "recorder/base/sideband.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// The contents of a small system file ("/proc/stat"); empty if it can't be read.
std::string readSystemFile(const std::string& path);
/// The same through an open descriptor, from the start of the file.
std::string readSystemFile(const FileDescriptor& file);
/// The path without the mark " (deleted)" that the kernel appends when a file or a control group was removed.
std::string_view withoutDeletionMark(std::string_view path);
/// The unit of the times in /proc/PID/stat.
std::uint64_t ticksPerSecond();

/// A process as it is now.
struct ProcessSnapshot {
    std::int32_t pid = 0;
    std::int32_t parentPid = 0;
    std::string name;
    std::int64_t startTime = 0; ///< CLOCK_MONOTONIC nanoseconds, exact to a hundredth of a second
    std::uint32_t threads = 1;
    std::int64_t takenAt = 0;          ///< CLOCK_MONOTONIC nanoseconds, before the first read
    std::vector<FileMapping> mappings; ///< the executable ones
    std::string executable;            ///< path of the file that it executes; empty: it can't be read
};

/// Users or groups of a process.
struct ProcessIds {
    std::uint32_t real = 0;
    std::uint32_t effective = 0;
    std::uint32_t saved = 0;
};

/// The source of facts that no event reported, for the process table; tests substitute their own.
class ProcessSource {
public:
    virtual ~ProcessSource() = default;
    virtual std::vector<std::int32_t> processes() = 0;
    /// A process as it is now; none if there is no such process (any more).
    virtual std::optional<ProcessSnapshot> snapshot(std::int32_t pid) = 0;
    /// Whether the last snapshot() had an answer. False: it returned none because there was no answer in
    /// time, and the caller may ask again.
    virtual bool wasAnswered() const { return true; }
    /// The name of a thread; empty if there is no such thread (any more).
    virtual std::string threadName(std::int32_t pid, std::int32_t tid) = 0;
};

class ProcFiles : public ProcessSource {
public:
    std::vector<std::int32_t> processes() override;
    std::optional<ProcessSnapshot> snapshot(std::int32_t pid) override;
    std::string threadName(std::int32_t pid, std::int32_t tid) override;
    /// The same as snapshot() for a thread of the kernel, which maps and executes no file; none for others.
    /// Does not wait for a process.
    static std::optional<ProcessSnapshot> kernelThread(std::int32_t pid);
};

/// Whether this process sees the process numbers that the kernel uses. In most containers they are not.
bool seesAllProcesses();
bool isThere(std::int32_t pid);
/// The state letter of /proc/PID/stat, 'R' for a process that runs or waits for a processor; 0 if there is no
/// such process.
char stateOf(std::int32_t pid);
/// Reads the text of /proc/PID/status; none if the text is empty.
std::optional<ProcessIds> readUsers(const std::string& status);
std::optional<ProcessIds> readGroups(const std::string& status);
/// The parent's pid; 0 if there is no such process.
std::int32_t parentOf(std::int32_t pid);
/// /proc gives start times in hundredths of a second, and a fork's event is a little later than the start.
inline constexpr std::int64_t startTolerance = 50'000'000;
/// Whether the process of a pidfd has ended; true for one that is not open.
bool hasExited(const FileDescriptor& process);
/// Whether two start times are of one process.
bool isSameStart(std::int64_t left, std::int64_t right);
/// The start of the process whose /proc folder is open: CLOCK_MONOTONIC nanoseconds, exact to a hundredth of
/// a second.
std::optional<std::int64_t> processStart(const FileDescriptor& folder);
/// The start of the process in ticks since the machine started, as polkit expects it; 0 if there is none.
std::uint64_t startTicks(std::int32_t pid);

/// Reads the text of /proc/PID/maps: the executable mappings.
std::vector<FileMapping> readMaps(std::string_view text);

} // namespace candela
